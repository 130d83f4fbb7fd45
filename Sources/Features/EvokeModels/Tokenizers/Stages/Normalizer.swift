/// A text on its way to the pre-tokenizer.
struct NormalizedText {
    /// Valid UTF-8.
    var bytes: [UInt8]
    /// Whether the first character comes from the first character of the whole text, for Metaspace's "first".
    var startsAtOrigin: Bool

    /// Rewrites each character; it is dropped if `character` appends nothing.
    mutating func rewrite(_ character: (Unicode.Scalar, inout [UInt8]) -> Void) {
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var isFirst = true
        for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
            character(scalar, &result)
            if isFirst { startsAtOrigin = startsAtOrigin && !result.isEmpty }
            isFirst = false
        }
        bytes = result
    }
}

/// A step of rewriting a text.
indirect enum Normalizer: Sendable {
    case sequence([Normalizer])
    case unicode(UnicodeForm)
    case charsmap(Charsmap)
    case replace(Replacement)
    case strip(left: Bool, right: Bool)
    case stripAccents
    case lowercase
    case prepend([UInt8])
    case bert(BertNormalizer)
    case simpleCLIP

    init(_ node: ConfigurationNode) throws(TokenizerError) {
        switch try node["type"].string() {
        case "Sequence":
            var steps: [Normalizer] = []
            for element in try node["normalizers"].elements() { steps.append(try Normalizer(element)) }
            self = .sequence(steps)
        case "NFC": self = .unicode(.nfc)
        case "NFD": self = .unicode(.nfd)
        case "NFKC": self = .unicode(.nfkc)
        case "NFKD": self = .unicode(.nfkd)
        case "Precompiled": self = .charsmap(try Charsmap(node["precompiled_charsmap"]))
        case "Replace": self = .replace(try Replacement(node))
        case "Strip": self = .strip(left: try node["strip_left"].bool(), right: try node["strip_right"].bool())
        case "StripAccents": self = .stripAccents
        case "Lowercase": self = .lowercase
        case "Prepend": self = .prepend(Array(try node["prepend"].string().utf8))
        case "BertNormalizer": self = .bert(try BertNormalizer(node))
        default: throw node["type"].unsupported()
        }
    }

    func apply(to text: inout NormalizedText) {
        guard !text.bytes.isEmpty else { return }
        switch self {
        case .sequence(let steps): for step in steps { step.apply(to: &text) }
        case .unicode(let form): text.bytes = form.normalize(text.bytes)
        case .charsmap(let charsmap): text.bytes = charsmap.normalize(text.bytes)
        case .replace(let replacement): replacement.apply(to: &text)
        case .strip(let left, let right): text.strip(left: left, right: right)
        case .stripAccents: text.rewrite { if !$0.isAccent { $1 += UTF8.encode($0)! } }
        // The reference ignores the context, so there is no special case for a final sigma.
        case .lowercase: text.rewrite { $1.appendLowercase($0) }
        case .prepend(let prefix): text.bytes.insert(contentsOf: prefix, at: 0)
        case .bert(let bert): bert.apply(to: &text)
        case .simpleCLIP: text.bytes = MergeList.clean(text.bytes)
        }
    }
}

extension NormalizedText {
    fileprivate mutating func strip(left: Bool, right: Bool) {
        let scalars = String(decoding: bytes, as: UTF8.self).unicodeScalars
        var kept = scalars[...]
        if left { kept = kept.drop(while: \.properties.isWhitespace) }
        if right {
            while kept.last?.properties.isWhitespace == true { kept.removeLast() }
        }
        startsAtOrigin = startsAtOrigin && kept.startIndex == scalars.startIndex
        bytes = Array(String(kept).utf8)
    }
}

struct BertNormalizer: Sendable, Equatable {
    private let cleansText: Bool
    private let separatesChinese: Bool
    private let stripsAccents: Bool
    private let lowercases: Bool

    init(_ node: ConfigurationNode) throws(TokenizerError) {
        cleansText = try node["clean_text"].bool()
        separatesChinese = try node["handle_chinese_chars"].bool()
        lowercases = try node["lowercase"].bool()
        stripsAccents = try node["strip_accents"].bool(default: lowercases)
    }

    init(lowercases: Bool, stripsAccents: Bool?, separatesChinese: Bool) {
        self.cleansText = true
        self.separatesChinese = separatesChinese
        self.stripsAccents = stripsAccents ?? lowercases
        self.lowercases = lowercases
    }

    func apply(to text: inout NormalizedText) {
        if cleansText {
            text.rewrite { scalar, result in
                if "\t\n\r".unicodeScalars.contains(scalar) {
                    result.append(UInt8(ascii: " "))
                } else if !scalar.isControl {
                    result += scalar.properties.isWhitespace ? UTF8.encode(" ")! : UTF8.encode(scalar)!
                }
            }
        }
        if separatesChinese {
            text.rewrite { scalar, result in
                if scalar.isChinese { result.append(UInt8(ascii: " ")) }
                result += UTF8.encode(scalar)!
                if scalar.isChinese { result.append(UInt8(ascii: " ")) }
            }
        }
        if stripsAccents {
            text.bytes = UnicodeForm.nfd.normalize(text.bytes)
            text.rewrite { if !$0.isNonspacingMark { $1 += UTF8.encode($0)! } }
        }
        if lowercases { Normalizer.lowercase.apply(to: &text) }
    }
}

extension Unicode.Scalar {
    /// Whether BERT treats it as a word of its own.
    fileprivate var isChinese: Bool {
        switch value {
        case 0x4E00...0x9FFF, 0x3400...0x4DBF, 0x2_0000...0x2_A6DF, 0x2_A700...0x2_B73F, 0x2_B740...0x2_B81F,
            0x2_B920...0x2_CEAF, 0xF900...0xFAFF, 0x2_F800...0x2_FA1F:
            true
        default: false
        }
    }
}

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

/// Replaces every match of a pattern.
struct Replacement: Sendable {
    private let pattern: TextPattern
    private let content: [UInt8]

    init(_ node: ConfigurationNode) throws(TokenizerError) {
        pattern = try TextPattern(node["pattern"])
        content = Array(try node["content"].string().utf8)
    }

    func apply(to text: inout NormalizedText) {
        let source = text.bytes
        var result: [UInt8] = []
        result.reserveCapacity(source.count)
        var position = 0
        while position < source.count {
            let matched = pattern.matchLength(in: source, position..<source.count)
            if matched == 0 {
                let end = position + utf8Length(lead: source[position])
                result += source[position..<end]
                position = end
                continue
            }
            if position == 0 {
                // When several characters are replaced, the result counts as part of the last one.
                let isOneCharacter = matched == utf8Length(lead: source[0])
                text.startsAtOrigin = text.startsAtOrigin && isOneCharacter && !content.isEmpty
            }
            result.append(contentsOf: content)
            position += matched
        }
        text.bytes = result
    }
}
