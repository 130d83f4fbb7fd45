import EvokeSystem
import EvokeValues

/// Random access to a file that may be gigabytes long, through a small window.
///
/// Not mapped into memory, so that an unplugged disk causes an error instead of a signal.
final class GraphBytes {
    private static let windowSize = 1 << 16

    let count: Int
    private(set) var position = 0
    private let file: DiskPath
    private let opened: OpenFile
    private var window: [UInt8] = []
    private var windowStart = 0

    init(_ file: DiskPath) throws(EvokeError) {
        self.file = file
        opened = try OpenFile(file, doing: "read the graph")
        count = Int(try opened.status().size)
    }

    func damage() -> EvokeError { .invalidModel(file, "it is not an ONNX graph, or it is damaged or truncated") }

    /// Reads a variable-length integer.
    func number() throws(EvokeError) -> UInt64 {
        var value: UInt64 = 0
        for shift in stride(from: UInt64(0), to: 64, by: 7) {
            let byte = try byte()
            value |= UInt64(byte & 0x7F) << shift
            if byte < 0x80 { return value }
        }
        throw damage()
    }

    /// Longer than any real name.
    static let longestName = 1 << 14

    func text(until end: Int, longest: Int = longestName) throws(EvokeError) -> String {
        guard end - position <= longest else { throw damage() }
        var bytes: [UInt8] = []
        while position < end { bytes.append(try byte()) }
        return String(decoding: bytes, as: UTF8.self)
    }

    func skip(to place: Int, within end: Int) throws(EvokeError) {
        guard place >= position, place <= end else { throw damage() }
        position = place
    }

    func goBack(to place: Int) {
        position = place
    }

    struct Field {
        enum Kind {
            case number, bytes, fixed
        }

        let number: Int
        let kind: Kind
        /// The offset at which the field's contents end.
        let end: Int
    }

    /// Reads the header of the field that begins here; its contents follow.
    func field(within end: Int) throws(EvokeError) -> Field {
        let tag = try number()
        let start = position
        let (kind, fieldEnd): (Field.Kind, Int)
        switch tag & 7 {
        case 0:
            _ = try number()
            (kind, fieldEnd) = (.number, position)
            position = start
        case 1: (kind, fieldEnd) = (.fixed, start + 8)
        case 2:
            let length = try number()
            guard position <= end, length <= UInt64(end - position) else { throw damage() }
            (kind, fieldEnd) = (.bytes, position + Int(length))
        case 5: (kind, fieldEnd) = (.fixed, start + 4)
        default: throw damage()
        }
        guard fieldEnd <= end else { throw damage() }
        return Field(number: Int(truncatingIfNeeded: tag >> 3), kind: kind, end: fieldEnd)
    }

    private func byte() throws(EvokeError) -> UInt8 {
        if position < windowStart || position >= windowStart + window.count { try fill() }
        defer { position += 1 }
        return window[position - windowStart]
    }

    private func fill() throws(EvokeError) {
        guard position < count else { throw damage() }
        window = try opened.bytes(min(Self.windowSize, count - position), at: position)
        guard !window.isEmpty else { throw damage() }
        windowStart = position
    }
}

/// How ONNX files encode integers and length-delimited fields.
enum ProtocolBuffer {
    static func number(_ field: Int, _ value: Int) -> [UInt8] { number(UInt64(field) << 3) + number(UInt64(value)) }

    static func bytes(_ field: Int, _ bytes: [UInt8]) -> [UInt8] { head(field, count: bytes.count) + bytes }

    static func text(_ field: Int, _ text: String) -> [UInt8] { bytes(field, Array(text.utf8)) }

    /// The header of a field of `count` bytes.
    static func head(_ field: Int, count: Int) -> [UInt8] { number(UInt64(field) << 3 | 2) + number(UInt64(count)) }

    private static func number(_ value: UInt64) -> [UInt8] {
        var (rest, bytes) = (value, [UInt8]())
        while rest >= 0x80 {
            bytes.append(UInt8(rest & 0x7F) | 0x80)
            rest >>= 7
        }
        return bytes + [UInt8(rest)]
    }
}
