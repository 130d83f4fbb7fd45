import EvokeCatalog
import EvokeLinux
import EvokeSystem
import EvokeTestSupport
import EvokeValues
import EvokeWorkers
import Glibc

/// Stands between a client and a server, and cuts the connection at the next commit. Whoever undoes a transaction through it
/// waits for a moment.
final class CutWire: Sendable {
    enum Cut: Sendable {
        /// The server never hears of it.
        case before
        /// The server has done it, and its answer is lost.
        case after
    }

    private struct State: Sendable {
        var armed: Cut?
        var cuts = 0
        var connections = 0
    }

    private let state = Locked(State())
    private let folder = TemporaryFolder()
    private let listener: Int32

    init(to server: PostgresServer) throws {
        listener = try Sockets.ofFile()
        try Sockets.listen(listener, at: folder.path.appending(".s.PGSQL.5432"), mode: 0o700)
        let (listener, target) = (listener, server.folder.appending(".s.PGSQL.5432"))
        _ = startThread { [state] in
            while case let client = accept(listener, nil, nil), client >= 0 {
                guard let server = try? Sockets.ofFile(), (try? Sockets.connect(server, to: target)) != nil else {
                    break
                }
                state.withLock { $0.connections += 1 }
                Self.join(client, server, state)
            }
        }
    }

    deinit {
        shutdown(listener, Int32(SHUT_RDWR))
        close(listener)
    }

    /// The address of a library through it.
    func address(of library: DiskPath, at server: PostgresServer) -> DiskPath {
        DiskPath(library.display.replacing(server.folder.display, with: folder.path.display))
    }

    func arm(_ cut: Cut) { state.withLock { $0.armed = cut } }

    var cuts: Int { state.withLock { $0.cuts } }

    /// How many were made through it; whoever asks a server to end something makes one more.
    var connections: Int { state.withLock { $0.connections } }

    private static func join(_ client: Int32, _ server: Int32, _ state: Locked<State>) {
        // Set once this connection is to be cut at the server's next word.
        let isDoomed = Locked(false)
        pump(from: client, to: server) { piece in
            if piece.firstRange(of: Array("ROLLBACK\0".utf8)) != nil { usleep(100_000) }
            guard piece.firstRange(of: Array("COMMIT\0".utf8)) != nil else { return true }
            switch state.withLock({ $0.armed.take() }) {
            case nil: return true
            case .before:
                state.withLock { $0.cuts += 1 }
                return false
            case .after:
                isDoomed.withLock { $0 = true }
                return true
            }
        }
        pump(from: server, to: client) { _ in
            guard isDoomed.withLock({ $0 }) else { return true }
            state.withLock { $0.cuts += 1 }
            return false
        }
    }

    /// Until either end is closed, or `isPassed` says no.
    private static func pump(
        from source: Int32, to target: Int32, _ isPassed: @escaping @Sendable ([UInt8]) -> Bool
    ) {
        _ = startThread {
            var memory = [UInt8](repeating: 0, count: 1 << 16)
            while true {
                let count = recv(source, &memory, memory.count, 0)
                let piece = Array(memory.prefix(max(0, count)))
                guard count > 0, isPassed(piece), piece.withUnsafeBytes({ Sockets.sendAll($0, to: target) }) else {
                    break
                }
            }
            // Their numbers stay taken until the process ends: the other thread may still use them.
            Sockets.cut(source)
            Sockets.cut(target)
        }
    }
}
