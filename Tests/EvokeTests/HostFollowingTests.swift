import EvokeTestSupport
import EvokeValues
import EvokeWorkers
import Testing

@testable import Evoke

/// A library that is held open follows its folders, with a model of four dimensions and little patience.
@Suite struct HostFollowingTests {
    private let test = SmallLibrary()
    private let problems = Locked<[EvokeError]>([])

    private static var pace: LibraryWatch.Pace {
        var pace = LibraryWatch.Pace()
        (pace.quiet, pace.poll, pace.retry) = (.milliseconds(50), .milliseconds(50), .milliseconds(50))
        return pace
    }

    private func open(_ reader: FakeTextReader? = nil) async throws -> LibraryHost {
        var configuration = test.configuration
        configuration.textReader = reader
        return try await LibraryHost.open(configuration, downloader: ModelDownloader(configuration, from: FakeHub()))
    }

    private func follow(_ host: LibraryHost) -> Task<Void, Never> {
        Task { [problems] in
            await host.followFolders(at: Self.pace) { error in problems.withLock { $0.append(error) } }
        }
    }

    private func photos(in host: LibraryHost, are wanted: Int) async throws {
        try await wait(
            for: "\(wanted) photos", watching: { try await host.overview().searchable }, until: { $0 == wanted })
    }

    @Test func findsWhatCameBeforeItsStartAndWhatComesAfterIt() async throws {
        try await test.indexed().close()
        try test.folder.write("photos/before.bmp", bitmap(1, 1, 1))
        let host = try await open()
        let following = follow(host)
        try await photos(in: host, are: 4)
        try test.folder.write("photos/new/after.bmp", bitmap(2, 2, 2))
        try await photos(in: host, are: 5)
        test.folder.remove("photos/new/after.bmp")
        try await photos(in: host, are: 4)
        following.cancel()
        await following.value
        await host.close()
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
        await first.close()
        try test.folder.write("photos/two.bmp", bitmap(2, 2, 2))
        try await photos(in: second, are: 5)
        other.cancel()
        await other.value
        await second.close()
    }

    /// Each is said once, however often it is tried.
    @Test func waitsForWhoeverHasPausedOrWrites() async throws {
        let reader = FakeTextReader { _ in try await Task.sleep(for: .seconds(3_600)) }
        try await test.indexed().close()
        let host = try await open(reader)
        let following = follow(host)
        // The photos can be searched, and their texts are being read.
        try await wait(for: "the texts") { host.news.progress.state == .reading }
        await host.pause()
        try test.folder.write("photos/one.bmp", bitmap(1, 1, 1))
        try await wait(for: "the photo to be seen") { await host.unread != nil }
        #expect(host.news.progress.state == .paused)
        let writer = try await PhotoLibrary.open(test.configuration, access: .write)
        await #expect(throws: EvokeError.self) { try await host.resume() }
        #expect(host.news.progress.state == .paused)
        try await writer.close()
        try await host.resume()
        try await photos(in: host, are: 4)
        following.cancel()
        await host.close()
        await following.value
    }

    @Test func triesAgainWhatFails() async throws {
        let library = try await test.indexed()
        let host = try await open()
        let following = follow(host)
        try test.folder.write("photos/one.bmp", bitmap(1, 1, 1))
        try await wait(for: "what is wrong") { problems.withLock { !$0.isEmpty } }
        try await library.close()
        try await photos(in: host, are: 4)
        #expect(problems.withLock { $0.map(\.kind) } == [.libraryBusy], "however often it was tried")
        #expect(host.news.progress.error == nil)
        following.cancel()
        await following.value
        await host.close()
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
        let host = try await open(reader)
        try await host.runLaterPasses()
        for await _ in begun {}
        try test.folder.write("photos/one.bmp", bitmap(1, 1, 1))
        try await host.resume()
        release.finish()
        try await photos(in: host, are: 4)
        await host.close()
    }
}
