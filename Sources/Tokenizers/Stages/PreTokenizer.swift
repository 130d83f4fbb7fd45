/// A text cut into pieces that the model sees one at a time.
struct PieceList {
    var bytes: [UInt8]
    var pieces: [Range<Int>]
    /// Whether a piece at the very start of `bytes` stems from the start of the whole text.
    let startsAtOrigin: Bool

    init(_ text: NormalizedText) {
        bytes = text.bytes
        pieces = text.bytes.isEmpty ? [] : [0..<text.bytes.count]
        startsAtOrigin = text.startsAtOrigin
    }
}

/// One step of cutting a text into pieces.
indirect enum PreTokenizer: Sendable {
    case sequence([PreTokenizer])
    case whitespaceSplit
    case metaspace(Metaspace)

    init(_ node: ConfigurationNode) throws(TokenizerError) {
        switch try node["type"].string() {
        case "Sequence":
            var steps: [PreTokenizer] = []
            for element in try node["pretokenizers"].elements() { steps.append(try PreTokenizer(element)) }
            self = .sequence(steps)
        case "WhitespaceSplit": self = .whitespaceSplit
        case "Metaspace": self = .metaspace(try Metaspace(node))
        default: throw node["type"].unsupported()
        }
    }

    func apply(to list: inout PieceList) {
        switch self {
        case .sequence(let steps): for step in steps { step.apply(to: &list) }
        case .whitespaceSplit: list.splitAtWhitespace()
        case .metaspace(let metaspace): metaspace.apply(to: &list)
        }
    }
}

extension PieceList {
    /// Cuts at white space and drops it.
    fileprivate mutating func splitAtWhitespace() {
        var words: [Range<Int>] = []
        for piece in pieces {
            var start = piece.lowerBound
            var position = piece.lowerBound
            while position < piece.upperBound {
                let (scalar, length) = decodeScalar(bytes, at: position)
                if scalar.properties.isWhitespace {
                    if start < position { words.append(start..<position) }
                    start = position + length
                }
                position += length
            }
            if start < piece.upperBound { words.append(start..<piece.upperBound) }
        }
        pieces = words
    }
}

/// Writes spaces as a visible character, puts one in front, and cuts before each.
struct Metaspace: Sendable {
    private enum PrependScheme: String {
        case first, never, always
    }

    private let replacement: [UInt8]
    private let prependScheme: PrependScheme
    private let splits: Bool

    init(_ node: ConfigurationNode) throws(TokenizerError) {
        let replacement = try node["replacement"].string()
        guard replacement.unicodeScalars.count == 1 else {
            throw node["replacement"].failure("a single character was expected")
        }
        self.replacement = Array(replacement.utf8)
        let scheme = node["prepend_scheme"]
        guard let prependScheme = scheme.isNull ? .always : PrependScheme(rawValue: try scheme.string()) else {
            throw scheme.unsupported()
        }
        // Older files say only this; the reference refuses the two when they disagree.
        if try !node["add_prefix_space"].bool(default: true), prependScheme != .never {
            throw node["add_prefix_space"].failure("false contradicts prepend_scheme '\(prependScheme.rawValue)'")
        }
        self.prependScheme = prependScheme
        splits = try node["split"].bool(default: true)
    }

    func apply(to list: inout PieceList) {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(list.bytes.count + list.pieces.count * replacement.count)
        var pieces: [Range<Int>] = []
        for piece in list.pieces {
            let text = list.bytes[piece]
            let startsPiece = bytes.count
            if prepends(to: text, atOrigin: list.startsAtOrigin && piece.lowerBound == 0) {
                bytes.append(contentsOf: replacement)
            }
            for byte in text {
                if byte == UInt8(ascii: " ") { bytes.append(contentsOf: replacement) } else { bytes.append(byte) }
            }
            appendPieces(of: startsPiece..<bytes.count, in: bytes, to: &pieces)
        }
        list.bytes = bytes
        list.pieces = pieces
    }

    private func prepends(to text: ArraySlice<UInt8>, atOrigin: Bool) -> Bool {
        if text.first == UInt8(ascii: " ") || text.starts(with: replacement) { return false }
        return switch prependScheme {
        case .always: true
        case .first: atOrigin
        case .never: false
        }
    }

    private func appendPieces(of range: Range<Int>, in bytes: [UInt8], to pieces: inout [Range<Int>]) {
        var start = range.lowerBound
        if splits {
            for position in range where position > start && bytes[position...].starts(with: replacement) {
                pieces.append(start..<position)
                start = position
            }
        }
        pieces.append(start..<range.upperBound)
    }
}

/// The character at `position` of valid UTF-8, and how many bytes it has.
func decodeScalar(_ text: [UInt8], at position: Int) -> (scalar: Unicode.Scalar, length: Int) {
    let lead = text[position]
    let length = utf8Length(lead: lead)
    if length == 1 { return (Unicode.Scalar(lead), 1) }
    var value = UInt32(lead) & (0x7F >> UInt32(length))
    for offset in 1..<length { value = value << 6 | UInt32(text[position + offset] & 0x3F) }
    return (Unicode.Scalar(value)!, length)
}
