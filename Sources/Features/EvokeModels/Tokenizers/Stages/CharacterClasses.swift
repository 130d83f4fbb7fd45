/// Character classes as in the reference implementation. Its parts use different versions of Unicode, each of which has
/// no classes for newer characters.
extension Unicode.Scalar {
    private func isKnown(in version: Int) -> Bool {
        isASCII || properties.age.map { $0.major <= version } ?? false
    }

    /// The Unicode version of regular expressions.
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

    // The rest uses Unicode 8 tables, with their errors.

    var isPunctuation: Bool {
        switch value {
        case 0x21...0x2F, 0x3A...0x40, 0x5B...0x60, 0x7B...0x7E, 0x166D, 0x1_11C9: true
        default: properties.generalCategory.isPunctuation && isKnown(in: 8)
        }
    }

    /// The characters that BERT's cleaning drops, except the white space among them.
    var isControl: Bool {
        switch properties.generalCategory {
        case .control, .privateUse: true
        case .format: isKnown(in: 8)
        default: value == 0xFFFD
        }
    }

    /// What BERT's cleaning considers accents.
    var isNonspacingMark: Bool {
        switch value {
        case 0x1734, 0x1_171E: true
        case 0x1885, 0x1886, 0xA9BD, 0x1_11C9: false
        default: properties.generalCategory == .nonspacingMark && isKnown(in: 8)
        }
    }

    /// What StripAccents considers accents.
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
