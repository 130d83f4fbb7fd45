import EvokeValues

/// The names that a library's owner has given to people, as plain words are looked up in them. Made once for many texts:
/// to read a thousand names takes longer than a search.
package struct KnownNames: Sendable {
    /// As they were given.
    package let names: [String]
    /// Each word of a name, and those that follow each other; folded.
    private let runs: Set<[String]>

    /// Names of several words that people ask for have no more.
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
