import Foundation

/// Decompositions of characters and compositions of pairs. Results are cached: Foundation takes about a microsecond
/// each, and a text has few distinct characters.
struct UnicodeMappings {
    private struct Pair: Hashable {
        let first: Unicode.Scalar
        let second: Unicode.Scalar
    }

    let version: Int
    private var canonical: [Unicode.Scalar: [Unicode.Scalar]] = [:]
    private var compatibility: [Unicode.Scalar: [Unicode.Scalar]] = [:]
    private var compositions: [Pair: Unicode.Scalar?] = [:]

    init(unicode version: Int) {
        self.version = version
    }

    mutating func canonicalDecomposition(of scalar: Unicode.Scalar) -> [Unicode.Scalar] {
        if let known = canonical[scalar] { return known }
        let text = String(scalar)
        let parts = Array(
            (scalar.isKnown(toUnicode: version) ? text.decomposedStringWithCanonicalMapping : text).unicodeScalars)
        canonical[scalar] = parts
        return parts
    }

    mutating func compatibilityDecomposition(of scalar: Unicode.Scalar) -> [Unicode.Scalar] {
        if let known = compatibility[scalar] { return known }
        let text = String(scalar)
        let parts = Array(
            (scalar.isKnown(toUnicode: version) ? text.decomposedStringWithCompatibilityMapping : text).unicodeScalars)
        compatibility[scalar] = parts
        return parts
    }

    /// The character that the two compose to, if any.
    mutating func composition(of first: Unicode.Scalar, _ second: Unicode.Scalar) -> Unicode.Scalar? {
        if let syllable = Self.hangulSyllable(first, second) { return syllable }
        let pair = Pair(first: first, second: second)
        if let known = compositions[pair] { return known }
        let joined = composed(pair)
        compositions[pair] = .some(joined)
        return joined
    }

    private func composed(_ pair: Pair) -> Unicode.Scalar? {
        let (first, second) = (pair.first, pair.second)
        // The only pair that Foundation misses.
        if (first, second) == ("\u{CCA}", "\u{CD5}") { return "\u{CCB}" }
        // No composition combines a character beyond U+FFFF with one before it.
        guard first.isKnown(toUnicode: version), second.isKnown(toUnicode: version), second.isMark,
            (first.value < 0x1_0000) == (second.value < 0x1_0000)
        else { return nil }
        let joined = (String(first) + String(second)).precomposedStringWithCanonicalMapping.unicodeScalars
        return joined.count == 1 ? joined.first : nil
    }

    /// Hangul composes arithmetically: a leading consonant with a vowel, and the result with a trailing consonant.
    private static func hangulSyllable(_ first: Unicode.Scalar, _ second: Unicode.Scalar) -> Unicode.Scalar? {
        switch (first.value, second.value) {
        case (0x1100...0x1112, 0x1161...0x1175):
            Unicode.Scalar(0xAC00 + ((first.value - 0x1100) * 21 + second.value - 0x1161) * 28)
        case (0xAC00...0xD7A3, 0x11A8...0x11C2) where (first.value - 0xAC00).isMultiple(of: 28):
            Unicode.Scalar(first.value + second.value - 0x11A7)
        default: nil
        }
    }
}

extension Unicode.Scalar {
    /// Characters newer than the tables never decompose, compose, or move.
    func isKnown(toUnicode version: Int) -> Bool {
        isASCII || properties.age.map { $0.major <= version } ?? false
    }

    var isMark: Bool {
        switch properties.generalCategory {
        case .nonspacingMark, .spacingMark, .enclosingMark: true
        default: false
        }
    }

    func combiningClass(inUnicode version: Int) -> UInt8 {
        let combiningClass = properties.canonicalCombiningClass.rawValue
        return combiningClass == 0 || isKnown(toUnicode: version) ? combiningClass : 0
    }
}
