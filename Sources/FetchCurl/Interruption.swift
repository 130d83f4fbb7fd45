import CCurl
import Dispatch
import Workers

/// The word from outside that a fetch is to end, for a thread that waits on the network or for its next try.
final class Interruption: Sendable {
    private struct State {
        var isSet = false
        var waiting: Multi?
    }

    // Sendable because the one call made with it from another thread is the one that libcurl allows.
    private struct Multi: @unchecked Sendable {
        let handle: UnsafeMutableRawPointer
    }

    private let state = Locked(State())
    private let wake = DispatchSemaphore(value: 0)

    var isSet: Bool { state.withLock { $0.isSet } }

    func set() {
        state.withLock { state in
            state.isSet = true
            if let multi = state.waiting { curl_multi_wakeup(multi.handle) }
        }
        wake.signal()
    }

    /// What is woken up too, until it is nil again.
    func wakes(_ multi: UnsafeMutableRawPointer?) {
        state.withLock { $0.waiting = multi.map(Multi.init) }
    }

    func wait(_ duration: Duration) throws(Stop) {
        let nanoseconds = duration.components.seconds * 1_000_000_000 + duration.components.attoseconds / 1_000_000_000
        _ = wake.wait(timeout: .now() + .nanoseconds(Int(nanoseconds)))
        if isSet { throw .cancelled }
    }
}
