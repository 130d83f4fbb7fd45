import EvokeValues

/// The names that a library's owner gave to people, prepared for looking up words. Made once for many texts: preparing
/// a thousand names takes longer than a search.
package struct KnownNames: Sendable {
    /// As given.
    package let names: [String]
    /// Each word of a name, and each sequence of them; folded.
    private let runs: Set<[String]>

    /// The longest part of a name that people search for, in words.
    static let mostWords = 4

    package init(_ names: [String]) {
        self.names = names
        var runs: Set<[String]> = []
        for name in names {
            let words = TextTerm.all(in: name).map(\.text)
            for start in words.indices {
                for end in start..<min(start + Self.mostWords, words.count) { runs.insert(Array(words[start...end])) }
            }
        }
        self.runs = runs
    }

    package func contains(_ words: [String]) -> Bool { runs.contains(words) }
}
