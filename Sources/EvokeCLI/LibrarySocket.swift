import Evoke
import Glibc
import PhotoCore
import WebAPI

/// A server that has the library open: asking it spares a command the loading of the model.
struct LibrarySocket {
    static let fileName = "socket"

    private let file: FilePath

    init(_ places: Places) {
        file = places.library.appending(Self.fileName)
    }

    /// The answer to a GET; nil when no server of this version answers, so that the command has to do it itself.
    func get<Answer: Decodable>(_ path: String, _ query: [(name: String, value: String)]) -> Answer? {
        let parameters = query.map { "\($0.name)=\(Self.encoded($0.value))" }.joined(separator: "&")
        let head = "GET \(path)?\(parameters) HTTP/1.0\r\nHost: localhost\r\n\r\n"
        guard let answer = exchange(Array(head.utf8)) else { return nil }
        return try? JSONText.value(Answer.self, of: answer)
    }

    /// What follows the head of an answer that has succeeded.
    private func exchange(_ request: [UInt8]) -> [UInt8]? {
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        guard UnixAddress.with(file, { connect(descriptor, $0, $1) }) == 0 else { return nil }
        // A server that is stuck must not hold up the command for long.
        var patience = timeval(tv_sec: 5, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
        guard request.withUnsafeBytes({ FileSystem.sendAll($0, to: descriptor) }), let all = receive(descriptor)
        else { return nil }
        let gap = Array("\r\n\r\n".utf8)
        guard let end = all.firstRange(of: gap) else { return nil }
        let head = String(decoding: all[..<end.lowerBound], as: UTF8.self).split(separator: "\r\n")
        let isGood = head.first?.split(separator: " ").dropFirst().first == "200"
        guard isGood, head.contains("Evoke-Version: \(evokeVersion)") else { return nil }
        return Array(all[end.upperBound...])
    }

    /// To the end of the connection, which is that of the answer.
    private func receive(_ descriptor: Int32) -> [UInt8]? {
        var all: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = read(descriptor, &piece, piece.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { return nil }
            if count == 0 { return all }
            all += piece[..<count]
        }
    }

    private static func encoded(_ text: String) -> String {
        text.utf8.map { byte in
            let isPlain = byte < 0x80 && (Character(Unicode.Scalar(byte)).isLetter || (0x30...0x39).contains(byte))
            return isPlain ? String(Unicode.Scalar(byte)) : "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
        }.joined()
    }
}
