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
