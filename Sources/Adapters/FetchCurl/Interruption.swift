import Dispatch
import EvokeCCurl
import EvokeValues
import EvokeWorkers

/// Signals cancellation to a thread that waits for the network or for its next try.
final class Interruption: Sendable {
    private struct State {
        var isSet = false
        var waiting: Multi?
    }

    // Sendable because other threads use it only to wake the transfer, with the lock held, which libcurl allows.
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

    /// A transfer to wake on cancellation; nil for none.
    func wakes(_ multi: UnsafeMutableRawPointer?) {
        state.withLock { $0.waiting = multi.map(Multi.init) }
    }

    func wait(_ duration: Duration) throws(Stop) {
        _ = wake.wait(timeout: .now() + .nanoseconds(Int(nearest: duration / .nanoseconds(1))))
        if isSet { throw .cancelled }
    }
}

extension BlockingExecutor {
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
