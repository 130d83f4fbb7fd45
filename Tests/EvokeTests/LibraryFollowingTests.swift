import EvokeTestSupport
import EvokeValues
import EvokeWorkers
import Testing

@testable import Evoke

/// A library that is held open follows its folders, with a model of four dimensions and little patience.
@Suite struct LibraryFollowingTests {
    private let test = SmallLibrary()
    private let problems = Locked<[EvokeError]>([])

    private static var pace: LibraryWatch.Pace {
        var pace = LibraryWatch.Pace()
        (pace.quiet, pace.poll, pace.retry) = (.milliseconds(50), .milliseconds(50), .milliseconds(50))
        return pace
    }

    private func open(_ reader: FakeTextReader? = nil) async throws -> PhotoLibrary {
        var configuration = test.configuration
        configuration.textReader = reader
        return try await PhotoLibrary.openAndFollow(configuration)
    }

    private func follow(_ library: PhotoLibrary) -> Task<Void, Never> {
        Task { [problems] in
            await library.kept.followFolders(at: Self.pace) { error in problems.withLock { $0.append(error) } }
        }
    }

    private func photos(in library: PhotoLibrary, are wanted: Int) async throws {
        try await wait(
            for: "\(wanted) photos", watching: { try await library.overview().searchable }, until: { $0 == wanted })
    }

    @Test func findsWhatCameBeforeItsStartAndWhatComesAfterIt() async throws {
        try await test.indexed().close()
        try test.folder.write("photos/before.bmp", bitmap(1, 1, 1))
        let library = try await open()
        let following = follow(library)
        try await photos(in: library, are: 4)
        try test.folder.write("photos/new/after.bmp", bitmap(2, 2, 2))
        try await photos(in: library, are: 5)
        test.folder.remove("photos/new/after.bmp")
        try await photos(in: library, are: 4)
        following.cancel()
        await following.value
        try await library.close()
        #expect(problems.withLock { $0.isEmpty })
    }

    @Test func oneProcessFollowsAndAnotherTakesItsPlace() async throws {
        try await test.indexed().close()
        let (first, second) = (try await open(), try await open())
        let following = follow(first)
        try test.folder.write("photos/one.bmp", bitmap(1, 1, 1))
        try await photos(in: first, are: 4)
        let (events, continuation) = AsyncStream.makeStream(of: LibraryWatch.Event.self)
        let watch = try LibraryWatch(test.configuration, pace: Self.pace) { continuation.yield($0) }
        let watching = Task { try await watch.run() }
        var iterator = events.makeAsyncIterator()
        guard case .waiting = await iterator.next() else {
            Issue.record("it does not see that another one follows")
            return
        }
        watching.cancel()
        try await watching.value

        let other = follow(second)
        following.cancel()
        await following.value
        try await first.close()
        try test.folder.write("photos/two.bmp", bitmap(2, 2, 2))
        try await photos(in: second, are: 5)
        other.cancel()
        await other.value
        try await second.close()
    }

    /// Each is said once, however often it is tried.
    @Test func waitsForWhoeverHasPausedOrWrites() async throws {
        let reader = FakeTextReader { _ in try await Task.sleep(for: .seconds(3_600)) }
        try await test.indexed().close()
        let library = try await open(reader)
        let following = follow(library)
        // The photos can be searched, and their texts are being read.
        try await wait(for: "the texts") { library.indexing.progress.state == .reading }
        await library.indexing.pause()
        try test.folder.write("photos/one.bmp", bitmap(1, 1, 1))
        try await wait(for: "the photo to be seen") { await library.kept.unread != nil }
        #expect(library.indexing.progress.state == .paused)
        let writer = try await PhotoLibrary.open(test.configuration, access: .write)
        await #expect(throws: EvokeError.self) { try await library.indexing.resume() }
        #expect(library.indexing.progress.state == .paused)
        try await writer.close()
        try await library.indexing.resume()
        try await photos(in: library, are: 4)
        following.cancel()
        try await library.close()
        await following.value
    }

    @Test func triesAgainWhatFails() async throws {
        let writer = try await test.indexed()
        let library = try await open()
        let following = follow(library)
        try test.folder.write("photos/one.bmp", bitmap(1, 1, 1))
        try await wait(for: "what is wrong") { problems.withLock { !$0.isEmpty } }
        try await writer.close()
        try await photos(in: library, are: 4)
        #expect(problems.withLock { $0.map(\.kind) } == [.libraryBusy], "however often it was tried")
        #expect(library.indexing.progress.error == nil)
        following.cancel()
        await following.value
        try await library.close()
    }

    /// An app may keep all other writers out, and is one writer itself.
    @Test func theOnlyWriterIndexesInTheBackgroundAndOnceAtATime() async throws {
        try await test.indexed().close()
        let (begun, continuation) = AsyncStream.makeStream(of: Void.self)
        let (goOn, release) = AsyncStream.makeStream(of: Void.self)
        var configuration = test.configuration
        configuration.textReader = FakeTextReader { _ in
            continuation.finish()
            for await _ in goOn {}
        }
        let library = try await PhotoLibrary.open(configuration)
        let run = Task { try await library.index([]) }
        for await _ in begun {}
        let refused = await #expect(throws: EvokeError.self) { try await library.refresh(FolderChanges()) { _ in } }
        #expect(refused?.kind == .libraryBusy)
        let other = await #expect(throws: EvokeError.self) { try await library.models.use("tiny") }
        #expect(other?.kind == .wrongUsage, "it keeps the model that it was opened with")
        try test.folder.write("more/one.bmp", bitmap(1, 1, 1))
        try await library.indexing.add(test.folder.path.appending("more"))
        release.finish()
        #expect(try await run.value.unchanged == 3)
        try await photos(in: library, are: 4)
        try await library.close()
    }

    /// Who asks for a look at all folders does not wait until all texts are read.
    @Test func checksNowAlsoWhileTextsAreRead() async throws {
        let (begun, continuation) = AsyncStream.makeStream(of: Void.self)
        let (goOn, release) = AsyncStream.makeStream(of: Void.self)
        let reader = FakeTextReader { _ in
            continuation.finish()
            for await _ in goOn {}
        }
        try await test.indexed().close()
        let library = try await open(reader)
        try await library.indexing.runLaterPasses()
        for await _ in begun {}
        try test.folder.write("photos/one.bmp", bitmap(1, 1, 1))
        try await library.indexing.resume()
        release.finish()
        try await photos(in: library, are: 4)
        try await library.close()
    }
}
