import EvokeValues
import Foundation

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
