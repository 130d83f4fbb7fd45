import EvokeCatalog
import EvokeIndexing
import EvokePorts
import EvokeTestSupport
import EvokeValues
import EvokeWorkers
import Testing

@testable import CatalogPostgres

/// Runs of indexing on a library that several share.
@Suite struct WorkerTests {
    private let folder = TemporaryFolder()

    @Test func whoeverIndexesAloneDoesAllAsBefore() async throws {
        let catalog = try await library()
        for name in ["a.jpg", "b.jpg", "in/c.jpg"] { try folder.write(name, "1\(name)".utf8) }
        try folder.write("bad.jpg", "bad".utf8)
        let told = Locked<[(done: Int, total: Int)]>([])
        let first = try await indexer(catalog).run([folder.path]) { event in
            if case .encoding(let done, let total) = event { told.withLock { $0.append((done, total)) } }
        }
        #expect(first.added == 3 && first.failed == 1 && first.left == 0 && !first.isInterrupted)
        #expect(
            told.withLock { $0.map(\.done) } == [0, 1, 2, 3, 4] && told.withLock { $0.allSatisfy { $0.total == 4 } })
        try folder.write("a.jpg", "2 changed".utf8)
        try folder.move("b.jpg", to: "d.jpg")
        try folder.write("in/c.xmp", "a title".utf8)
        let second = try await indexer(catalog).run([]) { _ in }
        #expect(second.changed == 1 && second.moved == 1 && second.described == 1 && second.vanished == 0, "\(second)")
        let third = try await indexer(catalog).run([]) { _ in }
        #expect(third.unchanged == 3 && third.failed == 1 && third.changed == 0)
        #expect(try await catalog.queue() == WorkQueue(workers: [], models: [], claimed: 0, setAside: []))
        try await catalog.close()
    }

    /// Another machine does what this one has planned, and what it cannot reach is left to others.
    @Test func aWorkerLeavesToOthersWhatItDoesNotReach() async throws {
        let catalog = try await library()
        try folder.write("here/a.jpg", "1".utf8)
        try folder.write("away/b.jpg", "2".utf8)
        let planned = try await indexer(catalog).run(
            [folder.path.appending("here"), folder.path.appending("away")], leavingWork: true
        ) { _ in }
        #expect(planned.left == 2 && planned.added == 0)
        try folder.move("away", to: "unplugged")
        let worked = try await indexer(catalog).work(for: catalog, untilEmpty: true, notify: { _ in }, whenIdle: {})
        #expect(worked.added == 1 && worked.failed == 0)
        #expect(try await catalog.queue().waiting == 1)
        try folder.move("unplugged", to: "away")
        let rest = try await indexer(catalog).work(for: catalog, untilEmpty: true, notify: { _ in }, whenIdle: {})
        #expect(rest.added == 1)
        #expect(try await catalog.summary().photos == 2)
        try await catalog.close()
    }

    @Test func photosOfOtherSourcesAreNotLeftToOthers() async throws {
        let catalog = try await library()
        try folder.write("a.jpg", "1".utf8)
        let source = MemorySource()
        source.state.withLock { state in for name in ["b.jpg", "bad.jpg"] { state.set(name, Array(name.utf8)) } }
        for left in [1, 0] {
            let report = try await indexer(catalog).run([folder.path], from: [source], leavingWork: left == 1) { _ in }
            #expect(report.added == 1 && report.failed == 1 && report.left == left, "\(report)")
        }
        #expect(try await catalog.photo(at: MemorySource.path("b.jpg")) != nil)
        #expect(source.state.withLock { $0.asked } == [nil, "2"])
        try await catalog.close()
    }

    /// What is known of a photo's fault is recorded at once, and what is the machine's fault blames no photo.
    @Test func aModelThatFailsBlamesNoPhoto() async throws {
        let catalog = try await library()
        for number in 0..<20 { try folder.write("\(number).jpg", "\(number)".utf8) }
        let error = await #expect(throws: EvokeError.self) {
            try await indexer(catalog, encoder: FailingEncoder()).run([folder.path]) { _ in }
        }
        #expect(error?.kind == .inference)
        let queue = try await catalog.queue()
        #expect(queue.waiting == 20 && queue.setAside.isEmpty && queue.workers.isEmpty)
        #expect(try await catalog.failures().isEmpty)
        #expect(try await indexer(catalog).run([]) { _ in }.added == 20)
        try await catalog.close()
    }

    private func library() async throws -> PostgresCatalog {
        try await PostgresCatalog.open(PostgresAddress(PostgresServer.running().newLibrary()), access: .write)
    }

    private func indexer(
        _ catalog: PostgresCatalog, _ decoder: FakeDecoder = FakeDecoder(), encoder: any ImageEncoding = FakeEncoder()
    ) -> Indexer {
        Indexer(
            catalog: catalog, model: .fake, decoder: decoder, digester: FakeDigester(), metadata: FakeFactReader(),
            encoder: encoder, thumbnails: FakeThumbnails(), executor: BlockingExecutor(width: 4))
    }
}

/// Has a vector of nothing.
private struct FailingEncoder: ImageEncoding {
    let input = FakeEncoder().input
    let width = 2

    func encode(_ image: PreparedImage) async throws -> Embedding {
        throw EvokeError(.inference, doing: "run the graph", subject: "fake", reason: "the test says so")
    }
}
