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
