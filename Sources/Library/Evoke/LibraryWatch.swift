public import EvokeValues
import EvokeWorkers

/// Keeps a library fresh: hears of what happens in its folders, and reads them again once it has settled.
public struct LibraryWatch: Sendable {
    /// What a watch tells.
    public enum Event: Sendable {
        /// Another process follows the library's folders. This one does so once that has ended.
        case waiting
        /// A library that an older Evoke left is upgraded.
        case upgrading(UpgradeProgress)
        /// Something happens within a refresh.
        case indexing(IndexEvent)
        /// A refresh has ended, with what it came to.
        case refreshed(IndexReport)
        /// A root that was not there is there again.
        case returned(FilePath)
        /// Something that does not end the watching.
        case problem(EvokeError)
    }

    /// How long things take.
    package struct Pace: Sendable {
        /// Until a folder in which nothing more happens is read.
        package var quiet: Duration = .seconds(2)
        /// Until it is read in any case.
        package var patience: Duration = .seconds(30)
        /// Until a file that is not written to and was never closed counts as finished.
        package var pause: Duration = .seconds(600)
        /// Between two looks at what the roots stand on, and at whether another process follows them still.
        package var look: Duration = .seconds(5)
        /// Between two walks through what cannot be watched.
        package var walk: Duration = .seconds(600)
        /// Until what could not be done is tried again.
        package var retry: Duration = .seconds(10)

        package init() {}
    }

    private let places: LibraryConfiguration
    private let notify: @Sendable (Event) -> Void
    private let follower: FolderFollower

    /// Nothing is watched before ``LibraryWatch/run()``.
    ///
    /// Throws `EvokeError` of the kind `notAllowed` where the system watches nothing more for this user.
    public init(_ places: LibraryConfiguration, notify: @escaping @Sendable (Event) -> Void) throws {
        try self.init(places, pace: Pace(), notify: notify)
    }

    package init(_ places: LibraryConfiguration, pace: Pace, notify: @escaping @Sendable (Event) -> Void) throws {
        (self.places, self.notify) = (places, notify)
        follower = try FolderFollower(places, pace: pace, notify: notify)
    }

    /// Watches until the task is cancelled; a refresh that is under way then ends early, and what it did is kept. While
    /// another process follows the library's folders, it waits.
    ///
    /// The library is open only while something is read, so that others can write to it meanwhile.
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

/// Opens the library for each refresh, and looks further until the next one.
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

    /// What is left is read after the next refresh.
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
            notify(.problem(EvokeError(.inference, doing: "look at photos", subject: "", reason: "\(error)")))
        }
    }
}
