package import EvokePorts
package import EvokeValues

extension PlaceTable {
    /// A name as it is looked up: without case, accents, width, and punctuation. Similar letters of different scripts
    /// stay different.
    package func fold(_ text: some StringProtocol) throws(EvokeError) -> String {
        var folded = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            let row = try folds.partition { row throws(EvokeError) in try folds.number(row) < scalar.value }
            if row < folds.count, try folds.number(row) == scalar.value {
                folded.append(contentsOf: try string(folds.number(row, 1)).unicodeScalars)
            } else {
                folded.append(scalar)
            }
        }
        return folded.split(whereSeparator: \.properties.isWhitespace).map { String($0) }.joined(separator: " ")
    }

    /// Places of that name in any language, ignoring case and accents, largest first.
    package func places(named name: some StringProtocol) throws(EvokeError) -> [Place] {
        try places(foldedTo: fold(name))
    }

    /// The same for a name already folded.
    ///
    /// - Parameter exceptWords: whether to ignore names that are also common words.
    package func places(foldedTo name: String, exceptWords: Bool = false) throws(EvokeError) -> [Place] {
        guard let named = try self.name(foldedTo: name), !(named.isWord && exceptWords) else { return [] }
        return named.places
    }

    /// The rows of folded names with that prefix.
    func keys(beginning start: [UInt8]) throws(EvokeError) -> Range<Int> {
        let first = try keys.partition { row throws(EvokeError) in try isBefore(key(row), start) }
        let end = try keys.partition { row throws(EvokeError) in
            let key = try key(row)
            return key.starts(with: start) || isBefore(key, start)
        }
        return first..<max(first, end)
    }

    /// The name of a place in a language, given as "pt", "pt-BR", or "pt_BR.UTF-8"; its usual name if there is none.
    /// Nil for a place that is not in the table.
    ///
    /// GeoNames has no languages for names of cities. Names in a distinctive script are recognized by it (Japanese,
    /// Chinese, Korean, Thai, Greek, Hebrew, and Russian if spelled as in Russian); for other languages, the usual name
    /// is used.
    package func name(of id: PlaceID, in language: String) throws(EvokeError) -> String? {
        guard let row = try row(of: id) else { return nil }
        var known: [(language: String, text: UInt32)] = []
        for name in try namesOf(row: row) {
            let language = try string(languages.number(Int(try names.number(name))))
            known.append((language, try names.number(name, 1)))
        }
        for wanted in Self.fallbacks(language) {
            if let name = known.first(where: { $0.language == wanted || $0.language.hasPrefix(wanted + "_") }) {
                return try string(name.text)
            }
        }
        return try string(places.number(row, 6))
    }

    /// Its names that have a language.
    func namesOf(row: Int) throws(EvokeError) -> Range<Int> {
        let first = Int(try places.number(row, 7))
        let end = row + 1 < places.count ? Int(try places.number(row + 1, 7)) : names.count
        guard first <= end, end <= names.count else { throw .damagedTable("its names extend beyond its end") }
        return first..<end
    }

    /// In order of preference, such as "zh_TW", "zh_CN", "zh", "en".
    private static func fallbacks(_ language: String) -> [String] {
        let tag = language.prefix { $0 != "." && $0 != "@" }.split { $0 == "-" || $0 == "_" }
        guard let code = tag.first?.lowercased() else { return ["en"] }
        var wanted: [String] = []
        if let region = tag.dropFirst().last?.uppercased() {
            let isTraditional = code == "zh" && ["TW", "HK", "MO", "HANT"].contains(region)
            wanted.append(isTraditional ? "zh_TW" : "\(code)_\(region)")
        }
        if code == "zh" { wanted.append("zh_CN") }
        // The exact language comes first; "pt" falls back to "pt_BR".
        return wanted + [code, "en"]
    }

    /// Whether it is the name of a continent, whose countries are the places of that name.
    package func isContinent(_ name: some StringProtocol) throws(EvokeError) -> Bool {
        try self.name(foldedTo: fold(name))?.continent != nil
    }

    /// The possible meanings of a folded name.
    struct NamedPlaces {
        /// Largest first.
        var places: [Place]
        /// Whether it is also a common word.
        var isWord = false
        /// The usual name of the continent, if it is one; `places` are then its countries.
        var continent: String?
    }

    /// Looks up exactly that folded name.
    func name(foldedTo key: String) throws(EvokeError) -> NamedPlaces? {
        if let id = Self.shortNames[key], let row = try row(of: id) {
            return NamedPlaces(places: [try place(row)], isWord: key.count < 3)
        }
        if let (name, ids) = Continents.named(key) {
            var countries: [Place] = []
            for id in ids { if let row = try row(of: id) { countries.append(try place(row)) } }
            return NamedPlaces(places: countries.sorted { $0.population > $1.population }, continent: name)
        }
        let wanted = Array(key.utf8)
        let row = try keys.partition { row throws(EvokeError) in try isBefore(self.key(row), wanted) }
        guard row < keys.count, try self.key(row).elementsEqual(wanted) else { return nil }
        var found: [Place] = []
        for number in try posting(row)..<max(posting(row), posting(row + 1)) {
            found.append(try place(Int(try postings.number(number))))
        }
        return NamedPlaces(places: found, isWord: try keys.number(row, 1) >> 31 == 1)
    }

    /// Common names that the table lacks or assigns to a village.
    static let shortNames: [String: PlaceID] = [
        "nyc": .city(5_128_581), "us": .country("US"), "the us": .country("US"), "la": .city(5_368_361),
        "sf": .city(5_391_959), "uae": .country("AE"), "usa": .country("US"),
        "อเมริกา": .country("US"),
    ]

    func key(_ row: Int) throws(EvokeError) -> UnsafeRawBufferPointer { try text(keys.number(row)) }

    /// The first posting of a key; for the row after the last, the end of all postings.
    func posting(_ row: Int) throws(EvokeError) -> Int {
        row < keys.count ? Int(try keys.number(row, 1) & 0x7FFF_FFFF) : postings.count
    }

    private func isBefore(_ key: UnsafeRawBufferPointer, _ other: [UInt8]) -> Bool {
        key.lexicographicallyPrecedes(other)
    }
}

