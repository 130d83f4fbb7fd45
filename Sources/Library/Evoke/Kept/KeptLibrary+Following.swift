import EvokeIndexing
import EvokeLinux
import EvokePorts
import EvokeSystem
import EvokeValues
import EvokeVectorIndex
import EvokeWorkers

/// Changes in the folders that nobody has read yet.
struct UnreadChanges: Sendable {
    let changes: FolderChanges
    let willRead: @Sendable (DiskPath) -> Void
    /// Gets the result.
    let end: AsyncStream<Result<Void, EvokeError>>.Continuation
}

extension KeptLibrary {
    nonisolated func followFolders(
        at pace: LibraryWatch.Pace, _ notify: @escaping @Sendable (EvokeError) -> Void
    ) async {
        let told = Locked<EvokeError?>(nil)
        let tell = { @Sendable [news] (error: EvokeError) in
            let isKnown = told.withLock { told in
                defer { told = error }
                return told == error
            }
            guard !isKnown else { return }
            news.record(.problem(error))
            notify(error)
        }
        while !Task.isCancelled {
            do {
                let follower = try FolderFollower(configuration, pace: pace) {
                    if case .problem(let error) = $0 { tell(error) }
                }
                try await follower.run(
                    roots: { try await PhotoLibrary(self).reading { try await $0.roots() } },
                    refresh: { changes, willRead in
                        try await self.refresh(changes, willRead)
                        told.withLock { $0 = nil }
                    })
            } catch let error as EvokeError {
                tell(error)
            } catch {
                // On cancellation, the loop ends.
            }
            // The same.
            try? await Task.sleep(for: pace.retry)
        }
    }

    private func refresh(_ changes: FolderChanges, _ willRead: @escaping @Sendable (DiskPath) -> Void) async throws {
        try await follow()
        try Task.checkCancellation()
        let (ends, end) = AsyncStream.makeStream(of: Result<Void, EvokeError>.self)
        unread = UnreadChanges(changes: changes, willRead: willRead, end: end)
        begin()
        for await result in ends { return try result.get() }
        if underWay != .changes { unread = nil }
        throw CancellationError()
    }
}

/// The last notification from a library.
struct HeardLibrary: Sendable {
    var state: CatalogState
    /// Since when searches may be outdated; nil while they are current.
    var behindSince: ContinuousClock.Instant?
    /// Whether it came from a standby whose delay is unknown.
    var isOfStandby: Bool
}

/// How far searches are behind a library's database.
package struct LibraryLag: Sendable, Hashable {
    /// An upper bound: zero while they are current. It grows while the database is unreachable. Nil for a library in a
    /// folder, and until ``PhotoLibrary/followOthers()`` has received a notification: each request then checks the
    /// library. Nil also if it is unknown.
    package let time: Duration?
    /// Whether it follows a standby of the library's database, whose delay is unknown.
    package let isOfStandby: Bool
    /// Whether it is more than allowed, or unknown.
    package let isTooMuch: Bool
}

extension KeptLibrary {
    var lag: LibraryLag {
        let isOfStandby = heard?.isOfStandby ?? false
        let time = heard.flatMap { isOfStandby ? nil : $0.behindSince.map { .now - $0 } ?? .zero }
        let isTooMuch = mostLag.map { most in isOfStandby || time.map { $0 > most } ?? false }
        return LibraryLag(time: time, isOfStandby: isOfStandby, isTooMuch: isTooMuch ?? false)
    }

    /// The current state of the library: as notified, or otherwise as read.
    func state() async throws -> CatalogState {
        guard fixed == nil else { return .unknown }
        let place = configuration.catalog
        guard let heard else { return try await place.state() }
        return (place as? any CatalogNotifying)?.placed(heard.state) ?? heard.state
    }

    func checkLag() throws(EvokeError) {
        let lag = lag
        guard lag.isTooMuch, let mostLag else { return }
        let behind =
            lag.time.map { "this server is \($0.inSeconds) seconds behind the database" }
            ?? "this server follows a standby whose delay is unknown"
        throw EvokeError(
            .libraryUnavailable, doing: "search the library", subject: configuration.shownAddress,
            reason: "\(behind); at most \(mostLag.inSeconds) seconds are allowed",
            remedy: "Try again in a moment, or use another server.")
    }

    func hear(from place: any CatalogNotifying) async {
        // With a limit, a dead connection must be noticed before it is reached.
        let pause = mostLag.map { min(max($0 / 2, .seconds(1)), Self.longestSilence) } ?? Self.longestSilence
        await place.tell(lookingEvery: pause) { [self] in try await hear($0) }
        heard = nil
        await search?.vectors.askAgain()
    }

    /// After how long without a notification the library is checked.
    private static let longestSilence = Duration.seconds(30)

    private func hear(_ news: CatalogHeard) async throws {
        switch news {
        case .state(let state, let since, let isOfStandby):
            let before = heard
            heard = HeardLibrary(state: state, behindSince: since, isOfStandby: isOfStandby)
            try await follow()
            try await current(at: self.state()).takeIn()
            if let before, before.state != state, running == nil { self.news.tell(.library) }
        case .nothingMore: heard?.behindSince = nil
        case .lost(let since): heard?.behindSince = since
        }
    }
}

extension EvokeError {
    static func folderHasNoLag(_ configuration: LibraryConfiguration) -> EvokeError {
        EvokeError(
            .wrongUsage, doing: "limit the server's delay", subject: configuration.shownAddress,
            reason: "a library in a folder is always current", remedy: "Leave out the limit.")
    }
}

extension Duration {
    /// With one decimal.
    fileprivate var inSeconds: Double { (self / .milliseconds(100)).rounded() / 10 }
}
