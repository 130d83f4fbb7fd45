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
