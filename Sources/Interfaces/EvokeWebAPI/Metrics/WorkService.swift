import Evoke
package import EvokePorts
package import EvokeValues

/// A worker's metrics, and nothing else.
package struct WorkService: Answering {
    private let gate: Gate
    private let queue: Counting<WorkQueue>
    private let photos = Locked((done: 0, read: 0, failed: 0))

    /// - Parameter queue: that of the library it works on.
    package init(gate: Gate, queue: @escaping @Sendable () async throws -> WorkQueue) {
        self.gate = gate
        self.queue = Counting(queue)
    }

    /// Counts the progress of the work.
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
                throw .nothingThere(remedy: "A worker answers only at \(MetricsText.path).")
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
            "evoke_worker_photos_total", .counter, "Photos processed by this worker, failed ones included.",
            photos.done)
        text.add(
            "evoke_worker_texts_total", .counter, "Photos this worker read text in, failed ones included.", photos.read)
        text.add("evoke_worker_failures_total", .counter, "Photos that could not be read.", photos.failed)
        // The gauge below shows a failure.
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
