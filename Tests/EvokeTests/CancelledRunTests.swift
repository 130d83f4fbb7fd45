import Evoke
import EvokeTestSupport
import EvokeValues
import EvokeWorkers
import Testing

/// A run that is cancelled ends with a report, and what it did is kept.
@Suite struct CancelledRunTests {
    private let test = SmallLibrary()
    private let problems = Locked<[EvokeError]>([])

    @Test func beforeItHasBegun() async throws {
        let library = try await test.indexed()
        let run = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await library.index([], notify: record)
        }
        #expect(try await run.value.isInterrupted)
        #expect(problems.withLock { $0 }.isEmpty)
        #expect(try await library.search(SearchRequest("a", showsAll: true)).count == 3)
    }

    @Test func midway() async throws {
        let library = try await test.indexed()
        let more = 100
        try test.addPhotos(more)
        let run = library.startIndexing()
        for await event in run {
            record(event)
            if case .encoding(let done, _) = event, done > 2 { run.cancel() }
        }
        let report = try await run.report
        // It may just have come to its end.
        #expect(report.isInterrupted == (report.added < more))
        #expect(problems.withLock { $0 }.isEmpty)
        #expect(report.added > 2)
        #expect(try await library.search(SearchRequest("a", top: 2 * more, showsAll: true)).count == 3 + report.added)
        #expect(try await library.index([], notify: record).added == more - report.added)
    }

    @Sendable private func record(_ event: IndexEvent) {
        if case .problem(let error) = event { problems.withLock { $0.append(error) } }
    }
}
