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

    private let addsSpace: Bool
    private let split: Split?

    /// Doesn't split pieces.
    init() {
        addsSpace = false
        split = nil
    }

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
