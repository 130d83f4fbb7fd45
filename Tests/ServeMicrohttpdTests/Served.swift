import Evoke
import EvokeLinux
import EvokeSystem
import EvokeTestSupport
import EvokeValues
import EvokeWebAPI
import EvokeWorkers
import Glibc
import Testing

@testable import ServeMicrohttpd

/// A small library: three pictures, and a model of four dimensions.
struct SmallLibrary: Sendable {
    let folder: TemporaryFolder
    let library: PhotoLibrary

    init(in folder: TemporaryFolder = TemporaryFolder()) async throws {
        self.folder = folder
        _ = try TinyModel(in: folder)
        for number in 0..<3 { try folder.write("photos/\(number).png", TestPicture.png(number)) }
        let configuration = LibraryConfiguration(
            library: folder.path.appending("library"), models: [folder.path.appending("models")],
            cache: TemporaryFolder.cache.path)
        let writer = try await PhotoLibrary.open(configuration, access: .write, model: ModelChoice("tiny"))
        _ = try await writer.index([folder.path.appending("photos")]) { _ in }
        try await writer.close()
        library = try await PhotoLibrary.openAndFollow(
            configuration, downloader: ModelDownloader(configuration, from: FakeHub()))
    }

    /// Of all servers to which it does not matter that the others end its news.
    static let shared = Task { try await SmallLibrary(in: .ofTheProcess()) }
}

/// Answers requests for vectors no earlier than it is allowed to.
private struct HeldService: Answering {
    let service: Service
    let isAllowed: Locked<Bool>

    func admit(_ head: Request) -> Admission { service.admit(head) }

    func respond(to admitted: AdmittedRequest) async -> Response {
        if admitted.request.target.hasPrefix("/api/embed") {
            // Until it is cancelled, too.
            try? await wait(for: "the permission to answer") { isAllowed.withLock { $0 } }
        }
        return await service.respond(to: admitted)
    }

    func problem(status: Int, kind: String, detail: String) -> Response {
        service.problem(status: status, kind: kind, detail: detail)
    }

    var libraryIsThere: Bool { get async { await service.libraryIsThere } }
    func endStreams() { service.endStreams() }
    func close() { service.close() }
}

/// A small library behind a server.
struct Served: Sendable {
    let folder: TemporaryFolder
    let service: Service
    let server: Server
    let port: UInt16

    /// - Parameters:
    ///   - library: one of its own, where its files change or events are listened to.
    ///   - isAllowed: whether requests for vectors may be answered by now.
    init(
        _ library: SmallLibrary? = nil, mostWork: Duration = .seconds(60), token: Token? = nil,
        owners: any SocketOwnerReading = KernelSocketOwners(), embeddingOnce isAllowed: Locked<Bool> = Locked(true)
    ) async throws {
        let small = if let library { library } else { try await SmallLibrary.shared.value }
        folder = small.folder
        let socket = try ListeningSocket.onNetwork(host: "127.0.0.1", port: 0)
        port = socket.port
        service = try Service(small.library, gate: Gate(names: [], token: token))
        server = Server(HeldService(service: service, isAllowed: isAllowed), mostWork: mostWork)
        try server.listen(on: socket, toOthers: false, owners: owners)
    }

    func get(_ target: String) async throws -> String {
        try await send("GET \(target) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
    }

    func send(_ text: String) async throws -> String { try await send(Array(text.utf8)) }

    /// All that comes back before the connection ends.
    func send(_ bytes: [UInt8]) async throws -> String {
        let descriptor = try connect()
        defer { close(descriptor) }
        await Self.threads.run { _ = bytes.withUnsafeBytes { Sockets.sendAll($0, to: descriptor) } }
        return try await text(from: descriptor)
    }

    /// What comes until the connection ends, or until those words have come.
    func text(from descriptor: Int32, until end: String? = nil) async throws -> String {
        // Not on a thread of Swift's pool, which the server in this process needs.
        await Self.threads.run {
            // Longer than the server takes for anything, under whichever sanitizer.
            var patience = timeval(tv_sec: 1_500, tv_usec: 0)
            setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
            var all = ""
            var piece = [UInt8](repeating: 0, count: 65_536)
            while end.map({ !all.contains($0) }) ?? true {
                let count = recv(descriptor, &piece, piece.count, 0)
                guard count > 0 else { break }
                all += String(decoding: piece[..<count], as: UTF8.self)
            }
            return all
        }
    }

    func hasAnswer(on descriptor: Int32) -> Bool {
        var wanted = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&wanted, 1, 0) == 1
    }

    /// Empty when the connection is ended instead.
    func firstLine(from descriptor: Int32) async throws -> String {
        let text = try await text(from: descriptor, until: "\r\n")
        return String(text.prefix { $0 != "\r\n" })
    }

    private static let threads = BlockingExecutor(width: 32)

    /// Whether somebody answers on the socket that is a file.
    func isServed(over file: DiskPath) async throws -> Bool {
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        defer { close(descriptor) }
        guard UnixAddress.with(file, { Glibc.connect(descriptor, $0, $1) }) == 0 else { return false }
        send("GET /api/health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n", on: descriptor)
        return try await text(from: descriptor).hasPrefix("HTTP/1.1 200 ")
    }

    /// A connection on which something is asked.
    func ask(_ text: String) throws -> Int32 {
        let descriptor = try connect()
        send(text, on: descriptor)
        return descriptor
    }

    func send(_ text: String, on descriptor: Int32) {
        _ = Array(text.utf8).withUnsafeBytes { Sockets.sendAll($0, to: descriptor) }
    }

    /// What a request for the vector of a picture is answered with.
    func embed() async throws -> String {
        let form = TestForm().picture(TestPicture.png(1))
        let request =
            "POST /api/embed HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
            + "Content-Type: \(form.type)\r\nContent-Length: \(form.body.count)\r\n\r\n"
        return try await send(Array(request.utf8) + form.body)
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
        guard status == 0 else { throw EvokeError.system(errno, doing: "connect to", subject: DiskPath("the server")) }
        return descriptor
    }
}
