import Foundation

/// A Unicode normalization form, exactly as in the reference implementation.
///
/// Foundation is only asked about one or two characters at a time, because given whole texts it leaves some marks out
/// of order, composes characters beyond U+FFFF by their lower 16 bits, and misses Hangul syllables.
enum UnicodeForm: Sendable {
    case nfc, nfd, nfkc, nfkd

    private var composes: Bool { self == .nfc || self == .nfkc }
    private var isCompatibility: Bool { self == .nfkc || self == .nfkd }

    /// The Unicode version of the tables in the `tokenizers` library.
    static let versionOfReference = 9

    func normalize(_ text: [UInt8], unicode version: Int = versionOfReference) -> [UInt8] {
        // Nothing below U+0300 composes, and ASCII has no decompositions either.
        let leadOfFirstChange: UInt8 = self == .nfc ? 0xCC : 0x80
        guard text.contains(where: { $0 >= leadOfFirstChange }) else { return text }

        var mappings = UnicodeMappings(unicode: version)
        var result: [UInt8] = []
        result.reserveCapacity(text.count)
        /// Consecutive characters that can affect each other.
        var segment: [Unicode.Scalar] = []
        func add(_ scalar: Unicode.Scalar) {
            if scalar.startsSegment {
                append(segment, to: &result, &mappings)
                segment.removeAll(keepingCapacity: true)
            }
            segment.append(scalar)
        }
        for scalar in String(decoding: text, as: UTF8.self).unicodeScalars {
            if isCompatibility, !scalar.isASCII {
                mappings.compatibilityDecomposition(of: scalar).forEach(add)
            } else {
                add(scalar)
            }
        }
        append(segment, to: &result, &mappings)
        return result
    }

    private func append(
        _ segment: [Unicode.Scalar], to result: inout [UInt8], _ mappings: inout UnicodeMappings
    ) {
        guard let first = segment.first else { return }
        if segment.count == 1, first.isASCII || composes && !first.properties.isFullCompositionExclusion {
            result += UTF8.encode(first)!
            return
        }
        var scalars: [Unicode.Scalar] = []
        for scalar in segment { scalars += mappings.canonicalDecomposition(of: scalar) }
        sortMarks(&scalars, mappings.version)
        for scalar in composes ? composed(scalars, &mappings) : scalars { result += UTF8.encode(scalar)! }
    }

    /// Combines each starter with the marks after it that aren't blocked.
    private func composed(_ scalars: [Unicode.Scalar], _ mappings: inout UnicodeMappings) -> [Unicode.Scalar] {
        var result: [Unicode.Scalar] = []
        var starter: Int?
        var lastClass: UInt8 = 0
        for scalar in scalars {
            let combiningClass = scalar.combiningClass(inUnicode: mappings.version)
            if let starter, result.count == starter + 1 || lastClass < combiningClass,
                let joined = mappings.composition(of: result[starter], scalar)
            {
                result[starter] = joined
                continue
            }
            if combiningClass == 0 { starter = result.count }
            lastClass = combiningClass
            result.append(scalar)
        }
        return result
    }

    /// Stably sorts each run of marks by combining class.
    private func sortMarks(_ scalars: inout [Unicode.Scalar], _ version: Int) {
        var start = 0
        while start < scalars.count {
            let end = scalars[start...].firstIndex { $0.combiningClass(inUnicode: version) == 0 } ?? scalars.count
            if end > start + 1 {
                let marks = scalars[start..<end].enumerated().map { ($1.combiningClass(inUnicode: version), $0, $1) }
                scalars.replaceSubrange(start..<end, with: marks.sorted { ($0.0, $0.1) < ($1.0, $1.1) }.map(\.2))
            }
            start = end + 1
        }
    }
}

extension Unicode.Scalar {
    /// Whether this character and those before it cannot affect each other.
    fileprivate var startsSegment: Bool {
        switch value {
        case ..<0x300: true
        case 0x1161...0x1175, 0x11A8...0x11C2: false
        default: !isMark
        }
    }
}

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
