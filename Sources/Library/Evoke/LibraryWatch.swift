public import EvokeValues
import EvokeWorkers

/// Keeps a library up to date: watches its folders, and reads them again once changes have settled.
public struct LibraryWatch: Sendable {
    /// What a watch reports.
    public enum Event: Sendable {
        /// Another process follows the library's folders. This one takes over when that one ends.
        case waiting
        /// A library of an older Evoke is being upgraded.
        case upgrading(UpgradeProgress)
        /// Progress of a refresh.
        case indexing(IndexEvent)
        /// A refresh has ended, with its report.
        case refreshed(IndexReport)
        /// A root that was missing is back.
        case returned(FilePath)
        /// A problem that does not end the watch.
        case problem(EvokeError)
    }

    /// The intervals of watching.
    package struct Pace: Sendable {
        /// How long a folder must be quiet before it is read.
        package var quiet: Duration = .seconds(2)
        /// After how long it is read even if it is not quiet.
        package var patience: Duration = .seconds(30)
        /// After how long an unchanged file that was never closed counts as finished.
        package var pause: Duration = .seconds(600)
        /// The interval of checking what the roots stand on, and whether another process still follows them.
        package var look: Duration = .seconds(5)
        /// The interval of scanning folders that cannot be watched.
        package var walk: Duration = .seconds(600)
        /// The pause before a retry.
        package var retry: Duration = .seconds(10)

        package init() {}
    }

    private let places: LibraryConfiguration
    private let notify: @Sendable (Event) -> Void
    private let follower: FolderFollower

    /// Nothing is watched before ``LibraryWatch/run()``.
    ///
    /// Throws `EvokeError` of the kind `notAllowed` if the system has no watch left for this user.
    public init(_ places: LibraryConfiguration, notify: @escaping @Sendable (Event) -> Void) throws {
        try self.init(places, pace: Pace(), notify: notify)
    }

    package init(_ places: LibraryConfiguration, pace: Pace, notify: @escaping @Sendable (Event) -> Void) throws {
        (self.places, self.notify) = (places, notify)
        follower = try FolderFollower(places, pace: pace, notify: notify)
    }

    /// Watches until the task is canceled; a refresh in progress then ends early and keeps what it did. While another
    /// process follows the library's folders, it waits.
    ///
    /// The library is open only while something is read, so others can write to it in between.
    public func run() async throws {
        var roots = RememberedRoots(places) { [notify] in notify(.upgrading($0)) }
        let work = WatchWork(places, notify)
        do {
            try await follower.run(
                roots: { try await roots.read() }, refresh: { try await work.refresh($0, willRead: $1) })
        } catch {
            await work.end()
            throw error
        }
        await work.end()
    }
}

/// Opens the library for each refresh, and analyzes photos further until the next one.
private actor WatchWork {
    private let places: LibraryConfiguration
    private let notify: @Sendable (LibraryWatch.Event) -> Void
    private var engine: Engine?
    private var further: Task<Void, Never>?
    private let goesOn = Locked(true)

    init(_ places: LibraryConfiguration, _ notify: @escaping @Sendable (LibraryWatch.Event) -> Void) {
        (self.places, self.notify) = (places, notify)
    }

    func refresh(_ changes: FolderChanges, willRead: @escaping @Sendable (FilePath) -> Void) async throws {
        goesOn.withLock { $0 = false }
        await further?.value
        let library = try await PhotoLibrary.open(
            places, access: .write, keeping: engine, upgrading: { [notify] in notify(.upgrading($0)) })
        if engine == nil, let setback = library.engine.setback { notify(.problem(setback)) }
        let report = try await library.refresh(changes, willRead: willRead) { [notify] in notify(.indexing($0)) }
        try await library.close()
        engine = library.engine
        notify(.refreshed(report))
        guard !report.isInterrupted, places.looksFurther else { return }
        goesOn.withLock { $0 = true }
        further = Task { await lookFurther(keeping: library.engine) }
    }

    func end() async {
        further?.cancel()
        await further?.value
    }

    /// What is left is done after the next refresh.
    private nonisolated func lookFurther(keeping engine: Engine) async {
        do {
            try await PhotoLibrary.lookFurther(
                in: places, keeping: engine, while: { [goesOn] in goesOn.withLock(\.self) },
                notify: { [notify] in notify(.indexing($0)) })
        } catch is CancellationError {
            // What was found is kept.
        } catch let error as EvokeError {
            notify(.problem(error))
        } catch {
            notify(.problem(EvokeError(.inference, doing: "analyze photos", subject: "", reason: "\(error)")))
        }
    }
}
