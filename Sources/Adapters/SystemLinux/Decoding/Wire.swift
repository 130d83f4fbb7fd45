import EvokeCApart
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
