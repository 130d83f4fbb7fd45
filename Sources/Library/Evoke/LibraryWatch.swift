import EvokeIndexing
public import EvokeValues
import EvokeWatching
import EvokeWorkers
import WatchingInotify

/// Keeps a library fresh: hears of what happens in its folders, and reads them again once it has settled.
public struct LibraryWatch: Sendable {
    /// What a watch tells.
    public enum Event: Sendable {
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
        /// Between two looks at what the roots stand on.
        package var look: Duration = .seconds(5)
        /// Between two walks through what cannot be watched.
        package var walk: Duration = .seconds(600)
        /// Until what could not be done is tried again.
        package var retry: Duration = .seconds(10)

        package init() {}
    }

    enum Outcome: Sendable {
        case heard([FolderEvent])
        case refreshed(IndexReport, Engine)
        case failed(FolderChanges, EvokeError)
        /// Texts were read until all were, or until something else was to be done.
        case read
        /// Cancelled before anything was read.
        case stopped
    }

    /// How many folders the system lets its user watch; nil where it does not tell.
    static var mostFolders: Int? { InotifyNotices.mostFolders }

    let places: Places
    let pace: Pace
    let notify: @Sendable (Event) -> Void
    let watch: FolderWatch
    let executor = BlockingExecutor(width: 2)
    let unwatched = Locked(Unwatched())

    /// Nothing is watched before ``LibraryWatch/run()``.
    ///
    /// Throws `EvokeError` of the kind `notAllowed` where the system watches nothing more for this user.
    public init(_ places: Places, notify: @escaping @Sendable (Event) -> Void) throws {
        try self.init(places, pace: Pace(), notify: notify)
    }

    package init(_ places: Places, pace: Pace, notify: @escaping @Sendable (Event) -> Void) throws {
        self.places = places
        self.pace = pace
        self.notify = notify
        watch = try FolderWatch(
            over: InotifyNotices(),
            isPhoto: { PhotoNames.isPhoto($0) || PhotoNames.isSidecar($0) },
            isSkipped: {
                PhotoNames.isSkipped(folder: $0.name, in: $0.parent?.name ?? []) || OwnFolders(places).holds($0)
            },
            isOfRules: { $0.name.elementsEqual(ExcludeRules.fileName.utf8) })
    }

    /// Watches until the task is cancelled; a refresh that is under way then ends early, and what it did is kept.
    ///
    /// The library is open only while something is read, so that others can write to it meanwhile.
    public func run() async throws {
        try await withThrowingTaskGroup(of: Outcome.self) { group in
            let clock = ContinuousClock()
            var settling = Settling(quiet: pace.quiet, patience: pace.patience, pause: pace.pause)
            var roots = RememberedRoots(places) { [notify] in notify(.upgrading($0)) }
            var ground = Surroundings()
            var nextLook = clock.now
            var nextWalk = clock.now + pace.walk
            var engine: Engine?
            var isRefreshing = false
            // Texts and faces are left as soon as folders are to be read.
            var (restMayWait, isReading) = (false, false)
            let goesOnReading = Locked(true)
            var isListening = false
            while !Task.isCancelled || isRefreshing {
                if clock.now >= nextLook, !Task.isCancelled {
                    do {
                        ground = try await look(at: roots.read(), before: ground) {
                            settling.note(.tree($0), at: clock.now)
                        }
                    } catch is CancellationError {
                        continue
                    }
                    nextLook = clock.now + pace.look
                }
                if clock.now >= nextWalk {
                    for place in try await places(unheardIn: ground.roots) {
                        settling.note(.tree(place), at: clock.now)
                    }
                    nextWalk = clock.now + pace.walk
                }
                if !isRefreshing, !Task.isCancelled, let changes = settling.take(at: clock.now) {
                    group.addTask { [engine] in try await refresh(changes, keeping: engine) }
                    (isRefreshing, restMayWait) = (true, true)
                }
                if isReading, let due = settling.due, due <= clock.now { goesOnReading.withLock { $0 = false } }
                if !isRefreshing, !Task.isCancelled, restMayWait, places.looksFurther, let engine {
                    goesOnReading.withLock { $0 = true }
                    group.addTask { try await lookFurther(keeping: engine) { goesOnReading.withLock { $0 } } }
                    (isRefreshing, isReading, restMayWait) = (true, true, false)
                }
                if !isListening, !Task.isCancelled {
                    let isOver = isReading ? !goesOnReading.withLock { $0 } : isRefreshing
                    let until = min(nextLook, isOver ? nextLook : settling.due ?? nextLook)
                    group.addTask { try await listen(for: until - clock.now) }
                    isListening = true
                }
                switch try await group.next() {
                case .heard(let events):
                    isListening = false
                    for event in events {
                        settling.note(event, at: clock.now)
                        guard event == .overflow else { continue }
                        for root in ground.roots { settling.note(.tree(root), at: clock.now) }
                    }
                case .refreshed(let report, let used):
                    isRefreshing = false
                    engine = used
                    notify(.refreshed(report))
                case .failed(let changes, let error):
                    isRefreshing = false
                    notify(.problem(error))
                    settling.putBack(changes, until: clock.now + pace.retry, at: clock.now)
                case .stopped: isRefreshing = false
                case .read: (isRefreshing, isReading) = (false, false)
                case nil: return
                }
            }
        }
    }

    private func listen(for time: Duration) async throws -> Outcome {
        try await withTaskCancellationHandler {
            try await executor.run { [watch] in .heard(try watch.events(within: time)) }
        } onCancel: {
            watch.wake()
        }
    }
}
