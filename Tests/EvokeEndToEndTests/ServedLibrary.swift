import EvokeSystem
import EvokeTestSupport
import EvokeValues
import Foundation
import Glibc

/// A running `evoke serve`, ended with the test.
final class ServedLibrary: Sendable {
    let program: Program
    let address: URL
    private let running: RunningProgram

    var port: UInt16 { UInt16(address.port ?? 0) }
    var isRunning: Bool { running.isRunning }
    var id: Int32 { running.id }

    /// - Parameters:
    ///   - said: a file for what it says beside its address, to be read while it runs.
    ///   - watches: whether it follows its folders; most tests change what it knows, and nothing else.
    init(
        _ program: Program, _ arguments: [String] = [], environment: [String: String] = [:], said: DiskPath? = nil,
        watches: Bool = false
    ) async throws {
        self.program = program
        let errors = said.map { " 2>'\($0)'" } ?? ""
        let note = program.home.path.appending("address-\(UInt32.random(in: 0...UInt32.max))")
        running = try program.start(
            "exec >'\(note)'\(errors); exec",
            arguments: ["serve", "--port", "0"] + (watches ? [] : ["--no-watch"]) + arguments, environment: environment)
        let printed = try await wait(for: "the server's address") { [running] in
            let text = (try? FileSystem.read(note)).map { String(decoding: $0, as: UTF8.self) } ?? ""
            return running.isRunning ? text : text + "\n"
        } until: {
            $0.hasSuffix("\n")
        }
        guard running.isRunning, let address = URL(string: String(printed.dropLast())) else {
            running.terminate()
            throw RawConnection.Failure(doing: "start: \(await running.outcome().errors)")
        }
        self.address = address
    }

    deinit {
        running.terminate()
    }

    func signal(_ number: Int32) { running.signal(number) }

    func outcome() async -> Program.Outcome { await running.outcome() }

    /// One request on a connection of its own.
    func request(
        _ method: String, _ target: String, _ headers: [(String, String)] = [], body: [UInt8]? = nil,
        host: String? = nil
    ) async throws -> RawConnection.Response {
        let connection = try RawConnection(port: port)
        var lines = ["\(method) \(target) HTTP/1.1", "Host: \(host ?? "localhost:\(port)")", "Connection: close"]
        if let body { lines.append("Content-Length: \(body.count)") }
        lines += headers.map { "\($0.0): \($0.1)" }
        try await connection.send(Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8) + (body ?? []))
        return try await connection.response()
    }

    func get(_ target: String, _ headers: [(String, String)] = []) async throws -> RawConnection.Response {
        try await request("GET", target, headers)
    }

    func send(
        _ json: String, to target: String, method: String = "POST"
    ) async throws -> RawConnection.Response {
        try await request(method, target, [("Content-Type", "application/json")], body: Array(json.utf8))
    }

    func send(
        picture: DiskPath, _ fields: [(String, String)] = [], to target: String
    ) async throws -> RawConnection.Response {
        var body = fields.map {
            "--b\r\nContent-Disposition: form-data; name=\"\($0.0)\"\r\n\r\n\($0.1)\r\n"
        }.joined()
        body += "--b\r\nContent-Disposition: form-data; name=\"picture\"; filename=\"picture\"\r\n\r\n"
        return try await request(
            "POST", target, [("Content-Type", "multipart/form-data; boundary=b")],
            body: Array(body.utf8) + FileSystem.read(picture) + Array("\r\n--b--\r\n".utf8))
    }

    /// The most memory that the server has had so far, in kB.
    func residentMemory() throws -> Int {
        let text = try String(contentsOfFile: "/proc/\(id)/status", encoding: .utf8)
        let line = text.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
        return Int(line?.split(separator: " ").dropFirst().first ?? "") ?? 0
    }
}

/// The demo album, served for all tests that only ask.
enum ServedAlbum {
    private static let processes = Locked<[Int32]>([])

    private static let starting = Task {
        let server = try await ServedLibrary(AlbumLibrary.program())
        // What is shared by all tests is never given back: it ends with the process.
        processes.withLock { $0.append(server.id) }
        atexit { ServedAlbum.processes.withLock { for process in $0 { kill(process, SIGTERM) } } }
        return server
    }

    static func server() async throws -> ServedLibrary { try await starting.value }

    /// A library with the album and its search index in it that no other test uses.
    static func copy() async throws -> DiskPath {
        let program = try await AlbumLibrary.program()
        let folder = program.home.path.appending("copy-\(UInt32.random(in: 0...UInt32.max))")
        try FileSystem.makeFolder(folder, isPrivate: true)
        let source = program.home.path.appending(".local/share/evoke")
        for name in try FileSystem.names(in: source)
        where name.elementsEqual("library.sqlite".utf8) || name.starts(with: "vectors-".utf8) {
            try FileSystem.replace(folder.appending(name), with: FileSystem.read(source.appending(name)))
        }
        return folder
    }
}
