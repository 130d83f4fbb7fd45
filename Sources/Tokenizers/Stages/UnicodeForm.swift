import Foundation

/// One of Unicode's normalisation forms, exactly as the reference implementation has them.
enum UnicodeForm: Sendable {
    case nfc, nfd, nfkc, nfkd

    /// The reference's tables are Unicode 9's: to it, later characters neither decompose, nor compose, nor move.
    private static let knownVersion = 9

    func normalize(_ text: [UInt8]) -> [UInt8] {
        // Below U+0300 nothing composes; ASCII has no decompositions either.
        let leadOfFirstChange: UInt8 = self == .nfc ? 0xCC : 0x80
        guard text.contains(where: { $0 >= leadOfFirstChange }) else { return text }

        var result: [UInt8] = []
        result.reserveCapacity(text.count)
        var run = String.UnicodeScalarView()
        func closeRun() {
            result.append(contentsOf: map(String(run)).utf8)
            run.removeAll(keepingCapacity: true)
        }
        for scalar in String(decoding: text, as: UTF8.self).unicodeScalars {
            if !Self.isKnown(scalar) {
                closeRun()
                result.append(contentsOf: UTF8.encode(scalar)!)
                continue
            }
            // Foundation composes a character beyond U+FFFF with what composes with its lower 16 bits.
            if scalar.value < 0x1_0000, let last = run.last, last.value >= 0x1_0000, Self.isStarter(last) {
                closeRun()
            }
            run.append(contentsOf: expanded(scalar))
        }
        closeRun()
        return result
    }

    private static func isKnown(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.isASCII { return true }
        guard let age = scalar.properties.age else { return false }
        return age.major <= knownVersion
    }

    private static func isStarter(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.canonicalCombiningClass == .notReordered
    }

    /// The few starters that decompose into marks: Foundation leaves the marks where they are, so they are taken
    /// apart before it sees them.
    private func expanded(_ scalar: Unicode.Scalar) -> [Unicode.Scalar] {
        switch (scalar, self) {
        case ("\u{F73}", _): ["\u{F71}", "\u{F72}"]
        case ("\u{F75}", _): ["\u{F71}", "\u{F74}"]
        case ("\u{F81}", _): ["\u{F71}", "\u{F80}"]
        case ("\u{FF9E}", .nfkc), ("\u{FF9E}", .nfkd): ["\u{3099}"]
        case ("\u{FF9F}", .nfkc), ("\u{FF9F}", .nfkd): ["\u{309A}"]
        default: [scalar]
        }
    }

    private func map(_ text: String) -> String {
        switch self {
        case .nfc: text.precomposedStringWithCanonicalMapping
        case .nfd: text.decomposedStringWithCanonicalMapping
        case .nfkc: text.precomposedStringWithCompatibilityMapping
        case .nfkd: text.decomposedStringWithCompatibilityMapping
        }
    }
}
