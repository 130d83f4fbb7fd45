/// SentencePiece's normalization rules: a double-array trie from byte strings to offsets of replacements.
struct Charsmap: Sendable {
    private let units: [UInt32]
    /// The replacements, each null-terminated.
    private let replacements: [UInt8]

    /// The length in bytes of the longest grapheme cluster that is looked up as a whole.
    private static let longestWhole = 5

    init(_ node: ConfigurationNode) throws(TokenizerError) {
        guard let bytes = decodeBase64(try node.string().utf8) else { throw node.failure("it is not valid base64") }
        guard bytes.count >= 4 else { throw node.failure("it is truncated") }
        func word(at offset: Int) -> UInt32 {
            (0..<4).reduce(0) { $0 | UInt32(bytes[offset + $1]) << (8 * $1) }
        }
        let trieSize = Int(word(at: 0)) / 4 * 4
        guard trieSize > 0, trieSize <= bytes.count - 4 else { throw node.failure("its trie is truncated") }
        units = stride(from: 4, to: 4 + trieSize, by: 4).map(word)
        replacements = Array(bytes[(4 + trieSize)...])
        guard String(validating: replacements, as: UTF8.self) != nil else {
            throw node.failure("its replacements are not valid UTF-8")
        }
    }

    /// Rewrites valid UTF-8 as the reference does: a short grapheme cluster that starts with a rule's text is replaced
    /// as a whole, including the rest of it; other clusters are replaced character by character.
    func normalize(_ text: [UInt8]) -> [UInt8] {
        let string = String(decoding: text, as: UTF8.self)
        var result: [UInt8] = []
        result.reserveCapacity(text.count)
        var start = 0
        var index = string.startIndex
        while start < text.count {
            let next = string.index(after: index)
            let end = start + string.utf8.distance(from: index, to: next)
            append(text[start..<end], to: &result)
            (start, index) = (end, next)
        }
        return result
    }

    private func append(_ cluster: ArraySlice<UInt8>, to result: inout [UInt8]) {
        if cluster.count <= Self.longestWhole, let replacement = replacement(for: cluster) {
            result.append(contentsOf: replacement)
            return
        }
        var rest = cluster
        while let lead = rest.first {
            let character = rest.prefix(utf8Length(lead: lead))
            result.append(contentsOf: replacement(for: character) ?? character)
            rest = rest.dropFirst(character.count)
        }
    }

    /// The replacement of the shortest rule that `text` starts with.
    private func replacement(for text: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        var position = offset(of: units[0])
        for byte in text {
            position ^= Int(byte)
            // A zero byte would match the end of a rule.
            guard byte != 0, position < units.count, units[position] & 0x8000_00ff == UInt32(byte) else { return nil }
            let unit = units[position]
            position ^= offset(of: unit)
            guard unit & 0x100 != 0 else { continue }
            guard position < units.count else { return nil }
            return replacement(at: Int(units[position] & 0x7fff_ffff))
        }
        return nil
    }

    private func offset(of unit: UInt32) -> Int {
        Int(unit >> 10) << (unit & 0x200 == 0 ? 0 : 8)
    }

    private func replacement(at start: Int) -> ArraySlice<UInt8>? {
        // A damaged rule could point into the middle of a character.
        guard start <= replacements.count, start == replacements.count || replacements[start] & 0xC0 != 0x80 else {
            return nil
        }
        return replacements[start...].prefix { $0 != 0 }
    }
}

/// Decodes standard padded base64; nil for anything else.
func decodeBase64(_ text: some Collection<UInt8>) -> [UInt8]? {
    guard text.count.isMultiple(of: 4) else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count / 4 * 3)
    var bits: UInt32 = 0
    var digits = 0
    var padding = 0
    for character in text {
        var digit: UInt32 = 0
        switch character {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): digit = UInt32(character) - 65
        case UInt8(ascii: "a")...UInt8(ascii: "z"): digit = UInt32(character) - 71
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = UInt32(character) + 4
        case UInt8(ascii: "+"): digit = 62
        case UInt8(ascii: "/"): digit = 63
        case UInt8(ascii: "="): padding += 1
        default: return nil
        }
        guard padding == 0 || character == UInt8(ascii: "=") else { return nil }
        bits = bits << 6 | digit
        digits += 1
        if digits.isMultiple(of: 4) {
            bytes.append(UInt8(truncatingIfNeeded: bits >> 16))
            bytes.append(UInt8(truncatingIfNeeded: bits >> 8))
            bytes.append(UInt8(truncatingIfNeeded: bits))
        }
    }
    guard padding <= 2 else { return nil }
    bytes.removeLast(padding)
    return bytes
}
