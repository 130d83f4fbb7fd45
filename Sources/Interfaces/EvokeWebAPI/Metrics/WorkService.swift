import Evoke
package import EvokeValues
import EvokeWorkers

/// What a worker shows of itself to those who watch over it, and nothing else.
package struct WorkService: Answering {
    private let gate: Gate
    private let queue: Counting<WorkQueue>
    private let photos = Locked((done: 0, read: 0, failed: 0))

    /// - Parameter queue: that of the library that is worked on.
    package init(gate: Gate, queue: @escaping @Sendable () async throws -> WorkQueue) {
        self.gate = gate
        self.queue = Counting(queue)
    }

    /// Hears how the work goes.
    package func record(_ event: IndexEvent) {
        switch event {
        case .encoding(let done, _): photos.withLock { $0.done = done }
        case .reading(let done, _): photos.withLock { $0.read = done }
        case .failed: photos.withLock { $0.failed += 1 }
        default: break
        }
    }

    package func admit(_ head: Request) -> Admission {
        do throws(Problem) {
            let asker = try gate.check(head, isOfApp: false)
            let target = try Target(head.target)
            guard target.path == MetricsText.path else {
                throw .nothingThere(remedy: "A worker answers at \(MetricsText.path) alone.")
            }
            guard head.isOfReading else { throw .wrongMethod(["GET"]) }
            return .taken(AdmittedRequest(head, target, to: .metrics, from: asker, bodyLimit: 0))
        } catch {
            return .refused(error.response.finished)
        }
    }

    package func respond(to admitted: AdmittedRequest) async -> Response {
        var text = MetricsText()
        text.addBuild()
        let photos = photos.withLock { $0 }
        text.add(
            "evoke_worker_photos_total", .counter, "Photos that this worker has worked on, whatever became of them.",
            photos.done)
        text.add(
            "evoke_worker_texts_total", .counter, "Photos whose text this worker has read, whatever became of that.",
            photos.read)
        text.add("evoke_worker_failures_total", .counter, "Those of both that could not be read.", photos.failed)
        // The gauge below says so.
        let queue = try? await queue.value
        text.add("evoke_library_up", .gauge, "Whether the library can be read.", queue == nil ? 0 : 1)
        if let queue { text.add(queue) }
        return text.response.finished
    }

    package func problem(status: Int, kind: String, detail: String) -> Response {
        Problem(status: status, kind: kind, detail: detail, headers: ["Retry-After": "5"]).response.finished
    }

    package var libraryIsThere: Bool { false }

    package func endStreams() {}

    package func close() {}
}
