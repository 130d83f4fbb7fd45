import EvokeLinux
import EvokeSystem
import EvokeValues
import Foundation
import Glibc

/// Takes connections at a port of its own, and sends each the same bytes, whatever it asks.
final class CannedServer: Sendable {
    let address: URL
    private let descriptor: Int32
    private let asked = Locked<[String]>([])
    private let open = Locked<[Int32]>([])

    /// The heads of the requests that came.
    var requests: [String] { asked.withLock { $0 } }

    /// - Parameter staysOpen: whether it keeps connections when it has sent all.
    init(_ answer: String, staysOpen: Bool = false) throws {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        self.descriptor = descriptor
        var place = sockaddr_in()
        place.sin_family = sa_family_t(AF_INET)
        place.sin_addr.s_addr = inet_addr("127.0.0.1")
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let status = withUnsafeMutableBytes(of: &place) { bytes in
            let pointer = bytes.assumingMemoryBound(to: sockaddr.self).baseAddress!
            return bind(descriptor, pointer, size) == 0 && listen(descriptor, 128) == 0
                && getsockname(descriptor, pointer, &size) == 0
        }
        guard status, let address = URL(string: "http://127.0.0.1:\(UInt16(bigEndian: place.sin_port))") else {
            close(descriptor)
            throw EvokeError.system(errno, doing: "listen", subject: DiskPath("the test's port"))
        }
        self.address = address
        let (asked, open) = (asked, open)
        Thread.detachNewThread {
            // Closed here alone: closed elsewhere, its number could be another server's by the next call below.
            defer { close(descriptor) }
            while true {
                let connection = accept(descriptor, nil, nil)
                guard connection >= 0 else { return }
                var request: [UInt8] = []
                var piece = [UInt8](repeating: 0, count: 4_096)
                while request.firstRange(of: Array("\r\n\r\n".utf8)) == nil {
                    let count = read(connection, &piece, piece.count)
                    guard count > 0 else { break }
                    request += piece[..<count]
                }
                asked.withLock { $0.append(String(decoding: request, as: UTF8.self)) }
                _ = Array(answer.utf8).withUnsafeBytes { Sockets.sendAll($0, to: connection) }
                if staysOpen { open.withLock { $0.append(connection) } } else { close(connection) }
            }
        }
    }

    deinit {
        shutdown(descriptor, Int32(SHUT_RDWR))
        for connection in open.withLock({ $0 }) { close(connection) }
    }

    static func answer(
        _ body: String, status: String = "200 OK", length: Int? = nil, headers: [String] = ["Evoke-Version: 1"]
    ) -> String {
        (["HTTP/1.1 \(status)", "Content-Length: \(length ?? body.utf8.count)", "Connection: close"] + headers)
            .joined(separator: "\r\n") + "\r\n\r\n" + body
    }
}
