import EvokePorts
import EvokeValues
import EvokeWorkers

/// Keeps a library open: follows it, if that is wanted, and works on it in the background.
///
/// A library that is followed is locked against other writers only while it is written to here.
actor KeptLibrary {
    nonisolated let configuration: LibraryConfiguration
    nonisolated let news = LibraryNews()
    nonisolated let memory = LibraryMemory()
    nonisolated let downloader: ModelDownloader
    /// How far searches may be behind the library's database; nil for no limit.
    nonisolated let mostLag: Duration?
    /// The library, unless it is followed.
    nonisolated let fixed: OpenLibrary?
    lazy var viewer = PhotoViewer(configuration)
    private var library: OpenLibrary
    /// Separate from the one for searches, so that lookups do not wait for a search.
    private var lookups: OpenLibrary
    /// The model and the vectors of the followed library, without checking the disk.
    private(set) var search: OpenLibrary.Search?
    private let notify: @Sendable (SearchIndexBuild) -> Void
    private var isOpen = true
    private var isClosed = false
    private var checking: Task<Void, any Error>?
    /// The state of the followed library when it was last checked.
    private var followed: CatalogState
    /// The state for which the model was chosen.
    private var seen: CatalogState

    /// The last notification from the library; nil if it sends none, and is checked instead.
    var heard: HeardLibrary?

    /// The duplicates found last, the current search, and why the last one failed.
    var held: HeldDuplicates?
    var finding: Task<Void, Never>?
    var seeking: Task<Void, Never>?
    var findingFailure: (any Error)?

    var waiting: [IndexingJob] = []
    /// What the watch is waiting for.
    var unread: UnreadChanges?
    var running: Task<Void, Never>?
    /// The current job; nil if it is not indexing.
    var underWay: IndexingJob?
    var isPaused = false
    /// The number of its own changes in progress, apart from the current job.
    private var changes = 0
    var pulls: [String: Task<Void, Never>] = [:]

    /// Does not follow the library.
    init(_ library: OpenLibrary) {
        configuration = library.configuration
        downloader = ModelDownloader(configuration)
        (fixed, self.library, lookups) = (library, library, library)
        (mostLag, notify) = (nil, { _ in })
        (followed, seen) = (.unknown, .unknown)
    }

    /// Follows the library.
    init(
        _ configuration: LibraryConfiguration, downloader: ModelDownloader?, mostLag: Duration?,
        notify: @escaping @Sendable (SearchIndexBuild) -> Void,
        upgrading: @escaping @Sendable (UpgradeProgress) -> Void
    ) async throws {
        let place = configuration.catalog
        guard mostLag == nil || place is any CatalogNotifying else { throw EvokeError.folderHasNoLag(configuration) }
        if await place.isThere() == false {
            let new = try await OpenLibrary.open(configuration, access: .write)
            // Its model is chosen now.
            _ = try await new.engine
            try await new.close()
        }
        self.configuration = configuration
        self.downloader = downloader ?? ModelDownloader(configuration)
        (self.mostLag, self.notify, fixed) = (mostLag, notify, nil)
        seen = try await place.state()
        followed = seen
        lookups = try await OpenLibrary.open(configuration, access: .read, upgrading: upgrading)
        library = try await OpenLibrary.open(configuration, access: .read, notify: notify, upgrading: upgrading)
        search = try await library.search
    }

    /// The library to search, with the currently chosen model.
    func current(toSearch: Bool = false) async throws -> OpenLibrary {
        if toSearch { try checkLag() }
        try await follow()
        return try await current(at: state())
    }

    /// The model that was chosen last, without checking the disk.
    var engine: Engine { get async throws { if let search { search.engine } else { try await library.engine } } }

    /// With the model that is chosen in that state.
    @discardableResult
    func current(at now: CatalogState) async throws -> OpenLibrary {
        guard let engine = search?.engine else { return library }
        let isReplaced = engine.isReplaced
        guard now != seen || isReplaced, running == nil else { return library }
        let catalog = try lookups.catalog
        let choice = try await catalog.modelChoice()
        var isSame = choice == engine.choice && !isReplaced
        if isSame { isSame = try await engine.isBest { try await catalog.summary().models } }
        if !isSame {
            let new = try await OpenLibrary.open(configuration, access: .read, notify: notify)
            (search, library) = (try await new.search, new)
        }
        seen = now
        return library
    }

    var isAtWork: Bool { running != nil || finding != nil || seeking != nil || !pulls.isEmpty }

    /// Ends the current run; what it did is kept.
    func close() async throws {
        waiting = []
        unread?.end.finish()
        unread = nil
        finding?.cancel()
        running?.cancel()
        await running?.value
        for task in pulls.values { task.cancel() }
        for task in pulls.values { await task.value }
        news.end()
        isClosed = true
        if fixed == nil { try await lookups.close() }
        try await library.close()
    }

    func followOthers() async {
        guard fixed == nil else { return }
        if let place = configuration.catalog as? any CatalogNotifying { return await hear(from: place) }
        // An error is reported to whoever uses the library.
        var told = try? await configuration.catalog.state()
        while (try? await Task.sleep(for: Self.pollInterval)) != nil {
            // The same.
            let now = try? await configuration.catalog.state()
            // The same.
            try? await follow()
            if now != told, running == nil { news.tell(.library) }
            told = now
        }
    }

    /// The interval of checking whether another program wrote.
    private static let pollInterval = Duration.seconds(2)

    // MARK: - Following the library

    /// The catalog of the library that is in its folder now.
    func catalog() async throws -> any PhotoCatalog {
        try await follow()
        return try lookups.catalog
    }

    /// Reopens the library if it was replaced. One that is gone is never created again.
    func follow() async throws {
        guard fixed == nil, !isClosed else { return }
        // Concurrent callers share one check.
        if let checking { return try await checking.value }
        let task = Task {
            defer { checking = nil }
            try await checkPlace()
        }
        checking = task
        try await task.value
    }

    /// Changes the library while others read it, also during indexing.
    func changing<Result: Sendable>(
        _ body: @Sendable (OpenLibrary) async throws -> Result
    ) async throws -> Result {
        try await follow()
        changes += 1
        defer { changes -= 1 }
        let result = try await body(library)
        await followOwnChanges()
        return result
    }

    /// Keeps its own writes from causing a reopening. Call this while it still counts as writing.
    func followOwnChanges() async {
        // Changes not known to be its own are followed like those of others.
        guard fixed == nil, let now = try? await newestState(), isOpen,
            configuration.catalog.continues(now, after: followed, whileWriting: true)
        else { return }
        followed = now
    }

    /// Never returns a state from before a change that was followed already, however long reading took.
    private func newestState() async throws -> CatalogState {
        while true {
            let before = followed
            let now = try await state()
            if followed == before { return now }
        }
    }

    private var isWriting: Bool { running != nil || changes > 0 }

    private func checkPlace() async throws {
        let (place, wasWriting) = (configuration.catalog, isWriting)
        let now = try await newestState()
        if isOpen, place.continues(now, after: followed, whileWriting: wasWriting || isWriting) {
            followed = now
            return
        }
        try await place.check(now, after: followed)
        try await openAnew(now)
    }

    private func openAnew(_ now: CatalogState) async throws {
        // Everything is closed first: otherwise, SQLite would use what connections share for the new file.
        isOpen = false
        waiting = []
        running?.cancel()
        await running?.value
        // They were only read.
        try? await lookups.close()
        // The same.
        try? await library.close()
        do {
            // An upgrade takes as long as it takes, and the caller waits for it.
            let progress = WorkProgress.current
            lookups = try await OpenLibrary.open(configuration, access: .read) { _ in progress?.record() }
            let new = try await OpenLibrary.open(configuration, access: .read, keeping: search?.engine, notify: notify)
            (search, library) = (try await new.search, new)
        } catch let error as EvokeError where error.isOfFile {
            // It may be about to be put in place.
            throw error.with(kind: .libraryUnavailable)
        }
        (followed, seen, isOpen) = (now, now, true)
        begin()
    }
}

