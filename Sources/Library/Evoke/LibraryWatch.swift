import EvokeIndexing
import EvokePorts
import EvokeSystem
public import EvokeValues
import EvokeWorkers
import SystemLinux

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
        case returned(DiskPath)
        /// A problem that does not end the watch.
        case problem(EvokeError)
    }

    package struct Pace: Sendable {
        /// How long a folder must be quiet before it is read.
        package var quiet: Duration = .seconds(2)
        /// After how long it is read even if it is not quiet.
        package var patience: Duration = .seconds(30)
        /// After how long an unchanged file that was never closed counts as finished.
        package var pause: Duration = .seconds(600)
        /// The interval of checking what the roots stand on, and whether another process still follows them.
        package var poll: Duration = .seconds(5)
        /// The interval of scanning folders that cannot be watched.
        package var walk: Duration = .seconds(600)
        package var retry: Duration = .seconds(10)

        package init() {}
    }

    private let configuration: LibraryConfiguration
    private let notify: @Sendable (Event) -> Void
    private let follower: FolderFollower

    /// Nothing is watched before ``LibraryWatch/run()``.
    ///
    /// Throws `EvokeError` of the kind `notAllowed` if the system has no watch left for this user.
    public init(_ configuration: LibraryConfiguration, notify: @escaping @Sendable (Event) -> Void) throws {
        try self.init(configuration, pace: Pace(), notify: notify)
    }

    package init(_ configuration: LibraryConfiguration, pace: Pace, notify: @escaping @Sendable (Event) -> Void) throws
    {
        (self.configuration, self.notify) = (configuration, notify)
        follower = try FolderFollower(configuration, pace: pace, notify: notify)
    }

    /// Watches until the task is canceled; a refresh in progress then ends early and keeps what it did. While another
    /// process follows the library's folders, it waits.
    ///
    /// The library is open only while something is read, so others can write to it in between.
    public func run() async throws {
        // Opening it may write to the disk.
        let known = KnownOfState<CatalogState, [DiskPath]>()
        let roots = { [configuration, notify] in
            try await known.value(at: configuration.catalog.state()) {
                let catalog = try await configuration.catalog.open(.read) { notify(.upgrading($0)) }
                let roots = try await catalog.roots()
                try await catalog.close()
                return roots
            }
        }
        let work = WatchWork(configuration, notify)
        let outcome = await Result {
            try await follower.run(roots: roots, refresh: { try await work.refresh($0, willRead: $1) })
        }
        await work.end()
        try outcome.get()
    }
}