/// Continents and other UN regions. The table of places only has countries; which countries a region has, and what it
/// is called, comes from Unicode's locale data (CLDR, with M49 codes).
enum Continents {
    /// Looks up a continent by its folded name; countries are in order of their codes.
    static func named(_ folded: String) -> (name: String, countries: [PlaceID])? {
        byName[folded].map { (all[$0].name, codes(all[$0].countries).map { .country($0) }) }
    }

    private static func codes(_ text: String) -> [String] { text.split(separator: " ").map { String($0) } }

    private static let byName: [String: Int] = {
        var byName: [String: Int] = [:]
        for (number, continent) in all.enumerated() {
            for name in continent.names.split(separator: ",") { byName[String(name)] = number }
        }
        return byName
    }()

    private static let all: [(name: String, names: String, countries: String)] = [
        (
            "Africa",
            "africa,afrika,afrique,африка,アフリカ,非洲,แอฟริกา",
            """
            AO BF BI BJ BW CD CF CG CI CM CV DJ DZ EA EG EH ER ET GA GH GM GN GQ GW IC IO KE KM LR LS LY MA \
            MG ML MR MU MW MZ NA NE NG RE RW SC SD SH SL SN SO SS ST SZ TD TF TG TN TZ UG YT ZA ZM ZW
            """
        ),
        (
            "Asia",
            "asia,asien,asie,azie,азия,アジア,亚洲,亞洲,เอเชีย,亚州",
            """
            AE AF AM AZ BD BH BN BT CN CY GE HK ID IL IN IQ IR JO JP KG KH KP KR KW KZ LA LB LK MM MN MO MV \
            MY NP OM PH PK PS QA SA SG SY TH TJ TL TM TR TW UZ VN YE
            """
        ),
        (
            "Europe",
            "europe,europa,европа,ヨーロッパ,欧洲,歐洲,ยุโรป,欧州",
            """
            AD AL AT AX BA BE BG BY CH CZ DE DK EE ES FI FO FR GB GG GI GR HR HU IE IM IS IT JE LI LT LU LV \
            MC MD ME MK MT NL NO PL PT RO RS RU SE SI SJ SK SM UA VA XK
            """
        ),
        (
            "North America",
            """
            north america,nordamerika,amerique du nord,america del norte,america do norte,\
            nord america,noord amerika,северная америка,北アメリカ大陸,北美洲,อเมริกาเหนือ,norteamerica,北米,\
            北美,北アメリカ,nordamerica,america del nord
            """,
            """
            AG AI AW BB BL BM BQ BS BZ CA CR CU CW DM DO GD GL GP GT HN HT JM KN KY LC MF MQ MS MX NI PA PM \
            PR SV SX TC TT US VC VG VI
            """
        ),
        (
            "South America",
            """
            south america,sudamerika,amerique du sud,sudamerica,america do sul,america del sud,\
            zuid amerika,южная америка,南アメリカ,南美洲,อเมริกาใต้,suramerica,america del sur,南米,南美,\
            america meridionale
            """,
            "AR BO BR BV CL CO EC FK GF GS GY PE PY SR UY VE"
        ),
        (
            "Oceania",
            "oceania,ozeanien,oceanie,океания,オセアニア,大洋洲,โอเชียเนีย",
            "AS AU CC CK CX FJ FM GU HM KI MH MP NC NF NR NU NZ PF PG PN PW SB TK TO TV UM VU WF WS"
        ),
        (
            "Central America",
            """
            central america,mittelamerika,amerique centrale,centroamerica,america central,\
            america centrale,midden amerika,центральная америка,中央アメリカ,中美洲,中美,อเมริกากลาง,\
            zentralamerika,中米,centraal amerika,centro america
            """,
            "BZ CR GT HN MX NI PA SV"
        ),
        (
            "Latin America",
            """
            latin america,lateinamerika,amerique latine,latinoamerica,america latina,\
            latijns amerika,латинская америка,ラテンアメリカ,拉丁美洲,ละตินอเมริกา,中南米,拉美
            """,
            """
            AG AI AR AW BB BL BO BQ BR BS BV BZ CL CO CR CU CW DM DO EC FK GD GF GP GS GT GY HN HT JM KN KY \
            LC MF MQ MS MX NI PA PE PR PY SR SV SX TC TT UY VC VE VG VI
            """
        ),
        (
            "Southeast Asia",
            """
            southeast asia,sudostasien,asie du sud est,sudeste asiatico,sud est asiatico,\
            zuidoost azie,юго восточная азия,東南アジア,东南亚,東南亞,เอเชียตะวันออกเฉียงใต้,south east asia
            """,
            "BN ID KH LA MM MY PH SG TH TL VN"
        ),
        (
            "Caribbean",
            """
            caribbean,karibik,caraibes,caribe,caraibi,caribisch gebied,карибы,カリブ,加勒比地区,加勒比海,\
            แคริบเบียน,the caribbean,加勒比,カリブ海,karibische inseln,caribbean islands
            """,
            "AG AI AW BB BL BQ BS CU CW DM DO GD GP HT JM KN KY LC MF MQ MS PR SX TC TT VC VG VI"
        ),
    ]
}
