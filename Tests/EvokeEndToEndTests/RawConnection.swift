import EvokeLinux
import EvokeSystem
import EvokeTestSupport
import EvokeWorkers
import Foundation
import Glibc

/// A connection to a server, with nothing between the test and the bytes.
final class RawConnection: Sendable {
    struct Response {
        let status: Int
        /// By their names in lower case.
        let headers: [String: String]
        let body: [UInt8]

        var json: [String: Any] { (try? JSONSerialization.jsonObject(with: Data(body))) as? [String: Any] ?? [:] }
        var results: [[String: Any]] { json["results"] as? [[String: Any]] ?? [] }
    }

    struct Failure: Error {
        let doing: String
    }

    private let descriptor: Int32
    /// One to send, one to receive.
    private let threads = BlockingExecutor(width: 2)

    /// Reads wait so many seconds at most.
    init(port: UInt16, patience: Int = 120) throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        let status = withUnsafeBytes(of: &address) {
            connect(
                descriptor, $0.assumingMemoryBound(to: sockaddr.self).baseAddress!,
                socklen_t(MemoryLayout<sockaddr_in>.size))
        }
        guard status == 0 else { throw Failure(doing: "connect") }
        var time = timeval(tv_sec: patience, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &time, socklen_t(MemoryLayout<timeval>.size))
        setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &time, socklen_t(MemoryLayout<timeval>.size))
    }

    deinit {
        close(descriptor)
    }

    /// False when the server no longer takes it.
    @discardableResult
    func send(_ bytes: some Sequence<UInt8> & Sendable) async throws -> Bool {
        let bytes = Array(bytes)
        return await threads.run { [descriptor] in
            bytes.withUnsafeBytes { Sockets.sendAll($0, to: descriptor) }
        }
    }

    /// What comes before the connection ends, or falls silent; nothing where it was cut.
    func everything() async throws -> [UInt8] {
        await threads.run { [descriptor] in
            var all: [UInt8] = []
            var piece = [UInt8](repeating: 0, count: 1 << 16)
            while true {
                let count = recv(descriptor, &piece, piece.count, 0)
                guard count > 0 else { return all }
                all += piece[..<count]
            }
        }
    }

    /// Whether the server ends the connection before patience ends.
    func isEnded() async throws -> Bool {
        await threads.run { [descriptor] in
            var byte: UInt8 = 0
            while true {
                let count = recv(descriptor, &byte, 1, 0)
                if count > 0 { continue }
                return count == 0 || errno != EAGAIN
            }
        }
    }

    /// The one response that comes, after which the server has to close.
    func response() async throws -> Response {
        guard let response = Self.parse(try await everything()) else { throw Failure(doing: "read a response") }
        return response
    }

    static func parse(_ bytes: [UInt8]) -> Response? {
        guard let end = bytes.firstRange(of: Array("\r\n\r\n".utf8)) else { return nil }
        let lines = String(decoding: bytes[..<end.lowerBound], as: UTF8.self).split(separator: "\r\n")
        guard let status = lines.first?.split(separator: " ").dropFirst().first.flatMap({ Int($0) }) else { return nil }
        var headers: [String: String] = [:]
        for line in lines.dropFirst() {
            guard let colon = line.firstIndex(of: ":") else { return nil }
            headers[line[..<colon].lowercased()] = line[line.index(after: colon)...].trimmingCharacters(
                in: .whitespaces)
        }
        return Response(status: status, headers: headers, body: Array(bytes[end.upperBound...]))
    }
}
