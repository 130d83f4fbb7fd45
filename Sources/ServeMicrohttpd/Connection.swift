import CMicrohttpd
import Glibc
import Workers

/// One client's connection, and what it is allowed to take its time for.
// libmicrohttpd's handle is used on its own thread, but to resume what is suspended, which it allows from any.
final class Connection: @unchecked Sendable {
    enum Stage: Sendable {
        /// Nothing is under way, or the head of a request is.
        case idle
        case receiving
        case working(Exchange)
        case sending
        /// Events are sent for as long as there are some.
        case streaming
    }

    private struct State {
        var stage = Stage.idle
        var since = ContinuousClock.now
        var isOpen = true
    }

    private let handle: OpaquePointer
    private let socket: Int32
    private let state = Locked(State())

    init(_ handle: OpaquePointer, socket: Int32) {
        self.handle = handle
        self.socket = socket
    }

    var stage: (stage: Stage, since: ContinuousClock.Instant) { state.withLock { ($0.stage, $0.since) } }

    func enter(_ stage: Stage) {
        state.withLock { state in
            state.stage = stage
            state.since = .now
        }
    }

    func suspend() { MHD_suspend_connection(handle) }

    func resume() { MHD_resume_connection(handle) }

    /// Ends it from outside: libmicrohttpd sees that the client is gone.
    func cut() {
        state.withLock { if $0.isOpen { shutdown(socket, Int32(SHUT_RDWR)) } }
    }

    /// From now on the number of its socket may be another's.
    func close() { state.withLock { $0.isOpen = false } }
}
