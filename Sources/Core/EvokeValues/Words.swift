import Foundation

extension String {
    /// Without case and accents: "Müller" equals "MULLER", "Straße" equals "strasse", "Ёлка" equals "елка". Marks that
    /// make other letters, as in Thai, Hindi and Japanese, stay.
    public var folded: String {
        if utf8.allSatisfy({ $0 < 0x80 }) { return lowercased() }
        var plain = UnicodeScalarView()
        for scalar in decomposedStringWithCanonicalMapping.unicodeScalars where !scalar.isAccent {
            // Via capitals: ς and σ are one letter, and so are ß and ss.
            for capital in scalar.properties.uppercaseMapping.unicodeScalars {
                plain += capital.properties.lowercaseMapping.unicodeScalars.filter { !$0.isAccent }
            }
        }
        return String(plain).precomposedStringWithCanonicalMapping
    }
}

extension Unicode.Scalar {
    /// Marks on Latin, Greek and Cyrillic letters, and the vowels that Hebrew and Arabic usually omit.
    fileprivate var isAccent: Bool {
        switch value {
        case 0x300...0x36F, 0x591...0x5BD, 0x5BF, 0x5C1...0x5C2, 0x5C4...0x5C5, 0x5C7, 0x64B...0x65F, 0x670,
            0x1AB0...0x1AFF, 0x1DC0...0x1DFF, 0x20D0...0x20FF, 0xFE20...0xFE2F:
            true
        default: false
        }
    }
}

extension String {
    /// Whether it is empty or only whitespace.
    package var isBlank: Bool { unicodeScalars.allSatisfy(\.properties.isWhitespace) }
}

/// Guesses the intended word for a mistyped one.
package enum Spelling {
    package static func nearest(to word: String, among known: [String]) -> String? {
        let ranked = known.map { (name: $0, distance: distance(Array(word.utf8), Array($0.utf8))) }
        guard let best = ranked.min(by: { $0.distance < $1.distance }) else { return nil }
        return best.distance <= max(1, word.utf8.count / 3) ? best.name : nil
    }

    /// The number of insertions, deletions, replacements and swaps of neighbors that turn one into the other.
    package static func distance(_ left: [UInt8], _ right: [UInt8]) -> Int {
        guard !left.isEmpty, !right.isEmpty else { return max(left.count, right.count) }
        var rows = [Array(0...right.count)]
        for i in 1...left.count {
            var row = [i]
            for j in 1...right.count {
                var best = min(
                    rows[i - 1][j] + 1, row[j - 1] + 1, rows[i - 1][j - 1] + (left[i - 1] == right[j - 1] ? 0 : 1))
                if i > 1, j > 1, left[i - 1] == right[j - 2], left[i - 2] == right[j - 1] {
                    best = min(best, rows[i - 2][j - 2] + 1)
                }
                row.append(best)
            }
            rows.append(row)
        }
        return rows[left.count][right.count]
    }
}