/// Opens the library for each refresh, and analyzes photos further until the next one.
private actor WatchWork {
    private let configuration: LibraryConfiguration
    private let notify: @Sendable (LibraryWatch.Event) -> Void
    private var engine: Engine?
    private var laterPasses: Task<Void, Never>?
    private let goesOn = Locked(true)

    init(_ configuration: LibraryConfiguration, _ notify: @escaping @Sendable (LibraryWatch.Event) -> Void) {
        (self.configuration, self.notify) = (configuration, notify)
    }

    func refresh(_ changes: FolderChanges, willRead: @escaping @Sendable (DiskPath) -> Void) async throws {
        goesOn.withLock { $0 = false }
        await laterPasses?.value
        let library = PhotoLibrary(
            try await OpenLibrary.open(
                configuration, access: .write, keeping: engine, upgrading: { [notify] in notify(.upgrading($0)) }))
        let used = try await library.engine
        if engine == nil, let setback = used.setback { notify(.problem(setback)) }
        let report = try await library.refresh(changes, willRead: willRead) { [notify] in notify(.indexing($0)) }
        try await library.close()
        engine = used
        notify(.refreshed(report))
        guard !report.isInterrupted, configuration.hasLaterPasses else { return }
        goesOn.withLock { $0 = true }
        laterPasses = Task { await runLaterPasses(keeping: used) }
    }

    func end() async {
        laterPasses?.cancel()
        await laterPasses?.value
    }

    /// What is left is done after the next refresh.
    private nonisolated func runLaterPasses(keeping engine: Engine) async {
        do {
            try await PhotoLibrary.runLaterPasses(
                in: configuration, keeping: engine, while: { [goesOn] in goesOn.withLock(\.self) },
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

/// Watches a library's folders, and has them read again once changes have settled. One process per machine does so at a
/// time.
struct FolderFollower: Sendable {
    private enum Outcome: Sendable {
        case heard([FolderEvent])
        case refreshed
        case failed(FolderChanges, EvokeError)
        /// Canceled before everything was read.
        case stopped
    }

    /// Folders for which the system had no watch left.
    private struct Unwatched {
        var folders: Set<DiskPath> = []
        /// Reported only once.
        var isSaid = false
    }

    /// How many folders the system lets a user watch; nil if unknown.
    static var mostFolders: Int? { InotifyNotices.mostFolders }

    private let library: DiskPath
    private let pace: LibraryWatch.Pace
    private let notify: @Sendable (LibraryWatch.Event) -> Void
    private let watch: FolderWatch
    private let executor = BlockingExecutor(width: 2)
    private let unwatched = Locked(Unwatched())

    /// Nothing is watched until it runs.
    ///
    /// Throws `EvokeError` of the kind `notAllowed` if the system has no watch left for this user.
    init(
        _ configuration: LibraryConfiguration, pace: LibraryWatch.Pace,
        notify: @escaping @Sendable (LibraryWatch.Event) -> Void
    ) throws(EvokeError) {
        (library, self.pace, self.notify) = (configuration.library, pace, notify)
        watch = try FolderWatch(
            over: InotifyNotices(),
            isPhoto: { PhotoNames.isPhoto($0) || PhotoNames.isSidecar($0) },
            isSkipped: {
                PhotoNames.isSkipped(folder: $0.name, in: $0.parent?.name ?? []) || OwnFolders(configuration).holds($0)
            },
            isOfRules: { $0.name.elementsEqual(ExcludeRules.fileName.utf8) })
    }

    /// Follows the folders until the task is canceled: reads all of them once, then what changes. While another process
    /// follows them, it waits for that one to end.
    ///
    /// Throws what `roots` throws, and errors of `refresh` that will not pass.
    ///
    /// - Parameters:
    ///   - roots: the library's current folders.
    ///   - refresh: reads again what changed. Its argument must be called before each folder is read.
    func run(
        roots: () async throws -> [DiskPath],
        refresh: @escaping @Sendable (FolderChanges, @escaping @Sendable (DiskPath) -> Void) async throws -> Void
    ) async throws {
        guard let turn = try await turn() else { return }
        defer { withExtendedLifetime(turn) {} }
        try await withThrowingTaskGroup(of: Outcome.self) { group in
            let clock = ContinuousClock()
            var settling = Settling(quiet: pace.quiet, patience: pace.patience, pause: pace.pause)
            var ground = Surroundings()
            var nextFingerprint = clock.now
            var nextWalk = clock.now + pace.walk
            var (isRefreshing, isListening) = (false, false)
            while !Task.isCancelled || isRefreshing {
                if clock.now >= nextFingerprint, !Task.isCancelled {
                    do {
                        ground = try await compare(roots(), with: ground) {
                            settling.record(.tree($0), at: clock.now)
                        }
                    } catch is CancellationError {
                        continue
                    }
                    nextFingerprint = clock.now + pace.poll
                }
                if clock.now >= nextWalk {
                    for place in try await places(unheardIn: ground.roots) {
                        settling.record(.tree(place), at: clock.now)
                    }
                    nextWalk = clock.now + pace.walk
                }
                if !isRefreshing, !Task.isCancelled, let changes = settling.take(at: clock.now) {
                    group.addTask { try await outcome(of: changes, refresh) }
                    isRefreshing = true
                }
                if !isListening, !Task.isCancelled {
                    let until = min(nextFingerprint, isRefreshing ? nextFingerprint : settling.due ?? nextFingerprint)
                    group.addTask { try await listen(for: until - clock.now) }
                    isListening = true
                }
                switch try await group.next() {
                case .heard(let events):
                    isListening = false
                    for event in events {
                        settling.record(event, at: clock.now)
                        guard event == .overflow else { continue }
                        for root in ground.roots { settling.record(.tree(root), at: clock.now) }
                    }
                case .failed(let changes, let error):
                    isRefreshing = false
                    notify(.problem(error))
                    settling.putBack(changes, until: clock.now + pace.retry, at: clock.now)
                case .refreshed, .stopped: isRefreshing = false
                case nil: return
                }
            }
        }
    }

    /// The lock of the process that follows the folders; nil if the task is canceled first.
    private func turn() async throws -> FileLock? {
        let file = library.appending("following")
        var isSaid = false
        while !Task.isCancelled {
            do throws(Errno) {
                return try FileLock(file: file)
            } catch {
                guard error.isHeldByAnother else {
                    throw EvokeError.system(error.code, doing: "watch the folders of", subject: library)
                }
            }
            if !isSaid { notify(.waiting) }
            isSaid = true
            // On cancellation, the loop ends.
            try? await Task.sleep(for: pace.poll)
        }
        return nil
    }

    private func outcome(
        of changes: FolderChanges,
        _ refresh: (FolderChanges, @escaping @Sendable (DiskPath) -> Void) async throws -> Void
    ) async throws -> Outcome {
        do {
            try await refresh(changes) { add($0) }
            return .refreshed
        } catch let error as EvokeError where error.kind.mayPass {
            return .failed(changes, error)
        } catch is CancellationError {
            return .stopped
        }
    }

    private func listen(for time: Duration) async throws -> Outcome {
        try await withTaskCancellationHandler {
            try await executor.run { [watch] in .heard(try watch.events(within: time)) }
        } onCancel: {
            watch.wake()
        }
    }

    private func add(_ folder: DiskPath) {
        guard !watch.add(folder) else { return }
        let isSaid = unwatched.withLock { unwatched in
            unwatched.folders.insert(folder)
            defer { unwatched.isSaid = true }
            return unwatched.isSaid
        }
        guard !isSaid else { return }
        notify(
            .problem(
                EvokeError(
                    .notAllowed, doing: "watch the folder", subject: folder.display,
                    reason: "the system's limit on watched folders is reached",
                    remedy:
                        "It and others are checked every \(Int(nearest: pace.walk / .seconds(60))) minutes instead. "
                        + "To raise the limit, run 'sudo sysctl fs.inotify.max_user_watches=1048576'.")))
    }

    /// Compares what the roots stand on with what it was before, and records changes.
    private func compare(
        _ roots: [DiskPath], with earlier: Surroundings, record: (DiskPath) -> Void
    ) async throws -> Surroundings {
        let now = try await executor.run { try Surroundings.read(roots) }
        for root in now.returned(since: earlier) { notify(.returned(root)) }
        for place in now.changes(since: earlier) {
            watch.remove(place)
            record(place)
        }
        return now
    }

    /// Folders that have to be scanned because the kernel does not report changes there.
    private func places(unheardIn roots: [DiskPath]) async throws -> [DiskPath] {
        let mounts = try await executor.run { try Mounts.read() }
        let unwatched = unwatched.withLock { unwatched in
            defer { unwatched.folders = [] }
            return unwatched.folders
        }
        return roots.flatMap(mounts.shared) + unwatched
    }
}

extension EvokeError.Kind {
    /// Whether the same refresh may succeed later.
    fileprivate var mayPass: Bool {
        [.libraryBusy, .diskFull, .unreadable, .readOnly, .notAllowed, .libraryFailed].contains(self)
    }
}
