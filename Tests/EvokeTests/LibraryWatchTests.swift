import Evoke
import EvokeTestSupport
import EvokeValues
import Testing

/// A library that is watched, with a model of four dimensions and little patience.
@Suite(.serialized) struct LibraryWatchTests {
    private let folder = TemporaryFolder()
    private let events: AsyncStream<LibraryWatch.Event>
    private let watching: LibraryWatch

    init() async throws {
        _ = try TinyModel(in: folder)
        try folder.write("photos/red.bmp", bitmap(255, 0, 0))
        try folder.write("photos/in/green.bmp", bitmap(0, 255, 0))
        let configuration = Self.configuration(folder)
        let library = try await PhotoLibrary.open(configuration, access: .write, model: ModelChoice("tiny"))
        _ = try await library.index([folder.path.appending("photos")]) { _ in }
        try await library.close()
        let (stream, continuation) = AsyncStream.makeStream(of: LibraryWatch.Event.self)
        events = stream
        var pace = LibraryWatch.Pace()
        (pace.quiet, pace.poll, pace.retry) = (.milliseconds(50), .milliseconds(50), .milliseconds(50))
        watching = try LibraryWatch(configuration, pace: pace) { continuation.yield($0) }
    }

    @Test func followsItsFolders() async throws {
        try await watched {
            try folder.write("photos/in/blue.bmp", bitmap(0, 0, 255))
            #expect(try await next().added == 1)

            try folder.move("photos/in", to: "photos/out")
            let moved = try await next()
            #expect(moved.moved == 2 && moved.vanished == 0 && moved.added == 0)

            try folder.write("photos/out/blue.bmp", bitmap(0, 0, 128))
            let changed = try await next()
            #expect(changed.changed == 1 && changed.unchanged == 1, "only this folder is read")

            folder.remove("photos/out/blue.bmp")
            #expect(try await next().vanished == 1)
        }
    }

    @Test func aRootThatGoesKeepsItsPhotosAndIsHeardAgainWhenItReturns() async throws {
        try await watched {
            try folder.move("photos", to: "unplugged")
            let missing = try await next()
            #expect(missing.problems.count == 1 && missing.vanished == 0)
            #expect(try await configuration.opened().status().summary.photos == 2)

            try folder.move("unplugged", to: "photos")
            #expect(try await next().unchanged == 2)
            try folder.write("photos/in/blue.bmp", bitmap(0, 0, 255))
            #expect(try await next().added == 1)
        }
    }

    /// Each photo that comes makes a thumbnail, which is no photo that comes.
    @Test func aLibraryInsideItsRootDoesNotGrowByItself() async throws {
        let library = try await PhotoLibrary.open(configuration, access: .write, model: ModelChoice("tiny"))
        #expect(try await library.index([folder.path]) { _ in }.added == 0)
        try await library.close()
        try await watched {
            for number in 0..<3 {
                try folder.write("photos/\(number).bmp", bitmap(UInt8(number), 0, 200))
                #expect(try await next().added == 1)
            }
            #expect(try await configuration.opened().status().summary.photos == 5)
        }
    }

    @Test func waitsForOthersAndTakesUpWhatTheyChange() async throws {
        _ = try TinyModel(in: folder, at: "models/other", replacing: "\"squash\"", by: "\"pad\"")
        try folder.write("more/blue.bmp", bitmap(0, 0, 255))
        try await watched {
            // The first refresh is over, so that nobody holds the library.
            var other: PhotoLibrary? = try await PhotoLibrary.open(
                configuration, access: .write, model: ModelChoice("other"))
            try folder.write("photos/blue.bmp", bitmap(0, 0, 200))
            var busy: EvokeError?
            while busy == nil {
                if case .problem(let error) = await nextEvent() { busy = error }
            }
            #expect(busy?.kind == .libraryBusy)
            _ = try await other?.index([folder.path.appending("more")]) { _ in }
            try await other?.close()
            other = nil
            while try await next().added == 0 {}
            let models = try await configuration.opened().status().summary.models
            #expect(models.first { $0.id.name == "tiny" }?.photos == 2)
            #expect(models.first { $0.id.fingerprint != models[0].id.fingerprint }?.photos ?? 0 >= 2)

            try folder.write("more/red.bmp", bitmap(200, 0, 0))
            while try await next().added == 0 {}
        }
    }

    /// Runs `body` once the first refresh is over.
    private func watched(_ body: () async throws -> Void) async throws {
        let run = Task { [watching] in try await watching.run() }
        #expect(try await next().unchanged == 2)
        do {
            try await body()
        } catch {
            run.cancel()
            throw error
        }
        run.cancel()
        try await run.value
    }

    private func next() async throws -> IndexReport {
        while true {
            if case .refreshed(let report) = try #require(await nextEvent()) { return report }
        }
    }

    private func nextEvent() async -> LibraryWatch.Event? {
        var iterator = events.makeAsyncIterator()
        return await iterator.next()
    }

    private var configuration: LibraryConfiguration { Self.configuration(folder) }

    private static func configuration(_ folder: TemporaryFolder) -> LibraryConfiguration {
        LibraryConfiguration(
            library: folder.path.appending("library"), models: [folder.path.appending("models")],
            cache: TemporaryFolder.cache.path)
    }
}
