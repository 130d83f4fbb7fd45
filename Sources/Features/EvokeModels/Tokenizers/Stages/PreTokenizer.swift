/// A text split into pieces that the model processes separately.
struct PieceList {
    var bytes: [UInt8]
    var pieces: [Range<Int>]
    /// Whether a piece at the start of `bytes` comes from the start of the whole text.
    let startsAtOrigin: Bool

    init(_ text: NormalizedText) {
        bytes = text.bytes
        pieces = text.bytes.isEmpty ? [] : [0..<text.bytes.count]
        startsAtOrigin = text.startsAtOrigin
    }
}

/// A step of splitting a text into pieces.
indirect enum PreTokenizer: Sendable {
    case sequence([PreTokenizer])
    case split(Split)
    case metaspace(Metaspace)
    case byteLevel(ByteLevel)

    init(_ node: ConfigurationNode) throws(TokenizerError) {
        switch try node["type"].string() {
        case "Sequence":
            var steps: [PreTokenizer] = []
            for element in try node["pretokenizers"].elements() { steps.append(try PreTokenizer(element)) }
            self = .sequence(steps)
        case "WhitespaceSplit": self = .split(Split(at: .whitespace, .removed))
        case "Whitespace": self = .split(Split(into: .words))
        case "BertPreTokenizer":
            self = .sequence([
                .split(Split(at: .whitespace, .removed)), .split(Split(at: .punctuation, .isolated)),
            ])
        case "Punctuation":
            let behavior = node["behavior"]
            self = .split(Split(at: .punctuation, behavior.isNull ? .isolated : try Split.Behavior(behavior)))
        case "Digits":
            let isIndividual = try node["individual_digits"].bool()
            self = .split(Split(at: .digit, isIndividual ? .isolated : .contiguous))
        case "Split": self = .split(try Split(node))
        case "Metaspace": self = .metaspace(try Metaspace(node))
        case "ByteLevel": self = .byteLevel(try ByteLevel(node))
        default: throw node["type"].unsupported()
        }
    }

    func apply(to list: inout PieceList) {
        switch self {
        case .sequence(let steps): for step in steps { step.apply(to: &list) }
        case .split(let split): split.apply(to: &list)
        case .metaspace(let metaspace): metaspace.apply(to: &list)
        case .byteLevel(let byteLevel): byteLevel.apply(to: &list)
        }
    }
}

/// The character at `position` in valid UTF-8, and its length in bytes.
func decodeScalar(_ text: [UInt8], at position: Int) -> (scalar: Unicode.Scalar, length: Int) {
    let lead = text[position]
    let length = utf8Length(lead: lead)
    if length == 1 { return (Unicode.Scalar(lead), 1) }
    var value = UInt32(lead) & (0x7F >> UInt32(length))
    for offset in 1..<length { value = value << 6 | UInt32(text[position + offset] & 0x3F) }
    return (Unicode.Scalar(value)!, length)
}
