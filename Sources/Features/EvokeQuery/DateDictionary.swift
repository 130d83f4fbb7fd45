import EvokeValues
import Foundation

/// A language's words for dates: months and weekdays from Foundation's locale data, the others from `DateVocabulary`.
struct DateDictionary: Sendable {
    let language: QueryLanguage
    let words: [String: DateWord]
    let ordinary: Set<String>
    /// What negates or joins dates, by whether it precedes or follows them.
    let leading: [String: Set<Connective>]
    let trailing: [String: Set<Connective>]
    /// The units that "two years ago" counts in, with their numbers.
    let counted: [String: CountedUnit]
    let numbers: [String: Int]
    let decades: [String: Int]
    let parts: [String: TimePart]
    let now: Set<String>
    let ordinals: [String]
    /// Phrases of several words, and the beginnings of all.
    let phrases: Set<String>
    /// The length of the longest word, in scalars.
    let longest: Int

    private static let all = Dictionary(
        QueryLanguage.allCases.map { ($0, DateDictionary($0)) }, uniquingKeysWith: { first, _ in first })

    static func of(_ language: QueryLanguage) -> DateDictionary { all[language] ?? DateDictionary(language) }

    private init(_ language: QueryLanguage) {
        self.language = language
        var words: [String: DateWord] = [:]
        func add(_ names: [String], _ meaning: (Int) -> DateWord) {
            for (index, name) in names.enumerated() { words[Self.key(name, language)] = meaning(index + 1) }
        }
        let calendar = Self.calendar(language)
        // Only abbreviations shared by two languages: one alone is often a word in another language.
        add(calendar.shortMonthSymbols.map { Self.shared.contains($0.foldedWord) ? $0 : "" }) { .shortMonth($0) }
        if language.isUnspaced { add(calendar.shortMonthSymbols) { .month($0) } }
        add(calendar.weekdaySymbols + calendar.standaloneWeekdaySymbols) { .weekday(($0 - 1) % 7 + 1) }
        add(calendar.monthSymbols + calendar.standaloneMonthSymbols) { .month(($0 - 1) % 12 + 1) }
        // "В мае", "в среду": the case after the preposition.
        if language == .russian {
            add(calendar.monthSymbols.map { $0.dropLast() + "е" }) { .month($0) }
            add(calendar.monthSymbols.map { $0.dropLast() + ($0.hasSuffix("я") ? "ем" : "ом") }) { .month($0) }
            add(calendar.weekdaySymbols.map { $0.hasSuffix("а") ? $0.dropLast() + "у" : $0 }) { .weekday($0) }
        }
        let vocabulary = DateVocabulary.of(language)
        for (word, names) in vocabulary.words {
            for name in names { words[Self.key(name, language)] = word }
        }
        words[""] = nil
        self.words = words
        ordinary = vocabulary.ordinary
        let connectives = Connectives.of(language)
        func keys(_ list: String) -> [String] { Connectives.list(list).map { Self.key($0, language) } }
        func table(_ lists: [(Connective, String)]) -> [String: Set<Connective>] {
            var table: [String: Set<Connective>] = [:]
            for (connective, list) in lists { for key in keys(list) { table[key, default: []].insert(connective) } }
            return table
        }
        func numbered(_ list: String) -> [String: Int] {
            var numbers: [String: Int] = [:]
            for (index, names) in Connectives.list(list).enumerated() {
                for name in names.split(separator: "/") { numbers[Self.key(String(name), language)] = index + 1 }
            }
            return numbers
        }
        (leading, trailing) = (table(connectives.leading), table(connectives.trailing))
        var counted: [String: CountedUnit] = [:]
        for (unit, list) in [
            (CountedUnit.day, connectives.days), (.week, connectives.weeks), (.month, connectives.months),
            (.year, connectives.years),
        ] {
            for key in keys(list) { counted[key] = unit }
        }
        self.counted = counted
        var parts: [String: TimePart] = [:]
        for (part, list) in [
            (TimePart.early, connectives.early), (.middle, connectives.middle), (.late, connectives.late),
            (.firstHalf, connectives.firstHalf), (.secondHalf, connectives.secondHalf),
        ] {
            for key in keys(list) { parts[key] = part }
        }
        self.parts = parts
        (numbers, decades) = (numbered(connectives.numbers), numbered(connectives.decades))
        (now, ordinals) = (Set(keys(connectives.now)), keys(connectives.ordinals))
        let all = [
            Array(words.keys), Array(leading.keys), Array(trailing.keys), Array(counted.keys), Array(numbers.keys),
            Array(decades.keys), Array(parts.keys), Array(now),
        ].joined()
        phrases = Set(all.filter { $0.contains(" ") })
        longest = all.map(\.unicodeScalars.count).max() ?? 0
    }

