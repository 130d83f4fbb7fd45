import EvokeCApart
import EvokeLinux
import EvokeSystem
import EvokeValues

/// Length-prefixed messages on a socket.
enum Wire {
    private static let lengthBytes = 4
    private static let longest = 64_000_000
    private static let mostDescriptors: Int32 = 16

    /// The other side has closed the socket, or sent an invalid message.
    struct Broken: Error {}

    static func send(_ message: some Message, with descriptors: [Int32] = [], to socket: Int32) throws(Broken) {
        var fields = FieldWriter()
        message.write(to: &fields)
        let length = fields.bytes.count
        let bytes = (0..<lengthBytes).map { UInt8(truncatingIfNeeded: length >> (8 * $0)) } + fields.bytes
        guard evoke_send_with(socket, bytes, bytes.count, descriptors, Int32(descriptors.count)) == 0 else {
            throw Broken()
        }
    }

    static func send(_ bytes: UnsafeRawBufferPointer, to socket: Int32) throws(Broken) {
        guard Sockets.sendAll(bytes, to: socket) else { throw Broken() }
    }

    /// Calls `waits` before each read; it can throw to give up.
    static func receive<Received: Message>(
        _ type: Received.Type, from socket: Int32, waiting: () throws -> Void = {}
    ) throws -> Received {
        let head = try receive(lengthBytes, from: socket, waiting: waiting)
        let length = head.reversed().reduce(0) { $0 << 8 | Int($1) }
        guard length <= longest else { throw Broken() }
        return try decode(type, receive(length, from: socket, waiting: waiting))
    }

    static func receive(_ count: Int, from socket: Int32, waiting: () throws -> Void = {}) throws -> [UInt8] {
        var failure: (any Error)?
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            while filled < count {
                do {
                    try waiting()
                } catch {
                    failure = error
                    return
                }
                let rest = UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(buffer)[filled...])
                // Missing bytes are reported below.
                guard let got = try? Sockets.receive(rest, from: socket), got > 0 else { return }
                filled += got
            }
        }
        if let failure { throw failure }
        guard bytes.count == count else { throw Broken() }
        return bytes
    }

    /// The same, with the file descriptors sent along, which the caller closes; nil at the end.
    static func receiveWithDescriptors<Received: Message>(
        _ type: Received.Type, from socket: Int32
    ) throws -> (Received, [Int32])? {
        var head = [UInt8](repeating: 0, count: lengthBytes)
        var descriptors = [Int32](repeating: -1, count: Int(mostDescriptors))
        var count = mostDescriptors
        let got = evoke_receive_with(socket, &head, head.count, &descriptors, &count)
        guard got > 0 else { return nil }
        let rest = try receive(lengthBytes - got, from: socket)
        let length = (head.prefix(got) + rest).reversed().reduce(0) { $0 << 8 | Int($1) }
        return (try decode(type, receive(length, from: socket)), Array(descriptors.prefix(Int(count))))
    }

    private static func decode<Received: Message>(_ type: Received.Type, _ bytes: [UInt8]) throws -> Received {
        var fields = FieldReader(bytes)
        let message = try Received(from: &fields)
        guard fields.isAtEnd else { throw FieldReader.Malformed() }
        return message
    }
}

/// Serializes a message as a sequence of numbers and texts, without names.
struct FieldWriter {
    private(set) var bytes: [UInt8] = []

    mutating func add(_ number: Int) { withUnsafeBytes(of: Int64(number).littleEndian) { bytes += $0 } }
    mutating func add(_ number: Double) { add(Int(bitPattern: UInt(number.bitPattern))) }
    mutating func add(_ isSo: Bool) { bytes.append(isSo ? 1 : 0) }

    mutating func add(_ part: some Collection<UInt8>) {
        add(part.count)
        bytes += part
    }

    mutating func add(_ text: String) { add(text.utf8) }

    mutating func addAll<Elements: Collection>(
        _ elements: Elements, _ each: (inout FieldWriter, Elements.Element) -> Void
    ) {
        add(elements.count)
        for element in elements { each(&self, element) }
    }
}

/// Reads it back from untrusted bytes.
struct FieldReader {
    /// Bytes are missing or invalid.
    struct Malformed: Error {}

    private var rest: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) { rest = bytes[...] }

    var isAtEnd: Bool { rest.isEmpty }

    mutating func int() throws(Malformed) -> Int {
        let bytes = try take(8)
        return Int(Int64(bitPattern: bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }))
    }

    mutating func double() throws(Malformed) -> Double { Double(bitPattern: UInt64(bitPattern: Int64(try int()))) }
    mutating func bool() throws(Malformed) -> Bool { try take(1).first == 1 }
    mutating func bytes() throws(Malformed) -> [UInt8] { Array(try take(int())) }
    mutating func text() throws(Malformed) -> String { String(decoding: try take(int()), as: UTF8.self) }

    mutating func ints() throws(Malformed) -> [Int] { try all { fields throws(Malformed) in try fields.int() } }
    mutating func texts() throws(Malformed) -> [String] { try all { fields throws(Malformed) in try fields.text() } }

    /// Every element takes at least one byte, so a count cannot exceed the bytes that are left.
    mutating func all<Element>(
        _ each: (inout FieldReader) throws(Malformed) -> Element
    ) throws(Malformed) -> [Element] {
        let count = try int()
        guard (0...rest.count).contains(count) else { throw Malformed() }
        var elements: [Element] = []
        for _ in 0..<count { elements.append(try each(&self)) }
        return elements
    }

    private mutating func take(_ count: Int) throws(Malformed) -> ArraySlice<UInt8> {
        guard (0...rest.count).contains(count) else { throw Malformed() }
        defer { rest = rest.dropFirst(count) }
        return rest.prefix(count)
    }
}

/// A message on the socket.
protocol Message {
    func write(to fields: inout FieldWriter)
    init(from fields: inout FieldReader) throws(FieldReader.Malformed)
}
