import Foundation

/// A language's words for dates: months and weekdays from Foundation's locale data, the others from `DateVocabulary`.
struct DateDictionary: Sendable {
    let language: QueryLanguage
    let words: [String: DateWord]
    let ordinary: Set<String>
    /// The most scalars that a word has.
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
        add(Self.abbreviations(calendar)) { .shortMonth($0) }
        if language.isUnspaced { add(calendar.shortMonthSymbols) { .month($0) } }
        add(calendar.weekdaySymbols + calendar.standaloneWeekdaySymbols) { .weekday(($0 - 1) % 7 + 1) }
        add(calendar.monthSymbols + calendar.standaloneMonthSymbols) { .month(($0 - 1) % 12 + 1) }
        // "В мае", "в среду": the case that stands behind the preposition.
        if language == .russian {
            add(calendar.monthSymbols.map { $0.dropLast() + "е" }) { .month($0) }
            add(calendar.weekdaySymbols.map { $0.hasSuffix("а") ? $0.dropLast() + "у" : $0 }) { .weekday($0) }
        }
        let vocabulary = DateVocabulary.of(language)
        for (word, names) in vocabulary.words {
            for name in names { words[Self.key(name, language)] = word }
        }
        words[""] = nil
        self.words = words
        ordinary = vocabulary.ordinary
        longest = words.keys.map(\.unicodeScalars.count).max() ?? 0
    }

    static func calendar(_ language: QueryLanguage) -> Calendar {
        var calendar = Calendar(identifier: .gregorian)
        calendar.locale = Locale(identifier: language.rawValue)
        return calendar
    }

    private static func key(_ name: String, _ language: QueryLanguage) -> String {
        language.isUnspaced ? name : name.foldedWord
    }

    /// Those that two languages share, since an abbreviation by itself is often a word of another.
    private static func abbreviations(_ calendar: Calendar) -> [String] {
        calendar.shortMonthSymbols.map { shared.contains($0.foldedWord) ? $0 : "" }
    }

    private static let shared: Set<String> = {
        var counts: [String: Int] = [:]
        for language in QueryLanguage.allCases where !language.isUnspaced {
            for name in calendar(language).shortMonthSymbols { counts[name.foldedWord, default: 0] += 1 }
        }
        return Set(counts.filter { $0.value > 1 }.keys)
    }()
}

extension StringProtocol {
    /// In small letters, without accents and without the full stop of an abbreviation.
    var foldedWord: String {
        let folded = folding(options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil)
        let straight = folded.replacing("’", with: "'")
        return straight.hasSuffix(".") ? String(straight.dropLast()) : straight
    }
}
