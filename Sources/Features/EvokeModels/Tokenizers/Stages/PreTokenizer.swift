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
        case "Whitespace": self = .split(Split(at: .words, .removed, isInverted: true))
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

/// Splits at matches of a pattern.
struct Split: Sendable {
    /// How to treat matches.
    enum Behavior: String {
        case removed = "Removed"
        case isolated = "Isolated"
        case mergedWithPrevious = "MergedWithPrevious"
        case mergedWithNext = "MergedWithNext"
        case contiguous = "Contiguous"

        init(_ node: ConfigurationNode) throws(TokenizerError) {
            guard let behavior = Behavior(rawValue: try node.string()) else { throw node.unsupported() }
            self = behavior
        }
    }

    /// Part of a text: a match, or what is between two matches.
    private struct Stretch {
        var range: Range<Int>
        let isMatch: Bool
    }

    private let pattern: TextPattern
    private let behavior: Behavior
    /// Whether to swap matches and the text between them.
    private let isInverted: Bool

    init(at pattern: TextPattern, _ behavior: Behavior, isInverted: Bool = false) {
        self.pattern = pattern
        self.behavior = behavior
        self.isInverted = isInverted
    }

    init(_ node: ConfigurationNode) throws(TokenizerError) {
        pattern = try TextPattern(node["pattern"])
        behavior = try Behavior(node["behavior"])
        isInverted = try node["invert"].bool()
    }

    func apply(to list: inout PieceList) {
        var pieces: [Range<Int>] = []
        for piece in list.pieces { append(stretches(of: list.bytes, piece), to: &pieces) }
        list.pieces = pieces
    }

    private func stretches(of text: [UInt8], _ piece: Range<Int>) -> [Stretch] {
        var stretches: [Stretch] = []
        var covered = piece.lowerBound
        var position = piece.lowerBound
        while position < piece.upperBound {
            let length = pattern.matchLength(in: text, position..<piece.upperBound)
            if length == 0 {
                position += utf8Length(lead: text[position])
                continue
            }
            if covered < position { stretches.append(Stretch(range: covered..<position, isMatch: isInverted)) }
            covered = position + length
            stretches.append(Stretch(range: position..<covered, isMatch: !isInverted))
            position = covered
        }
        if covered < piece.upperBound {
            stretches.append(Stretch(range: covered..<piece.upperBound, isMatch: isInverted))
        }
        return stretches
    }

    private func append(_ stretches: [Stretch], to pieces: inout [Range<Int>]) {
        switch behavior {
        case .removed: pieces += stretches.lazy.filter { !$0.isMatch }.map(\.range)
        case .isolated: pieces += stretches.lazy.map(\.range)
        case .mergedWithPrevious: pieces += joined(stretches) { $1.isMatch && !$0.isMatch }
        case .mergedWithNext: pieces += joined(stretches) { $0.isMatch && !$1.isMatch }
        case .contiguous: pieces += joined(stretches) { $0.isMatch == $1.isMatch }
        }
    }

    /// Joins each part with the previous one if `belongs` says so.
    private func joined(_ stretches: [Stretch], _ belongs: (Stretch, Stretch) -> Bool) -> [Range<Int>] {
        var ranges: [Range<Int>] = []
        var last: Stretch?
        for stretch in stretches {
            if let last, belongs(last, stretch), let start = ranges.popLast()?.lowerBound {
                ranges.append(start..<stretch.range.upperBound)
            } else {
                ranges.append(stretch.range)
            }
            last = stretch
        }
        return ranges
    }
}

/// Replaces spaces with a visible character, adds one in front, and splits before each.
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
            throw node["replacement"].failure("expected a single character")
        }
        self.replacement = Array(replacement.utf8)
        let scheme = node["prepend_scheme"]
        guard let prependScheme = scheme.isNull ? .always : PrependScheme(rawValue: try scheme.string()) else {
            throw scheme.unsupported()
        }
        // Older files have only this key; if both are there and disagree, the reference fails.
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

/// Maps each byte of a text to a visible character, so that a vocabulary of characters can spell any text.
struct ByteLevel: Sendable {
    /// All bytes in the order of OpenAI's vocabularies: first those that stand for themselves.
    static let bytesInOrder: [UInt8] = {
        let visible = Array(0x21...0x7E) + Array(0xA1...0xAC) + Array(0xAE...0xFF) as [UInt8]
        return visible + (0...0xFF).filter { !visible.contains($0) }
    }()

    /// The UTF-8 character for each byte; bytes that don't stand for themselves have those from U+0100 up.
    static let characters: [[UInt8]] = {
        let visibleCount = 188
        var characters = [[UInt8]](repeating: [], count: 256)
        for (place, byte) in bytesInOrder.enumerated() {
            let value = place < visibleCount ? UInt32(byte) : UInt32(0x100 + place - visibleCount)
            characters[Int(byte)] = Array(String(Unicode.Scalar(value)!).utf8)
        }
        return characters
    }()

    private var addsSpace = false
    private var split: Split?

    /// Doesn't split pieces.
    init() {}

    init(_ node: ConfigurationNode) throws(TokenizerError) {
        addsSpace = try node["add_prefix_space"].bool()
        split = try node["use_regex"].bool(default: true) ? Split(at: .gpt2, .isolated) : nil
    }

    func apply(to list: inout PieceList) {
        if addsSpace { addSpaces(to: &list) }
        split?.apply(to: &list)
        var bytes: [UInt8] = []
        bytes.reserveCapacity(list.bytes.count)
        list.pieces = list.pieces.map { piece in
            let start = bytes.count
            for byte in list.bytes[piece] { bytes += Self.characters[Int(byte)] }
            return start..<bytes.count
        }
        list.bytes = bytes
    }

    private func addSpaces(to list: inout PieceList) {
        var bytes: [UInt8] = []
        list.pieces = list.pieces.map { piece in
            let start = bytes.count
            if list.bytes[piece.lowerBound] != UInt8(ascii: " ") { bytes.append(UInt8(ascii: " ")) }
            bytes += list.bytes[piece]
            return start..<bytes.count
        }
        list.bytes = bytes
    }
}