    /// Whether it is a word in a date or next to one.
    func knows(_ key: String) -> Bool {
        words[key] != nil || leading[key] != nil || trailing[key] != nil || counted[key] != nil || numbers[key] != nil
            || decades[key] != nil || parts[key] != nil || now.contains(key)
    }

    static func calendar(_ language: QueryLanguage) -> Calendar {
        var calendar = Calendar(identifier: .gregorian)
        calendar.locale = Locale(identifier: language.rawValue)
        return calendar
    }

    private static func key(_ name: String, _ language: QueryLanguage) -> String {
        language.isUnspaced ? name : name.foldedWord
    }

    private static let shared: Set<String> = {
        var counts: [String: Int] = [:]
        for language in QueryLanguage.allCases where !language.isUnspaced {
            for name in calendar(language).shortMonthSymbols { counts[name.foldedWord, default: 0] += 1 }
        }
        return Set(counts.filter { $0.value > 1 }.keys)
    }()
}

/// The units for times ago.
enum CountedUnit: Hashable, Sendable { case day, week, month, year }

/// A third or a half of a time: "early 2012", "the second half of May".
enum TimePart: Hashable, Sendable {
    case early, middle, late, firstHalf, secondHalf

    /// Divides years into months, and shorter times into days; nil for times without parts.
    func cut(_ span: DateSpan) -> DateSpan? {
        let (number, count): (Int64, Int64) =
            switch self {
            case .early: (0, 3)
            case .middle: (1, 3)
            case .late: (2, 3)
            case .firstHalf: (0, 2)
            case .secondHalf: (1, 2)
            }
        let first = CivilTime(seconds: span.lowerBound)
        if let months = [12, 120].first(where: { DateSpan.months(first.year, first.month, count: $0) == span }) {
            let part = months / Int(count)
            let start = Int(number) * part
            return .months(first.year + start / 12, start % 12 + 1, count: part)
        }
        let days = (span.upperBound - span.lowerBound) / 86_400
        guard (7...100).contains(days) else { return nil }
        // Of 31 days, the last third has one more.
        let part = days / count
        let start = span.lowerBound + number * part * 86_400
        return start..<(number + 1 == count ? span.upperBound : start + part * 86_400)
    }
}

extension StringProtocol {
    /// In lower case, without accents and without the period of an abbreviation.
    var foldedWord: String {
        let folded = folding(options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil)
        let straight = folded.replacing("’", with: "'")
        return straight.hasSuffix(".") ? String(straight.dropLast()) : straight
    }
}

/// The languages whose words for dates are understood, by ISO code.
public enum QueryLanguage: String, CaseIterable, Sendable {
    /// English, `en`.
    case english = "en"
    /// German, `de`.
    case german = "de"
    /// French, `fr`.
    case french = "fr"
    /// Spanish, `es`.
    case spanish = "es"
    /// Portuguese, `pt`.
    case portuguese = "pt"
    /// Italian, `it`.
    case italian = "it"
    /// Dutch, `nl`.
    case dutch = "nl"
    /// Russian, `ru`.
    case russian = "ru"
    /// Japanese, `ja`.
    case japanese = "ja"
    /// Chinese, `zh`.
    case chinese = "zh"
    /// Thai, `th`.
    case thai = "th"

    /// Those of the given languages, which may be like "pt-BR".
    package static func named(_ languages: [String]) -> [QueryLanguage] {
        let codes = languages.map { $0.prefix { $0 != "-" && $0 != "_" }.lowercased() }
        return allCases.filter { codes.contains($0.rawValue) }
    }

    /// Whether its words are written without spaces.
    var isUnspaced: Bool { self == .japanese || self == .chinese || self == .thai }
}
