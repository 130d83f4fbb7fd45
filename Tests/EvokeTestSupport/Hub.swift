import EvokeSystem
public import EvokeValues
import Foundation
import Glibc

/// The server of `Hub/hub.py`, which behaves like a hub of models and misbehaves when it is asked to. It ends with this.
public final class Hub: Sendable {
    public struct Request: Sendable {
        /// `hub`, `other` or `tls`.
        public let server: String
        public let method: String
        public let target: String
        /// By their names in small letters.
        public let fields: [String: String]
    }

    /// What it serves.
    public let files = TemporaryFolder()
    public let port: Int
    public let otherPort: Int
    public let encryptedPort: Int

    private let state = TemporaryFolder()
    private let process: pid_t
    /// Its standard input and output; it ends when this does.
    private let line: Int32

    public init() throws {
        guard let script = Bundle.module.url(forResource: "hub", withExtension: "py", subdirectory: "Hub") else {
            throw Installed.Missing(description: "the tests come without Hub/hub.py")
        }
        (process, line) = try Self.start([
            "/usr/bin/python3", "-B", script.path, files.path.display, state.path.display,
        ])
        // It writes the line at once, or ends, which closes the line.
        var words: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 64)
        while words.last != 0x0A {
            let count = read(line, &piece, piece.count)
            guard count > 0 else { break }
            words += piece[..<count]
        }
        let ports = String(decoding: words, as: UTF8.self).split(whereSeparator: \.isWhitespace).compactMap { Int($0) }
        guard ports.count == 3 else {
            close(line)
            throw Installed.Missing(description: "python3 and openssl could not serve \(script.path)")
        }
        (port, otherPort, encryptedPort) = (ports[0], ports[1], ports[2])
    }

    deinit {
        close(line)
        kill(process, SIGKILL)
        while waitpid(process, nil, 0) < 0, errno == EINTR {}
    }

    private static func start(_ words: [String]) throws -> (process: pid_t, line: Int32) {
        var ends = [Int32](repeating: -1, count: 2)
        let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else {
            throw Installed.Missing(description: "there is no socket to spare")
        }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for descriptor in [STDIN_FILENO, STDOUT_FILENO] {
            posix_spawn_file_actions_adddup2(&actions, ends[1], descriptor)
        }
        var arguments = words.map { strdup($0) } + [nil]
        defer { for argument in arguments { free(argument) } }
        var process = pid_t()
        let code = posix_spawn(&process, words[0], &actions, nil, &arguments, environ)
        close(ends[1])
        guard code == 0 else {
            close(ends[0])
            throw Installed.Missing(description: "\(words[0]) cannot be started")
        }
        return (process, ends[0])
    }

    public func url(_ target: String) -> String { "http://127.0.0.1:\(port)\(target)" }
    public func encryptedURL(_ target: String, host: String = "localhost") -> String {
        "https://\(host):\(encryptedPort)\(target)"
    }

    /// The certificate of the encrypted server, for those who are to trust it.
    public var certificate: DiskPath { state.path.appending("certificate.pem") }

    /// All requests so far, first ones first.
    public func requests() throws -> [Request] {
        let log = String(decoding: try FileSystem.read(state.path.appending("requests.log")), as: UTF8.self)
        return try log.split(separator: "\n").map { line in
            let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
            return Request(
                server: object?["server"] as? String ?? "", method: object?["method"] as? String ?? "",
                target: object?["target"] as? String ?? "", fields: object?["fields"] as? [String: String] ?? [:])
        }
    }
}
