import Evoke
import Foundation
import Glibc
import PhotoCore
import TestSupport
import Testing
import WebAPI
import Workers

@testable import ServeMicrohttpd

/// The server in this process, on a real socket: what its threads share is seen by the sanitizers.
@Suite struct ServerTests {
    @Test func answersManyAtOnce() async throws {
        let served = try await Served()
        try await withThrowingTaskGroup(of: Bool.self) { group in
            for client in 0..<24 {
                group.addTask {
                    let targets = [
                        "/api/search?q=a+\(client % 5)", "/api/photos/1/thumbnail", "/api/photos/1/original", "/",
                    ]
                    for target in targets + targets {
                        guard try await served.get(target).hasPrefix("HTTP/1.1 200 ") else { return false }
                    }
                    return true
                }
            }
            for try await isGood in group { #expect(isGood) }
        }
        await served.server.stop()
    }

    @Test func manyRequestsShareAConnection() async throws {
        let served = try await Served()
        let one = "GET /api/health HTTP/1.1\r\nHost: localhost\r\n\r\n"
        let last = "GET /api/health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
        let text = try await served.send(String(repeating: one, count: 20) + last)
        #expect(text.ranges(of: "HTTP/1.1 200 OK").count == 21)
        await served.server.stop()
    }

    @Test func streamsEndWithTheServer() async throws {
        let served = try await Served()
        async let events = served.get("/api/events")
        async let others = served.get("/api/events")
        try await Task.sleep(for: .milliseconds(200))
        await served.server.stop()
        for text in [try await events, try await others] {
            #expect(text.contains("event: library\n"))
            #expect(text.hasSuffix("0\r\n\r\n"))
        }
    }

    /// A client that listens, reads nothing and goes away.
    @Test func listenersMayGo() async throws {
        let served = try await Served()
        for _ in 0..<20 {
            let descriptor = try served.connect()
            let request = Array("GET /api/events HTTP/1.1\r\nHost: localhost\r\n\r\n".utf8)
            _ = request.withUnsafeBytes { FileSystem.sendAll($0, to: descriptor) }
            close(descriptor)
        }
        #expect(try await served.get("/api/health").hasPrefix("HTTP/1.1 200 "))
        await served.server.stop()
    }

    @Test func whatIsUnderWayIsAnsweredAtTheEnd() async throws {
        let served = try await Served()
        let requests = (0..<8).map { number in Task { try await served.get("/api/search?q=a+\(number)&top=3") } }
        while served.server.busyCount == 0 { await Task.yield() }
        await served.server.stop()
        for request in requests {
            // One that came a moment later is turned away, or finds nobody.
            let text = (try? await request.value) ?? ""
            #expect(text.isEmpty || text.hasPrefix("HTTP/1.1 200 ") || text.hasPrefix("HTTP/1.1 503 "), "\(text)")
        }
    }

    @Test func halfRequestsDoNotHoldUpTheEnd() async throws {
        let served = try await Served()
        var open: [Int32] = []
        for text in [
            "GET / HT",
            "POST /api/embed HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{",
        ] {
            let descriptor = try served.connect()
            _ = Array(text.utf8).withUnsafeBytes { FileSystem.sendAll($0, to: descriptor) }
            open.append(descriptor)
        }
        try await Task.sleep(for: .milliseconds(100))
        let started = ContinuousClock.now
        await served.server.stop(within: .milliseconds(500))
        #expect(ContinuousClock.now - started < .seconds(10))
        for descriptor in open { close(descriptor) }
    }

    @Test func uploadsShareTheirRoom() {
        let budget = UploadBudget(100)
        func request(_ bytes: Int) -> Request {
            Request(
                method: "POST", target: "/", headers: Headers([("Content-Length", "\(bytes)")]), way: .librarySocket)
        }
        #expect(budget.take(for: request(60)) && !budget.take(for: request(41)) && budget.take(for: request(40)))
        budget.giveBack(for: request(60))
        #expect(budget.take(for: request(60)))
    }

    @Test func socketFilesOfLongPathsWork() async throws {
        let folder = TemporaryFolder()
        let deep = folder.path.appending(String(repeating: "d", count: 120))
        try FileSystem.makeFolder(deep)
        let file = deep.appending("socket")
        let first = try ListeningSocket.onFile(file)
        let error = #expect(throws: EvokeError.self) { try ListeningSocket.onFile(file) }
        #expect(error?.kind == .libraryBusy)
        close(first.descriptor)
        let second = try ListeningSocket.onFile(file)
        #expect(FileSystem.status(of: file).map { $0.st_mode & 0o777 } == 0o600)
        close(second.descriptor)
    }
}

/// A small library behind a server.
private struct Served: Sendable {
    let folder = TemporaryFolder()
    let server: Server
    private let port: UInt16

    init() async throws {
        _ = try TinyModel(in: folder)
        for number in 0..<3 { try folder.write("photos/\(number).png", TestPicture.png(number)) }
        let places = Places(
            library: folder.path.appending("library"), models: [folder.path.appending("models")],
            cache: folder.path.appending("cache"))
        let library = try await PhotoLibrary.open(places, access: .write, model: ModelChoice("tiny"))
        _ = try await library.index([folder.path.appending("photos")]) { _ in }
        try await library.close()
        let socket = try ListeningSocket.onNetwork(host: "127.0.0.1", port: 0)
        port = socket.port
        server = Server(
            try Service(
                await LibraryHost.open(places, downloader: ModelDownloader(places, from: FakeHub())),
                gate: Gate(names: [], token: nil)))
        try server.listen(on: socket, toOthers: false)
    }

    func get(_ target: String) async throws -> String {
        try await send("GET \(target) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
    }

    /// All that comes back before the connection ends.
    func send(_ text: String) async throws -> String {
        let descriptor = try connect()
        return try await BlockingExecutor(width: 1).run {
            defer { close(descriptor) }
            _ = Array(text.utf8).withUnsafeBytes { FileSystem.sendAll($0, to: descriptor) }
            var all: [UInt8] = []
            var piece = [UInt8](repeating: 0, count: 65_536)
            while true {
                let count = recv(descriptor, &piece, piece.count, 0)
                guard count > 0 else { return String(decoding: all, as: UTF8.self) }
                all += piece[..<count]
            }
        }
    }

    func connect() throws -> Int32 {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        let status = withUnsafeBytes(of: &address) {
            Glibc.connect(
                descriptor, $0.assumingMemoryBound(to: sockaddr.self).baseAddress!,
                socklen_t(MemoryLayout<sockaddr_in>.size))
        }
        guard status == 0 else { throw EvokeError.system(errno, doing: "connect to", subject: FilePath("the server")) }
        return descriptor
    }
}
