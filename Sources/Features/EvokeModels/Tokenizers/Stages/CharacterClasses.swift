/// What the reference implementation takes characters for. Its parts have tables of different versions of Unicode;
/// characters that came later are nothing in particular to them.
extension Unicode.Scalar {
    private func isKnown(in version: Int) -> Bool {
        isASCII || properties.age.map { $0.major <= version } ?? false
    }

    /// The version of Unicode that regular expressions go by.
    private static let versionOfExpressions = 16

    /// `\p{L}`
    var isLetter: Bool { properties.generalCategory.isLetter && isKnown(in: Self.versionOfExpressions) }

    /// `\p{N}`
    var isNumber: Bool { properties.generalCategory.isNumber && isKnown(in: Self.versionOfExpressions) }

    /// `\w`
    var isWordCharacter: Bool {
        guard isKnown(in: Self.versionOfExpressions) else { return false }
        switch properties.generalCategory {
        case .nonspacingMark, .spacingMark, .enclosingMark, .decimalNumber, .connectorPunctuation: return true
        default: return properties.isAlphabetic || properties.isJoinControl
        }
    }

    // The rest goes by tables of Unicode 8, and has their slips.

    var isPunctuation: Bool {
        switch value {
        case 0x21...0x2F, 0x3A...0x40, 0x5B...0x60, 0x7B...0x7E, 0x166D, 0x1_11C9: true
        default: properties.generalCategory.isPunctuation && isKnown(in: 8)
        }
    }

    /// What BERT's cleaning drops, apart from the white space among it.
    var isControl: Bool {
        switch properties.generalCategory {
        case .control, .privateUse: true
        case .format: isKnown(in: 8)
        default: value == 0xFFFD
        }
    }

    /// What BERT's cleaning takes for accents.
    var isNonspacingMark: Bool {
        switch value {
        case 0x1734, 0x1_171E: true
        case 0x1885, 0x1886, 0xA9BD, 0x1_11C9: false
        default: properties.generalCategory == .nonspacingMark && isKnown(in: 8)
        }
    }

    /// What StripAccents takes for accents.
    var isAccent: Bool {
        switch value {
        case 0x1CF2, 0x1CF3: true
        case 0x1_11C9: false
        default: isMark && isKnown(in: 9)
        }
    }
}

extension Unicode.GeneralCategory {
    var isLetter: Bool {
        switch self {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter: true
        default: false
        }
    }

    var isNumber: Bool {
        switch self {
        case .decimalNumber, .letterNumber, .otherNumber: true
        default: false
        }
    }

    var isPunctuation: Bool {
        switch self {
        case .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation, .initialPunctuation,
            .finalPunctuation, .otherPunctuation:
            true
        default: false
        }
    }
}
