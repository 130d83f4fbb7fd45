import Dispatch
import EvokeCCurl
import EvokeValues
import EvokeWorkers

/// The word from outside that a fetch is to end, for a thread that waits on the network or for its next try.
final class Interruption: Sendable {
    private struct State {
        var isSet = false
        var waiting: Multi?
    }

    // Sendable because another thread uses it only while the lock is held, to wake the transfer, which libcurl allows.
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
        _ = wake.wait(timeout: .now() + .nanoseconds(Int(nearest: duration / .nanoseconds(1))))
        if isSet { throw .cancelled }
    }
}

extension BlockingExecutor {
    /// Runs a transfer until the task is cancelled, and says how it ended.
    func runInterruptibly<Success: Sendable>(
        _ body: @escaping @Sendable (Interruption) throws(Stop) -> Success
    ) async throws -> Success {
        let interruption = Interruption()
        return try await withTaskCancellationHandler {
            try await run {
                do throws(Stop) {
                    return try body(interruption)
                } catch {
                    switch error {
                    case .failed(let error), .setback(let error, _): throw error
                    case .cancelled, .anew: throw CancellationError()
                    }
                }
            }
        } onCancel: {
            interruption.set()
        }
    }
}
