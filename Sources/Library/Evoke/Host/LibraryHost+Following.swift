import EvokeIndexing
import EvokeLinux
import EvokePorts
import EvokeSystem
public import EvokeValues
import EvokeVectorIndex
import EvokeWorkers

/// Changes in the folders that nobody has read yet.
struct UnreadChanges: Sendable {
    let changes: FolderChanges
    /// Called before a folder is read.
    let willRead: @Sendable (FilePath) -> Void
    /// Gets the result.
    let end: AsyncStream<Result<Void, EvokeError>>.Continuation
}

extension LibraryHost {
    /// Follows the library's folders until the task is canceled, as ``LibraryWatch`` does: reads all of them once, then
    /// what changes, in turn with other indexing here. It waits while indexing is paused, and while another process
    /// follows the folders.
    ///
    /// Failures are retried later. They are reported as news and to `notify`, once each.
    public nonisolated func followFolders(notify: @escaping @Sendable (EvokeError) -> Void) async {
        await followFolders(at: LibraryWatch.Pace(), notify)
    }

    package nonisolated func followFolders(
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
                    roots: { try await self.reading { try await $0.roots() } },
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

    private func refresh(_ changes: FolderChanges, _ willRead: @escaping @Sendable (FilePath) -> Void) async throws {
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
    /// The state as of the last notification.
    var state: CatalogState
    /// Since when searches may be outdated; nil while they are current.
    var behindSince: ContinuousClock.Instant?
    /// Whether it came from a standby whose delay is unknown.
    var isOfStandby: Bool
}

/// Follows a library that sends notifications of writes.
extension LibraryHost {
    /// An upper bound for how far searches are behind the library's database: zero while they are current. It grows
    /// while the database is unreachable. Nil for a library in a folder, and until ``followOthers()`` has received a
    /// notification: each request then checks the library. Nil also if it is unknown (``followsStandby``).
    public var lag: Duration? {
        guard let heard, !heard.isOfStandby else { return nil }
        return heard.behindSince.map { .now - $0 } ?? .zero
    }

    /// Whether it follows a standby of the library's database, whose delay is unknown.
    public var followsStandby: Bool { heard?.isOfStandby ?? false }

    /// Whether it is further behind than allowed, or by an unknown time.
    public var lagsTooMuch: Bool {
        guard let mostLag else { return false }
        return followsStandby || lag.map { $0 > mostLag } ?? false
    }

    /// The current state of the library: as notified, or otherwise as read.
    func state() async throws -> CatalogState {
        let place = configuration.catalog
        guard let heard else { return try await place.state() }
        return (place as? any CatalogNotifying)?.placed(heard.state) ?? heard.state
    }

    func checkLag() throws(EvokeError) {
        guard lagsTooMuch, let mostLag else { return }
        let behind =
            lag.map { "this server is \($0.inSeconds) seconds behind the database" }
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
        await vectors.askAgain()
    }

    /// After how long without a notification the library is checked.
    private static let longestSilence = Duration.seconds(30)

    private func hear(_ news: CatalogHeard) async throws {
        switch news {
        case .state(let state, let since, let isOfStandby):
            let before = heard
            heard = HeardLibrary(state: state, behindSince: since, isOfStandby: isOfStandby)
            try await follow()
            try await current().takeIn()
            if let before, before.state != state, running == nil { self.news.changed() }
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

extension LibraryHost {
    /// How to open a photo on the server's machine.
    package enum OpeningPlace: Sendable {
        /// In the user's program for such files.
        case viewer
        /// In the file manager, which shows its folder.
        case folder
    }

    /// Whether the server runs in a desktop session.
    package nonisolated var hasDesktop: Bool {
        get async { await executor.run { Desktop.isThere } }
    }

    /// Opens a photo's file on the server's desktop, if it is in one of the library's folders. Returns when it opens,
    /// or when nothing has failed for a while.
    ///
    /// Throws `EvokeError` of the kind `unsupported` if there is no desktop, or if it fails.
    package nonisolated func open(_ photo: PhotoID, in place: OpeningPlace) async throws {
        let file = try await file(of: card(of: photo)).path
        guard await hasDesktop else {
            throw EvokeError(
                .unsupported, doing: "open the photo", subject: file.display,
                reason: "the server is not running in a desktop session",
                remedy: "Start it in one, or download the photo.")
        }
        let address = "file://" + file.percentEncoded
        switch place {
        case .viewer: try await open(address, file)
        case .folder:
            if await executor.run({ Desktop.show(address) }) { return }
            let folder = file.parent ?? file
            try await open("file://" + folder.percentEncoded, folder)
        }
    }

    private nonisolated func open(_ address: String, _ file: FilePath) async throws {
        guard let program = try await executor.run({ try Desktop.open(address) }) else {
            throw Self.cannotOpen(file, "neither xdg-open nor gio is installed", "Install xdg-utils.")
        }
        let end = ContinuousClock.now + .seconds(2)
        while ContinuousClock.now < end {
            if let ending = program.ending() {
                guard ending.isSuccess else {
                    throw Self.cannotOpen(
                        file, "no desktop program could open it", "Open it from the file manager.")
                }
                return
            }
            try await Task.sleep(for: .milliseconds(20))
        }
        // Some run until their window is closed.
        Task { while !program.hasEnded() { try await Task.sleep(for: .seconds(1)) } }
    }

    private static func cannotOpen(_ file: FilePath, _ reason: String, _ remedy: String) -> EvokeError {
        EvokeError(.unsupported, doing: "open", subject: file.display, reason: reason, remedy: remedy)
    }
}
