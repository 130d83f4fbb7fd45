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
