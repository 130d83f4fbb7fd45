import EvokeCMicrohttpd
import EvokeLinux
import EvokeSystem
import EvokeValues

/// One client's connection, with its time limits.
// Sendable because only libmicrohttpd's own thread uses the handle, and others only resume it while it is suspended.
final class Connection: @unchecked Sendable {
    enum Stage: Sendable {
        /// Waiting for a request, or for the rest of its head.
        case idle
        case receiving
        case working(Exchange)
        case sending
        /// Sending events.
        case streaming
    }

    private struct State {
        var stage = Stage.idle
        var since = ContinuousClock.now
        var isOpen = true
        var isCut = false
    }

    private struct Rest {
        var isSuspended = false
        /// It was resumed before it was suspended.
        var isOver = false
        /// It must not be suspended anymore.
        var isForbidden = false
    }

    private let handle: OpaquePointer
    private let socket: Int32
    /// Whether the client is the server's own user, or root.
    let isOfOwner: Bool
    /// The client's address, if needed.
    let address: [UInt8]
    private let state = Locked(State())
    private let rest = Locked(Rest())

    init(_ handle: OpaquePointer, socket: Int32, asking owners: (any SocketOwnerReading)?, isCounted: Bool = false) {
        self.handle = handle
        self.socket = socket
        address = isCounted ? SocketAddress(peerOf: socket)?.bytes ?? [] : []
        isOfOwner = owners?.user(behind: socket).map { $0 == OwnProcess.user || $0 == 0 } ?? false
    }

    var stage: (stage: Stage, since: ContinuousClock.Instant) { state.withLock { ($0.stage, $0.since) } }

    func enter(_ stage: Stage) {
        state.withLock { state in
            state.stage = stage
            state.since = .now
        }
    }

    /// Restarts the time limit of its work after progress.
    func recordProgress(of exchange: Exchange) {
        state.withLock { state in
            if case .working(let current) = state.stage, current === exchange { state.since = .now }
        }
    }

    func suspend() {
        rest.withLock { rest in
            if !rest.isOver, !rest.isForbidden {
                MHD_suspend_connection(handle)
                rest.isSuspended = true
            }
            rest.isOver = false
        }
    }

    func resume() {
        rest.withLock { rest in
            if rest.isSuspended { MHD_resume_connection(handle) }
            rest.isOver = !rest.isSuspended
            rest.isSuspended = false
        }
    }

    /// libmicrohttpd aborts the program if it is stopped with a connection suspended.
    func resumeForGood() {
        rest.withLock { rest in
            rest.isForbidden = true
            if rest.isSuspended { MHD_resume_connection(handle) }
            rest.isSuspended = false
        }
    }

    /// Ends it from outside: libmicrohttpd notices that the client is gone, but not while there is nothing to stream.
    func cut() {
        let isStreaming = state.withLock { state in
            if state.isOpen { Sockets.cut(socket) }
            state.isCut = true
            return state.stage.isStreaming
        }
        if isStreaming { resume() }
    }

    var isCut: Bool { state.withLock { $0.isCut } }

    /// Whether nothing is in progress, and no unread data has arrived.
    var isSilent: Bool {
        state.withLock { state in
            guard state.isOpen, !state.isCut, case .idle = state.stage else { return false }
            return !evoke_http_has_input(socket)
        }
    }

    /// Whether something is streamed to a client that is gone.
    var isLeft: Bool {
        state.withLock { $0.isOpen && !$0.isCut && $0.stage.isStreaming && evoke_http_is_left(socket) }
    }

    /// From now on, its file descriptor may belong to something else.
    func close() { state.withLock { $0.isOpen = false } }
}

extension Connection.Stage {
    fileprivate var isStreaming: Bool { if case .streaming = self { true } else { false } }
}
