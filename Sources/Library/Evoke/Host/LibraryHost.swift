import EvokePorts
import EvokeValues
import EvokeVectorIndex
import EvokeWorkers

/// A library that is held open: searched and viewed by many at once, while it indexes its folders.
///
/// It is locked against other writers only while it writes itself.
public actor LibraryHost {
    /// The locations of the library and the models.
    public nonisolated let configuration: LibraryConfiguration
    /// Events, for any number of listeners.
    public nonisolated let news = LibraryNews()
    /// How far searches may be behind the library's database; nil for no limit.
    public nonisolated let mostLag: Duration?
    /// The downloader of ``LibraryHost/pull(_:)``.
    public nonisolated let downloader: ModelDownloader
    nonisolated let thumbnails, largeThumbnails: ThumbnailFolder
    nonisolated let readers: PhotoReaders
    nonisolated let executor: BlockingExecutor
    nonisolated let pictures = PictureCache(capacity: 64_000_000)
    /// Separate from the one for searches, so that lookups do not wait for a search.
    private var opened: any PhotoCatalog
    private(set) var library: PhotoLibrary
    /// The model and the vectors of that library, without checking the disk.
    private var search: PhotoLibrary.Search
    private let notify: @Sendable (SearchIndexBuild) -> Void
    private var isOpen = true
    private var checking: Task<Void, any Error>?
    /// The state of the open library when it was last checked.
    private var followed: CatalogState
    /// The state for which the model was chosen.
    private var seen: CatalogState

    /// The last notification from the library; nil if it sends none, and is checked instead.
    var heard: HeardLibrary?

    /// Counting takes seconds in large libraries.
    var counted: (state: CatalogState, days: [PhotoDay])?
    var countedByStacks: (state: CatalogState, days: [PhotoDay])?

    /// The library's counts, for one state of it.
    var counts: (state: CatalogState, counts: LibraryCounts)?
    /// How often marks or people were seen to change, and the last changes at that time.
    var marksVersion: (changes: [UInt64?]?, number: Int) = (nil, 0)

    /// The duplicates found last, the current search, and why the last one failed.
    var held: HeldDuplicates? { didSet { countedByStacks = nil } }
    var finding: Task<Void, Never>?
    /// Checks whether a search is needed.
    var seeking: Task<Void, Never>?
    var findingFailure: (any Error)?
    /// A number for the groups, for one state of the library.
    var formed: (state: CatalogState, sum: Int)?
    /// How many photos were not compared, for one state of the library.
    var notCompared: (state: CatalogState, count: Int)?

    /// The people in the photos, for one state of the library.
    var seenPeople: SeenPeople?

    /// The results of shared saved searches, by name.
    var seenParts: [String: SeenPart] = [:]

    var waiting: [IndexingJob] = []
    /// What the watch is waiting for.
    var unread: UnreadChanges?
    var running: Task<Void, Never>?
    /// The current job; nil if it is not indexing.
    var underWay: IndexingJob?
    var isPaused = false
    /// The number of its own changes in progress, apart from the current job.
    private var changes = 0
    /// Models being downloaded.
    var pulls: [String: Task<Void, Never>] = [:]

    /// Opens the library with the model it was last used with; creates an empty one if there is none. `notify` is
    /// called when a search index is built, and with the reason why searches are slower without one; `upgrading` while
    /// a library of an older Evoke is upgraded.
    ///
    /// Throws `EvokeError` of the kind `wrongUsage` for a library in a folder with a `mostLag`.
    ///
    /// - Parameter mostLag: how far searches may be behind the library's database. Beyond it, they are refused.
    public static func open(
        _ configuration: LibraryConfiguration, downloader: ModelDownloader, mostLag: Duration? = nil,
        notify: @escaping @Sendable (SearchIndexBuild) -> Void = { _ in },
        upgrading: @escaping @Sendable (UpgradeProgress) -> Void = { _ in }
    ) async throws -> LibraryHost {
        let place = configuration.catalog
        guard mostLag == nil || place is any CatalogNotifying else { throw EvokeError.folderHasNoLag(configuration) }
        if await place.isThere() == false {
            let new = try await PhotoLibrary.open(configuration, access: .write)
            // Its model is chosen now.
            _ = try await new.engine
            try await new.close()
        }
        let seen = try await place.state()
        let catalog = try await place.open(.read, upgrading: upgrading)
        let library = try await PhotoLibrary.open(configuration, access: .read, notify: notify, upgrading: upgrading)
        return LibraryHost(
            configuration: configuration, downloader: downloader, mostLag: mostLag, catalog: catalog, library: library,
            search: try await library.search, seen: seen, notify: notify)
    }

    private init(
        configuration: LibraryConfiguration, downloader: ModelDownloader, mostLag: Duration?, catalog: any PhotoCatalog,
        library: PhotoLibrary, search: PhotoLibrary.Search, seen: CatalogState,
        notify: @escaping @Sendable (SearchIndexBuild) -> Void
    ) {
        self.configuration = configuration
        self.downloader = downloader
        self.mostLag = mostLag
        // Apart from the engine's threads, so that developing a raw photo does not delay searches.
        executor = BlockingExecutor(width: 2)
        readers = PhotoReaders(executor: executor, inFull: false)
        thumbnails = ThumbnailFolder(in: configuration.library, executor: executor)
        largeThumbnails = ThumbnailFolder(in: configuration.library, side: Thumbnail.largeSide, executor: executor)
        opened = catalog
        (self.library, self.search) = (library, search)
        self.notify = notify
        self.seen = seen
        followed = seen
    }

    /// The library to search, with the currently chosen model.
    public func current() async throws -> PhotoLibrary {
        try await follow()
        return try await current(at: state())
    }

    /// With the model that is chosen in that state.
    func current(at now: CatalogState) async throws -> PhotoLibrary {
        let isReplaced = engine.isReplaced
        guard now != seen || isReplaced, running == nil else { return library }
        let catalog = opened
        let choice = try await catalog.chosenModel() ?? ModelChoice(Engine.defaultModel)
        var isSame = choice == engine.choice && !isReplaced
        if isSame { isSame = try await engine.isBest { try await catalog.summary().models } }
        if !isSame {
            let new = try await PhotoLibrary.open(configuration, access: .read, notify: notify)
            (search, library) = (try await new.search, new)
        }
        seen = now
        return library
    }

    /// Loads what a search by text needs, so that the first one is as fast as the others.
    public func prepareToSearch() async throws {
        let library = try await current()
        try await library.prepareToSearch()
    }

    /// Computes what suggestions are made from, so that the first one is as fast as the others.
    public func prepareToSuggest() async throws {
        try await current().prepareToSuggest()
    }

    /// Whether the library still exists. One that sends notifications says when it is gone.
    public var isThere: Bool {
        get async {
            if heard != nil { return true }
            return await configuration.catalog.isThere() == true
        }
    }

    /// Whether background work is going on: indexing, looking for duplicates, or downloading a model.
    public var isAtWork: Bool { running != nil || finding != nil || seeking != nil || !pulls.isEmpty }

    var engine: Engine { search.engine }
    var vectors: any LibrarySearching { search.vectors }

    /// Ends the current run; what it did is kept.
    public func close() async {
        waiting = []
        unread?.end.finish()
        unread = nil
        finding?.cancel()
        running?.cancel()
        await running?.value
        await endPulls()
        news.end()
    }

    /// Reports what other programs write to the library, until the task is canceled. For a library in a database, it
    /// also reads in the changes, so that no search has to.
    public func followOthers() async {
        if let place = configuration.catalog as? any CatalogNotifying { return await hear(from: place) }
        // An error is reported to whoever uses the library.
        var told = try? await configuration.catalog.state()
        while (try? await Task.sleep(for: Self.pollInterval)) != nil {
            // The same.
            let now = try? await configuration.catalog.state()
            // The same.
            try? await follow()
            if now != told, running == nil { news.changed() }
            told = now
        }
    }

    /// The interval of checking whether another program wrote.
    private static let pollInterval = Duration.seconds(2)

    // MARK: - Following the library

    /// The catalog of the library that is in its folder now.
    func catalog() async throws -> any PhotoCatalog {
        try await follow()
        return opened
    }

    /// Reads the catalog.
    nonisolated func reading<Result: Sendable>(
        _ body: @Sendable (any PhotoCatalog) async throws -> Result
    ) async throws -> Result {
        try await onceMore { try await body(catalog()) }
    }

    /// Tries once more if the library was reopened in between.
    nonisolated func onceMore<Result: Sendable>(
        _ body: @Sendable () async throws -> Result
    ) async throws -> Result {
        do {
            return try await body()
        } catch let error as EvokeError where error == .libraryIsClosed {
            return try await body()
        }
    }

    /// Reopens the library if it was replaced. One that is gone is never created again.
    func follow() async throws {
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
    func changing<Result: Sendable>(_ body: (PhotoLibrary) async throws -> Result) async throws -> Result {
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
        guard let now = try? await newestState(), isOpen,
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
        try? await opened.close()
        // The same.
        try? await library.close()
        do {
            // An upgrade takes as long as it takes, and the caller waits for it.
            let progress = WorkProgress.current
            opened = try await configuration.catalog.open(.read) { _ in progress?.record() }
            let new = try await PhotoLibrary.open(configuration, access: .read, keeping: engine, notify: notify)
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
