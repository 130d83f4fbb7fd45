/// A text on its way to the pre-tokenizer.
struct NormalizedText {
    /// Valid UTF-8.
    var bytes: [UInt8]
    /// Whether the first character stems from the first character of the whole text: Metaspace's "first" asks.
    var startsAtOrigin: Bool
}

/// One step of rewriting a text.
indirect enum Normalizer: Sendable {
    case sequence([Normalizer])
    case unicode(UnicodeForm)
    case charsmap(Charsmap)
    case replace(Replacement)
    case strip(left: Bool, right: Bool)
    case lowercase
    case prepend([UInt8])

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
        case "Lowercase": self = .lowercase
        case "Prepend": self = .prepend(Array(try node["prepend"].string().utf8))
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
        case .lowercase: text.bytes = lowercased(text.bytes)
        case .prepend(let prefix): text.bytes.insert(contentsOf: prefix, at: 0)
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

/// Scalar by scalar: the mapping that looks at neighbours (a final sigma) is not what the reference applies.
private func lowercased(_ text: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(text.count)
    for scalar in String(decoding: text, as: UTF8.self).unicodeScalars {
        result.append(contentsOf: scalar.properties.lowercaseMapping.utf8)
    }
    return result
}
