public import EvokeValues

/// A run of indexing: a sequence of what happens, and its report. It goes on whether or not anybody listens.
public struct IndexRun: AsyncSequence, Sendable {
    private let events: AsyncStream<IndexEvent>
    private let work: Task<IndexReport, any Error>

    fileprivate init(
        _ run: @escaping @Sendable (_ notify: @escaping @Sendable (IndexEvent) -> Void) async throws -> IndexReport
    ) {
        let (events, listener) = AsyncStream.makeStream(of: IndexEvent.self)
        self.events = events
        work = Task {
            defer { listener.finish() }
            return try await run { listener.yield($0) }
        }
    }

    /// For one loop, which gets all events.
    public func makeAsyncIterator() -> AsyncStream<IndexEvent>.Iterator { events.makeAsyncIterator() }

    /// What it did, once it has ended. Ends the run early if the task that waits is canceled.
    ///
    /// Throws as ``PhotoLibrary/index(_:rereading:leavingWork:notify:)`` does.
    public var report: IndexReport {
        get async throws {
            try await withTaskCancellationHandler {
                try await work.value
            } onCancel: {
                cancel()
            }
        }
    }

    /// Ends the run early. What was done is kept, and reported.
    public func cancel() { work.cancel() }
}

extension PhotoLibrary {
    /// Begins what ``index(_:rereading:leavingWork:notify:)`` does, for a loop over its progress.
    public func startIndexing(_ paths: [DiskPath] = [], rereading: Bool = false) -> IndexRun {
        IndexRun { notify in try await index(paths, rereading: rereading, notify: notify) }
    }
}
