import CApart
import FoundationEssentials
import Glibc
import PhotoCore

/// Messages on a socket: a length, and so many bytes of JSON.
enum Wire {
    private static let lengthBytes = 4
    private static let longest = 64_000_000
    private static let mostDescriptors: Int32 = 16

    /// The other side has gone, or said what nobody understands.
    struct Broken: Error {}

    static func send(_ message: some Encodable, with descriptors: [Int32] = [], to socket: Int32) throws(Broken) {
        guard let json = try? JSONEncoder().encode(message) else { throw Broken() }
        let length = UInt32(json.count)
        let bytes = (0..<lengthBytes).map { UInt8(truncatingIfNeeded: length >> (8 * UInt32($0))) } + json
        guard evoke_send_with(socket, bytes, bytes.count, descriptors, Int32(descriptors.count)) == 0 else {
            throw Broken()
        }
    }

    static func send(_ bytes: UnsafeRawBufferPointer, to socket: Int32) throws(Broken) {
        guard FileSystem.sendAll(bytes, to: socket) else { throw Broken() }
    }

    /// Calls `waits` before each reading; it gives up by throwing.
    static func receive<Message: Decodable>(
        _ type: Message.Type, from socket: Int32, waiting: () throws -> Void = {}
    ) throws -> Message {
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
                let got = recv(socket, buffer.baseAddress! + filled, count - filled, 0)
                if got < 0, errno == EINTR { continue }
                guard got > 0 else { return }
                filled += got
            }
        }
        if let failure { throw failure }
        guard bytes.count == count else { throw Broken() }
        return bytes
    }

    /// The same with the descriptors that come with it, which are the caller's to close; nil at the end.
    static func receiveWithDescriptors<Message: Decodable>(
        _ type: Message.Type, from socket: Int32
    ) throws -> (Message, [Int32])? {
        var head = [UInt8](repeating: 0, count: lengthBytes)
        var descriptors = [Int32](repeating: -1, count: Int(mostDescriptors))
        var count = mostDescriptors
        let got = evoke_receive_with(socket, &head, head.count, &descriptors, &count)
        guard got > 0 else { return nil }
        let rest = try receive(lengthBytes - got, from: socket)
        let length = (head.prefix(got) + rest).reversed().reduce(0) { $0 << 8 | Int($1) }
        return (try decode(type, receive(length, from: socket)), Array(descriptors.prefix(Int(count))))
    }

    private static func decode<Message: Decodable>(_ type: Message.Type, _ bytes: [UInt8]) throws(Broken) -> Message {
        guard let message = try? JSONDecoder().decode(type, from: Data(bytes)) else { throw Broken() }
        return message
    }
}
