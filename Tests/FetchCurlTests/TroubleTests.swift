import EvokeSystem
import EvokeTestSupport
import EvokeValues
import EvokeWorkers
import Glibc
import Testing

@testable import FetchCurl

/// What happens on this side: tasks that are cancelled, disks that are full.
@Suite(.serialized) struct TroubleTests {
    /// Nothing of it would end by itself.
    @Test(arguments: ["silent", "trickle=20000", "status=503&retry-after=90000"])
    func cancellingEndsItAtOnce(_ trouble: String) async throws {
        let fetching = try Fetching()
        var limits = Limits()
        (limits.patience, limits.slowest, limits.longestAskedWait) = (100_000, 1, .seconds(100_000))
        let task = Task {
            try await fetching.fetch(
                fetching.wanted("/plain/org/m/model.onnx?\(trouble)"), by: fetching.fetcher(limits: limits))
        }
        try await wait(for: "the trouble") {
            try !fetching.requests().isEmpty && (trouble == "silent" || !fetching.steps.isEmpty)
        }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        let part = (try? FileSystem.read(fetching.part)) ?? []
        #expect(part == Array(Fetching.large.prefix(part.count)))
        try await fetching.fetch("/plain/org/m/model.onnx")
        #expect(try fetching.fetched() == Fetching.large)
    }

    @Test func whileNothingComesItIsSaidHowFarItIs() async throws {
        let fetching = try Fetching()
        async let file = fetching.fetch("/plain/org/m/model.onnx?until=go")
        try await wait(for: "all that came") { fetching.steps.last?.received == Int64(Fetching.large.count / 2) }
        try fetching.hub.files.write("go", [])
        _ = try await file
    }

    @Test func whatIsCancelledBeforeItBeginsAsksNobody() async throws {
        let fetching = try Fetching()
        let gate = Locked(false)
        let task = Task {
            // Whoever is cancelled does not sleep.
            while !gate.withLock({ $0 }) { await Task.yield() }
            return try await fetching.fetch("/plain/org/m/model.onnx")
        }
        task.cancel()
        gate.withLock { $0 = true }
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(try fetching.requests().isEmpty)
    }

    /// A listener that takes no more connections, as an address does that nobody answers at.
    @Test func whoeverCannotConnectSoonHearsOfIt() async throws {
        let fetching = try Fetching()
        let listener = try Deaf()
        var limits = Fetching.limits
        (limits.connecting, limits.connectingAgain) = (1, 1)
        let wanted = fetching.wanted("http://127.0.0.1:\(listener.port)/file")
        let error = await fetching.failure(wanted, by: fetching.fetcher(retries: 1, limits: limits))
        #expect(error?.kind == .unreachable && error?.reason.contains("could not be reached") == true)
        #expect(error?.cause?.domain == "curl" && error?.cause?.code == 28 && fetching.setbacks.count == 1)
    }

    @Test func aFullDisk() async throws {
        let fetching = try Fetching()
        // A device that is full at its first byte.
        let device = DiskPath("/dev/full")
        try #require(device.withCString { from in fetching.part.withCString { symlink(from, $0) } } == 0)
        let error = try #require(await fetching.failure("/plain/org/m/model.onnx"))
        #expect(error.kind == .diskFull && fetching.setbacks.isEmpty)
    }

    @Test func whereNothingCanBeWritten() async throws {
        let fetching = try Fetching()
        try fetching.home.write("file", [])
        for name in ["none/model.onnx", "file/model.onnx"] {
            let error = await #expect(throws: EvokeError.self) {
                try await fetching.fetcher().fetch(
                    fetching.wanted("/plain/org/m/model.onnx"), to: fetching.home.path.appending(name)
                ) { _ in }
            }
            #expect(error?.kind == .notFound)
        }
        #expect(try fetching.requests().isEmpty)
    }

    /// What is a folder is not replaced; what came is kept.
    @Test func aPlaceThatIsTaken() async throws {
        let fetching = try Fetching()
        try FileSystem.makeFolder(fetching.destination.appending("inside"))
        #expect(await fetching.failure("/plain/org/m/model.onnx") != nil)
        #expect(try FileSystem.read(fetching.part) == Fetching.large)
    }
}

/// Its queue is full, so that the kernel answers nobody.
private final class Deaf {
    let port: UInt16
    private var sockets: [Int32] = []

    init() throws {
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        sockets.append(listener)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isReady = withUnsafeMutableBytes(of: &address) { bytes in
            let address = bytes.assumingMemoryBound(to: sockaddr.self).baseAddress!
            return bind(listener, address, length) == 0 && listen(listener, 0) == 0
                && getsockname(listener, address, &length) == 0
        }
        try #require(isReady)
        port = UInt16(bigEndian: address.sin_port)
        // More than any queue of length 0 takes; those that wait do so without us.
        for _ in 0..<4 {
            let caller = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue), 0)
            sockets.append(caller)
            withUnsafeBytes(of: &address) {
                _ = connect(caller, $0.assumingMemoryBound(to: sockaddr.self).baseAddress!, length)
            }
        }
    }

    deinit {
        for socket in sockets { close(socket) }
    }
}
