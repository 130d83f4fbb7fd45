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
