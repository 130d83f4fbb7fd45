import EvokeValues

/// Suggested words for dates in each language: `date:` takes all of them.
enum DatePhrases {
    static let all: [(language: QueryLanguage, text: String, folded: String)] = QueryLanguage.allCases.flatMap {
        language in
        of(language).map { (language, $0, $0.folded) }
    }

    private static func of(_ language: QueryLanguage) -> [String] {
        switch language {
        case .english:
            [
                "today", "yesterday", "last week", "last month", "last year", "last spring", "last summer",
                "last autumn", "last winter", "last christmas", "this week", "this month", "this year",
            ]
        case .german:
            [
                "heute", "gestern", "letzte Woche", "letzten Monat", "letztes Jahr", "letzten Frühling",
                "letzten Sommer", "letzten Herbst", "letzten Winter", "letzte Weihnachten", "diese Woche",
                "diesen Monat", "dieses Jahr",
            ]
        case .french:
            [
                "aujourd'hui", "hier", "la semaine dernière", "le mois dernier", "l'année dernière",
                "le printemps dernier", "l'été dernier", "l'automne dernier", "l'hiver dernier", "cette semaine",
                "ce mois", "cette année",
            ]
        case .spanish:
            [
                "hoy", "ayer", "la semana pasada", "el mes pasado", "el año pasado", "la primavera pasada",
                "el verano pasado", "el otoño pasado", "el invierno pasado", "esta semana", "este mes", "este año",
            ]
        case .portuguese:
            [
                "hoje", "ontem", "a semana passada", "o mês passado", "o ano passado", "a primavera passada",
                "o verão passado", "o outono passado", "o inverno passado", "esta semana", "este mês", "este ano",
            ]
        case .italian:
            [
                "oggi", "ieri", "la settimana scorsa", "il mese scorso", "l'anno scorso", "la primavera scorsa",
                "l'estate scorsa", "l'autunno scorso", "l'inverno scorso", "questa settimana", "questo mese",
                "quest'anno",
            ]
        case .dutch:
            [
                "vandaag", "gisteren", "vorige week", "vorige maand", "vorig jaar", "vorige lente", "vorige zomer",
                "vorige herfst", "vorige winter", "deze week", "deze maand", "dit jaar",
            ]
        case .russian:
            [
                "сегодня", "вчера", "на прошлой неделе", "в прошлом месяце", "в прошлом году", "прошлой весной",
                "прошлым летом", "прошлой осенью", "прошлой зимой", "на этой неделе", "в этом месяце", "в этом году",
            ]
        case .japanese: ["今日", "昨日", "先週", "先月", "去年", "去年の春", "去年の夏", "去年の秋", "去年の冬", "今週", "今月", "今年"]
        case .chinese: ["今天", "昨天", "上周", "上个月", "去年", "去年春天", "去年夏天", "去年秋天", "去年冬天", "本周", "这个月", "今年"]
        case .thai: ["วันนี้", "เมื่อวาน", "สัปดาห์ที่แล้ว", "เดือนที่แล้ว", "ปีที่แล้ว", "สัปดาห์นี้", "เดือนนี้", "ปีนี้"]
        }
    }
}
