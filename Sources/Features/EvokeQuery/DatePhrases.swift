import EvokePorts
import EvokeValues
import Foundation

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

/// Months in words with their years, suggested if a library has photos from them.
enum MonthPhrases {
    /// In each language that writes its months in letters.
    static let names: [(month: Int, text: String, folded: String)] = QueryLanguage.allCases.filter {
        !$0.isUnspaced || $0 == .thai
    }.flatMap { language in
        DateDictionary.calendar(language).standaloneMonthSymbols.enumerated().map { place, name in
            let text = language == .english ? name.lowercased() : name
            return (place + 1, text, text.folded)
        }
    }

    /// Fewer letters match too much.
    private static let fewestLetters = 3
    /// More would leave no room for anything else.
    private static let most = 3

    /// Those of the months, given as `2019-05` with the most frequent first, whose names begin with the text. Each is
    /// in the first language in which it does.
    static func beginning(_ text: String, among values: [PhotoValue]) -> [PhotoValue] {
        guard text.unicodeScalars.count >= fewestLetters else { return [] }
        let names = names.filter { $0.folded.hasPrefix(text) || text.hasPrefix($0.folded + " ") }
        guard !names.isEmpty else { return [] }
        let found = values.lazy.compactMap { value -> PhotoValue? in
            let parts = value.text.split(separator: "-")
            guard parts.count == 2, let month = Int(parts[1]),
                let name = names.first(where: { $0.month == month && "\($0.folded) \(parts[0])".hasPrefix(text) })
            else { return nil }
            return PhotoValue("\(name.text) \(parts[0])", count: value.count)
        }
        return Array(found.prefix(most))
    }
}
