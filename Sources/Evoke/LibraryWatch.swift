import CatalogSQLite
import Indexing
public import PhotoCore
import Watching
import Workers

/// Keeps a library fresh: hears of what happens in its folders, and reads them again once it has settled.
public struct LibraryWatch: Sendable {
    public enum Event: Sendable {
        case indexing(IndexEvent)
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

    private enum Outcome: Sendable {
        case heard([FolderEvent])
        case refreshed(IndexReport, Engine)
        case failed(FolderChanges, EvokeError)
    }

    private let places: Places
    private let pace: Pace
    private let notify: @Sendable (Event) -> Void
    private let watch: FolderWatch
    private let executor = BlockingExecutor(width: 1)
    /// Folders for which the system had no watch left.
    private let unwatched = Locked<Set<FilePath>>([])

    public init(_ places: Places, notify: @escaping @Sendable (Event) -> Void) throws {
        try self.init(places, pace: Pace(), notify: notify)
    }

    package init(_ places: Places, pace: Pace, notify: @escaping @Sendable (Event) -> Void) throws {
        self.places = places
        self.pace = pace
        self.notify = notify
        watch = try FolderWatch(isPhoto: PhotoNames.isPhoto, isSkipped: PhotoNames.isSkipped)
    }

    /// Watches until the task is cancelled; a refresh that is under way then ends early, and what it did is kept.
    ///
    /// The library is open only while something is read, so that others can write to it meanwhile.
    public func run() async throws {
        try await withThrowingTaskGroup(of: Outcome.self) { group in
            let clock = ContinuousClock()
            var settling = Settling(quiet: pace.quiet, patience: pace.patience, pause: pace.pause)
            var ground = Surroundings()
            var nextLook = clock.now
            var nextWalk = clock.now + pace.walk
            var engine: Engine?
            var isRefreshing = false
            var isListening = false
            while !Task.isCancelled || isRefreshing {
                if clock.now >= nextLook, !Task.isCancelled {
                    ground = try await look(at: ground) { settling.note(.tree($0), at: clock.now) }
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
                    isRefreshing = true
                }
                if !isListening, !Task.isCancelled {
                    let until = min(nextLook, isRefreshing ? nextLook : settling.due ?? nextLook)
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

    private func refresh(_ changes: FolderChanges, keeping engine: Engine?) async throws -> Outcome {
        do {
            let library = try await PhotoLibrary.open(places, access: .write, keeping: engine)
            let report = try await library.refresh(changes, willRead: add) { [notify] in notify(.indexing($0)) }
            try await library.close()
            return .refreshed(report, library.engine)
        } catch let error as EvokeError where error.kind.mayPass {
            return .failed(changes, error)
        }
    }

    private func add(_ folder: FilePath) {
        guard !watch.add(folder) else { return }
        let isFirst = unwatched.withLock { unwatched in
            unwatched.insert(folder)
            return unwatched.count == 1
        }
        guard isFirst else { return }
        notify(
            .problem(
                EvokeError(
                    .notAllowed, doing: "watch the folder", subject: folder.display,
                    reason: "the system's limit of watched folders is reached",
                    remedy: "Such folders are read again every \(pace.walk / .seconds(60)) minutes. "
                        + "To watch all, run 'sudo sysctl fs.inotify.max_user_watches=1048576'.")))
    }

    /// Compares what the roots stand on with what they stood on, and notes what is another.
    private func look(at earlier: Surroundings, note: (FilePath) -> Void) async throws -> Surroundings {
        let catalog = try await SQLiteCatalog.open(in: places.library, access: .read)
        let roots = try await catalog.roots()
        try await catalog.close()
        let now = try await executor.run { try Surroundings.read(roots) }
        for root in now.returned(since: earlier) { notify(.returned(root)) }
        for place in now.changes(since: earlier) {
            watch.remove(place)
            note(place)
        }
        return now
    }

    /// What has to be walked through, since the kernel does not tell what happens there.
    private func places(unheardIn roots: [FilePath]) async throws -> [FilePath] {
        let mounts = try await executor.run { try Mounts.read() }
        let unwatched = unwatched.withLock { unwatched in
            defer { unwatched = [] }
            return unwatched
        }
        return roots.flatMap(mounts.shared) + unwatched
    }
}

extension EvokeError.Kind {
    /// Whether the same refresh may succeed later.
    fileprivate var mayPass: Bool {
        switch self {
        case .libraryBusy, .diskFull, .unreadable, .readOnly, .notAllowed: true
        default: false
        }
    }
}
