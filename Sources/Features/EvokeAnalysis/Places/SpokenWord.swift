/// A word of a text, delimited by spaces, without surrounding punctuation.
struct SpokenWord {
    let text: Substring
    /// Whether the next word follows without a comma or similar punctuation.
    let endsOpen: Bool

    var range: Range<String.Index> { text.startIndex..<text.endIndex }

    var hasCapital: Bool { text.first?.isUppercase ?? false }

    var isLatin: Bool { text.unicodeScalars.first.map { $0.value < 0x250 } ?? false }

    var isCyrillic: Bool { text.unicodeScalars.first.map { (0x400...0x4FF).contains($0.value) } ?? false }

    /// Whether its script puts no spaces between words.
    var isWithoutSpaces: Bool { text.unicodeScalars.contains(where: Self.isWithoutSpaces) }

    static func all(in text: String) -> [SpokenWord] {
        text.split(whereSeparator: \.isWhitespace).flatMap { run in
            // In "l'Italie" and "d’Espagne", the article is a word.
            let parts = run.split(separator: "’", maxSplits: 1).flatMap { $0.split(separator: "'", maxSplits: 1) }
            return parts.count == 2 && parts[0].count <= 4 ? parts : [run]
        }.compactMap { run in
            let front = run.drop { !$0.isLetter && !$0.isNumber }
            guard let last = front.lastIndex(where: { $0.isLetter || $0.isNumber }) else { return nil }
            let word = front[...last]
            return SpokenWord(text: word, endsOpen: front[front.index(after: last)...].isEmpty)
        }
    }

    private static func isWithoutSpaces(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x0E00...0x0E7F, 0x3040...0x30FF, 0x31F0...0x31FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0x20000...0x3FFFF:
            true
        default: false
        }
    }
}
