import EvokeSystem
import EvokeValues

/// Reads here and there in a file that may be gigabytes long, through a small window.
///
/// Not mapped into memory: a disk that is unplugged then gives an error and not a signal.
final class GraphBytes {
    private static let windowSize = 1 << 16

    let count: Int
    private(set) var position = 0
    private let file: FilePath
    private let opened: OpenFile
    private var window: [UInt8] = []
    private var windowStart = 0

    init(_ file: FilePath) throws(EvokeError) {
        self.file = file
        opened = try OpenFile(file, doing: "read the graph")
        count = Int(try opened.status().size)
    }

    func damage() -> EvokeError { .invalidModel(file, "it is not an ONNX graph, or is damaged or cut short") }

    /// A variable-length number.
    func number() throws(EvokeError) -> UInt64 {
        var value: UInt64 = 0
        for shift in stride(from: UInt64(0), to: 64, by: 7) {
            let byte = try byte()
            value |= UInt64(byte & 0x7F) << shift
            if byte < 0x80 { return value }
        }
        throw damage()
    }

    /// Longer than any name in a graph is.
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
