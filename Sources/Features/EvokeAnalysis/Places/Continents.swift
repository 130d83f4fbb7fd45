import EvokeValues

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
            """
            africa,afrika,afrique,африка,アフリカ,非洲,แอฟริกา
            """,
            """
            AO BF BI BJ BW CD CF CG CI CM CV DJ DZ EA EG EH ER ET GA GH GM GN GQ GW IC IO KE KM LR LS LY MA \
            MG ML MR MU MW MZ NA NE NG RE RW SC SD SH SL SN SO SS ST SZ TD TF TG TN TZ UG YT ZA ZM ZW
            """
        ),
        (
            "Asia",
            """
            asia,asien,asie,azie,азия,アジア,亚洲,亞洲,เอเชีย,亚州
            """,
            """
            AE AF AM AZ BD BH BN BT CN CY GE HK ID IL IN IQ IR JO JP KG KH KP KR KW KZ LA LB LK MM MN MO MV \
            MY NP OM PH PK PS QA SA SG SY TH TJ TL TM TR TW UZ VN YE
            """
        ),
        (
            "Europe",
            """
            europe,europa,европа,ヨーロッパ,欧洲,歐洲,ยุโรป,欧州
            """,
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
            """
            AR BO BR BV CL CO EC FK GF GS GY PE PY SR UY VE
            """
        ),
        (
            "Oceania",
            """
            oceania,ozeanien,oceanie,океания,オセアニア,大洋洲,โอเชียเนีย
            """,
            """
            AS AU CC CK CX FJ FM GU HM KI MH MP NC NF NR NU NZ PF PG PN PW SB TK TO TV UM VU WF WS
            """
        ),
        (
            "Central America",
            """
            central america,mittelamerika,amerique centrale,centroamerica,america central,\
            america centrale,midden amerika,центральная америка,中央アメリカ,中美洲,中美,อเมริกากลาง,\
            zentralamerika,中米,centraal amerika,centro america
            """,
            """
            BZ CR GT HN MX NI PA SV
            """
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
            """
            BN ID KH LA MM MY PH SG TH TL VN
            """
        ),
        (
            "Caribbean",
            """
            caribbean,karibik,caraibes,caribe,caraibi,caribisch gebied,карибы,カリブ,加勒比地区,加勒比海,\
            แคริบเบียน,the caribbean,加勒比,カリブ海,karibische inseln,caribbean islands
            """,
            """
            AG AI AW BB BL BQ BS CU CW DM DO GD GP HT JM KN KY LC MF MQ MS PR SX TC TT VC VG VI
            """
        ),
    ]
}
