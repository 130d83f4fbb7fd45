import CatalogSQLite
import EvokeCSQLite
import EvokeSystem
import EvokeTestSupport
import EvokeValues
import EvokeWorkers
import Testing

@testable import Evoke

/// Photos get their colours when they are indexed; those of older libraries get theirs in the next run.
@Suite struct LibraryColorTests {
    private let test = SmallLibrary()
    private let events = Locked<[(done: Int, total: Int)]>([])

    private func names(_ library: PhotoLibrary, _ text: String) async throws -> Set<String> {
        Set(EvokeTests.names(of: try await library.search(question(text))))
    }

    /// As an Evoke without colours has left it; nobody has the library open.
    private func forgetColors() throws {
        var handle: OpaquePointer?
        let file = test.configuration.library.appending("library.sqlite")
        #expect(file.withCString { sqlite3_open($0, &handle) } == SQLITE_OK)
        defer { sqlite3_close(handle) }
        #expect(sqlite3_exec(handle, "UPDATE photos SET colors = NULL, checksum = NULL", nil, nil, nil) == SQLITE_OK)
    }

    private func open() async throws -> PhotoLibrary {
        try await PhotoLibrary.open(test.configuration, access: .write, model: ModelChoice("tiny"))
    }

    @Sendable private func record(_ event: IndexEvent) {
        switch event {
        case .coloring(let done, let total): events.withLock { $0.append((done, total)) }
        case .encoding(_, let total) where total > 0: Issue.record("\(total) are encoded again")
        case .failed(let error), .problem(let error): Issue.record("\(error)")
        default: break
        }
    }

    @Test func areFoundByTheirColors() async throws {
        let library = try await SmallLibrary.shared.value.library
        for (query, wanted) in [
            ("color:red", ["red.bmp"]), ("colour:rot|vert", ["red.bmp", "green.bmp"]),
            ("-color:green", ["red.bmp", "blue.bmp"]), ("color:red color:blue", []),
        ] as [(String, Set<String>)] {
            #expect(try await names(library, query) == wanted, "\(query)")
        }
        #expect(try await library.search(question("color:red")).withoutColors == 0)
    }

    @Test(arguments: [true, false]) func olderOnesGetTheirsOnce(hasThumbnails: Bool) async throws {
        try await test.indexed().close()
        try forgetColors()
        if !hasThumbnails { try FileSystem.erase(test.configuration.library.appending(ThumbnailFolder.name)) }
        var library = try await open()
        #expect(try await names(library, "color:red").isEmpty)
        #expect(try await library.search(question("dog -(color:red)")).withoutColors == 3)
        #expect(try await library.search(question("file:red")).withoutColors == 0, "colours are not asked for")
        // A thumbnail is enough: nothing else is read.
        if hasThumbnails { try FileSystem.replace(test.red, with: bitmap(0, 0, 0)) }
        let report = try await library.index(hasThumbnails ? [test.photos.appending("green.bmp")] : [], notify: record)
        #expect(report.added == 0 && report.changed == 0 && !report.isInterrupted)
        #expect(events.withLock { $0.map(\.done) } == [0, 1, 2, 3])
        #expect(try await names(library, "color:red") == ["red.bmp"])
        try await library.close()

        library = try await open()
        #expect(try await library.search(question("color:red")).withoutColors == 0)
        events.withLock { $0 = [] }
        _ = try await library.index([test.photos.appending("green.bmp")], notify: record)
        #expect(events.withLock { $0.isEmpty }, "once is enough")
    }

    /// What is in a photo's place now may be another picture.
    @Test func aFileThatIsAnotherByNowTellsNothing() async throws {
        try await test.indexed().close()
        try forgetColors()
        try FileSystem.erase(test.configuration.library.appending(ThumbnailFolder.name))
        try FileSystem.replace(test.red, with: bitmap(0, 0, 255))
        let library = try await open()
        _ = try await library.index([test.photos.appending("green.bmp")], notify: record)
        #expect(try await names(library, "color:blue") == ["blue.bmp"])
        #expect(try await library.search(question("color:blue")).withoutColors == 1)
    }

    @Test func aRunThatEndsMidwayIsGoneOnWith() async throws {
        // So many are written at once: 256.
        let more = 320
        try test.addPhotos(more)
        try await test.indexed().close()
        try forgetColors()
        let library = try await open()
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
        let run = Task {
            try await library.index([]) { event in
                if case .coloring(let done, _) = event, done > 280 { continuation.finish() }
                record(event)
            }
        }
        for await _ in stream {}
        run.cancel()
        let report = try await run.value
        let left = try await library.search(question("color:red")).withoutColors
        #expect(left < more + 3 - 200, "what was done is kept")
        #expect(report.isInterrupted == (left > 0), "it may just have come to its end")
        events.withLock { $0 = [] }
        _ = try await library.index([], notify: record)
        #expect(events.withLock { $0.last?.total ?? 0 } == left)
        #expect(try await library.search(question("color:red")).withoutColors == 0)
    }
}
