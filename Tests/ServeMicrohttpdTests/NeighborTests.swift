import EvokeTestSupport
import EvokeValues
import EvokeWebAPI
import EvokeWorkers
import Glibc
import Testing

@testable import ServeMicrohttpd

/// Other users of the same machine, who reach the server as its owner does.
@Suite struct NeighborTests {
    /// The owner and root need no token; another user does, and one of whom nothing is known, where there is one.
    @Test(
        arguments: [
            (Optional("right"), geteuid(), 200), ("right", 0, 200), ("right", geteuid() + 4_242, 401),
            ("right", nil, 401),
            (nil, nil, 200),
        ] as [(String?, UInt32?, Int)]) func onlyTheOwnerNeedsNoToken(token: String?, user: UInt32?, status: Int)
        async throws
    {
        let served = try await Served(token: token.map { Token($0) }, owners: Everybody(is: user))
        for target in ["/api/health", "/api/photos/1/original", "/api/library"] {
            #expect(try await served.get(target).hasPrefix("HTTP/1.1 \(status) "), "\(target)")
        }
        let known =
            "GET /api/health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nAuthorization: Bearer right\r\n\r\n"
        #expect(try await served.send(known).hasPrefix("HTTP/1.1 200 "))
        #expect(try await served.get("/").hasPrefix("HTTP/1.1 200 "), "the app's own files are no secret")
        await served.server.stop()
    }

    @Test func aConnectionIsAskedAboutOnce() async throws {
        let owners = Everybody(is: geteuid())
        let served = try await Served(token: Token("right"), owners: owners)
        let one = "GET /api/health HTTP/1.1\r\nHost: localhost\r\n\r\n"
        let last = "GET /api/health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
        #expect(try await served.send(one + one + last).ranges(of: "HTTP/1.1 200 OK").count == 3)
        #expect(owners.count == 1)
        await served.server.stop()
    }

    /// As root another user can be tried; the kernel is asked either way.
    @Test func theKernelTellsUsersApart() async throws {
        let served = try await Served(token: Token("right"))
        #expect(try await served.get("/api/health").hasPrefix("HTTP/1.1 200 "))
        guard geteuid() == 0 else { return }
        let other = try await shell(
            """
            exec setpriv --reuid=65533 --regid=65533 --clear-groups bash -c '
                exec 3<>/dev/tcp/127.0.0.1/\(served.port)
                printf "GET /api/library HTTP/1.1\\r\\nHost: localhost\\r\\nConnection: close\\r\\n\\r\\n" >&3; cat <&3'
            """)
        #expect(other.hasPrefix("HTTP/1.1 401 "), "\(other)")
        await served.server.stop()
    }

    @Test(arguments: [Pair.Kind.v4, .v6, .mapped, .mappedListener], [false, true])
    func knowsItsOwnSockets(kind: Pair.Kind, inTables: Bool) throws {
        // A machine may be without IPv6.
        guard let pair = Pair(kind) else {
            #expect(kind != .v4)
            return
        }
        let owners = KernelSocketOwners(askingTablesAlone: inTables)
        #expect(owners.user(behind: pair.accepted) == geteuid())
        #expect(owners.user(behind: pair.asking) == geteuid())
        shutdown(pair.asking, Int32(SHUT_WR))
        #expect(owners.user(behind: pair.accepted) == geteuid(), "it still waits for the answer")
    }

    /// A socket that nobody holds any more counts as root's in the kernel's books.
    @Test(arguments: [false, true]) func whoeverHasGoneIsNobody(inTables: Bool) throws {
        let owners = KernelSocketOwners(askingTablesAlone: inTables)
        let gone = try #require(Pair(.v4))
        gone.closeAsking()
        #expect(owners.user(behind: gone.accepted) == nil)

        let reset = try #require(Pair(.v4))
        var now = linger(l_onoff: 1, l_linger: 0)
        setsockopt(reset.asking, SOL_SOCKET, SO_LINGER, &now, socklen_t(MemoryLayout<linger>.size))
        reset.closeAsking()
        #expect(owners.user(behind: reset.accepted) == nil)
    }

    @Test func whatIsNoConnectionHasNoOwner() throws {
        var both: [Int32] = [0, 0]
        #expect(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &both) == 0)
        #expect(KernelSocketOwners().user(behind: both[0]) == nil)
        for descriptor in both { close(descriptor) }
        let listening = try ListeningSocket.onNetwork(host: "127.0.0.1", port: 0)
        #expect(KernelSocketOwners().user(behind: listening.descriptor) == nil)
        #expect(KernelSocketOwners().canTell(of: listening))
        close(listening.descriptor)
    }
}

/// All connections are of that user.
private final class Everybody: SocketOwnerReading {
    private let user: UInt32?
    private let asked = Locked(0)

    init(is user: UInt32?) {
        self.user = user
    }

    var count: Int { asked.withLock { $0 } }

    func user(behind socket: Int32) -> UInt32? {
        asked.withLock { $0 += 1 }
        return user
    }
}

/// Both ends of a connection over the loopback.
final class Pair {
    enum Kind {
        case v4, v6
        /// IPv4 to a socket that speaks IPv6: from such a one, and from one of IPv4.
        case mapped, mappedListener
    }

    let accepted: Int32
    private(set) var asking: Int32

    init?(_ kind: Kind) {
        let families =
            kind == .v4 ? (AF_INET, AF_INET) : kind == .mappedListener ? (AF_INET6, AF_INET) : (AF_INET6, AF_INET6)
        let type = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        let listening = socket(families.0, type, 0)
        asking = socket(families.1, type, 0)
        defer { close(listening) }
        let text =
            switch kind {
            case .v4: "127.0.0.1"
            case .v6: "::1"
            case .mapped, .mappedListener: "::ffff:127.0.0.1"
            }
        guard Self.use(text, families.0, 0, { bind(listening, $0, $1) }) == 0, listen(listening, 1) == 0 else {
            close(asking)
            return nil
        }
        var bound = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        let port = withUnsafeMutableBytes(of: &bound) { bytes in
            getsockname(listening, bytes.assumingMemoryBound(to: sockaddr.self).baseAddress!, &length)
            return UInt16(bigEndian: bytes.load(fromByteOffset: 2, as: UInt16.self))
        }
        let target = families.1 == AF_INET ? "127.0.0.1" : text
        guard Self.use(target, families.1, port, { [asking] in connect(asking, $0, $1) }) == 0 else {
            close(asking)
            return nil
        }
        accepted = accept(listening, nil, nil)
    }

    deinit {
        closeAsking()
        close(accepted)
    }

    func closeAsking() {
        if asking >= 0 { close(asking) }
        asking = -1
    }

    private static func use(
        _ text: String, _ family: Int32, _ port: UInt16, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
    ) -> Int32 {
        var storage = sockaddr_storage()
        storage.ss_family = sa_family_t(family)
        return withUnsafeMutableBytes(of: &storage) { bytes in
            bytes.storeBytes(of: port.bigEndian, toByteOffset: 2, as: UInt16.self)
            inet_pton(family, text, bytes.baseAddress! + (family == AF_INET ? 4 : 8))
            let length = family == AF_INET ? MemoryLayout<sockaddr_in>.size : MemoryLayout<sockaddr_in6>.size
            return body(bytes.assumingMemoryBound(to: sockaddr.self).baseAddress!, socklen_t(length))
        }
    }
}

private func shell(_ script: String) async throws -> String {
    try await BlockingExecutor(width: 1).run { try Shell.output(of: script) }
}