extension EvokeError {
    fileprivate var isOfFile: Bool {
        [.libraryDamaged, .libraryNewer, .libraryFailed, .unreadable, .notFound, .notAllowed].contains(kind)
    }
}

extension CatalogState {
    /// Of a library that is not followed: different from every other.
    static var unknown: CatalogState { CatalogState(UInt64.random(in: 0...UInt64.max)) }
}

/// What was computed from a library, each for one state of it. Counting takes seconds in large libraries.
final class LibraryMemory: Sendable {
    let overview = KnownOfState<CatalogState, LibraryOverview>()
    let days = KnownOfState<CatalogState, [PhotoDay]>()
    let daysOfStacks = KnownOfState<[CatalogState], [PhotoDay]>()
    /// How often marks or people were seen to change, and the last changes at that time.
    let marksVersion = Locked<(changes: [UInt64?]?, number: Int)>((nil, 0))
    /// A number for the groups of duplicates.
    let formation = KnownOfState<CatalogState, Int>()
    let notCompared = KnownOfState<CatalogState, Int>()
    let people = KnownOfState<CatalogState, SeenPeople>()
    /// In a large library, they take longest.
    let questions = KnownOfState<CatalogState, [AskedPeople]>()
    let parts = Locked<[String: SeenPart]>([:])
}

/// Something computed from the library, for one state of it.
final class KnownOfState<State: Sendable, Known: Sendable>: Sendable {
    private let kept = Locked<(state: State, known: Known)?>(nil)
    private let isSame: @Sendable (State, State) -> Bool

    init(isSame: @escaping @Sendable (State, State) -> Bool) { self.isSame = isSame }

    convenience init() where State: Equatable { self.init { $0 == $1 } }

    func known(at state: State) -> Known? { kept.withLock { $0.flatMap { isSame($0.state, state) ? $0.known : nil } } }

    func value(at state: State, _ make: () async throws -> Known) async throws -> Known {
        if let known = known(at: state) { return known }
        let new = try await make()
        keep(new, at: state)
        return new
    }

    func keep(_ new: Known, at state: State) { kept.withLock { $0 = (state, new) } }

    func forget() { kept.withLock { $0 = nil } }
}
