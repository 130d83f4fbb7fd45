import EvokeValues
import EvokeVectorIndex
import EvokeWorkers

/// A library that is held open: searched and looked at by many at once, while it indexes its folders.
///
/// It is locked against other writers only while it writes itself.
public actor LibraryHost {
    /// Where the library and the models are.
    public nonisolated let places: LibraryConfiguration
    /// What happens, for any number of listeners.
    public nonisolated let news = LibraryNews()
    /// How far what is searched may be behind the library's database; nil where any answer is better than none.
    public nonisolated let mostLag: Duration?
    /// What ``LibraryHost/pull(_:)`` fetches with.
    public nonisolated let downloader: ModelDownloader
    nonisolated let thumbnails, largeThumbnails: ThumbnailFolder
    nonisolated let readers: PhotoReaders
    nonisolated let executor: BlockingExecutor
    nonisolated let pictures = PictureCache(capacity: 64_000_000)
    /// Beside that of the searches, so that nobody waits for a search who only looks something up.
    private var opened: any PhotoCatalog
    private var library: PhotoLibrary
    private let notify: @Sendable (SearchIndexBuild) -> Void
    private var isOpen = true
    private var looking: Task<Void, any Error>?
    /// What is open, as it was when it was looked at last.
    private var followed: CatalogState
    /// The state for which the model was chosen.
    private var seen: CatalogState

    /// What the library has told of itself; nil where nobody tells, and it is looked at.
    var heard: HeardLibrary?

    /// Counting takes seconds where there are very many photos.
    var counted: (state: CatalogState, days: [PhotoDay])?
    var countedByStacks: (state: CatalogState, days: [PhotoDay])?

    /// What it holds in numbers, for a state of the library.
    var counts: (state: CatalogState, counts: LibraryCounts)?
    /// How often it was noticed that marks or people are others, and what the last changes were then.
    var marksVersion: (changes: [UInt64?]?, number: Int) = (nil, 0)

    /// Photos of which one is enough, as they were found last; who looks for them; and why the last search failed.
    var held: HeldDuplicates? { didSet { countedByStacks = nil } }
    var finding: Task<Void, Never>?
    /// Looks whether a search is needed.
    var seeking: Task<Void, Never>?
    var findingFailure: (any Error)?
    /// What they depend on, in one number, for a state of the library.
    var formed: (state: CatalogState, sum: Int)?
    /// How many photos were not compared yet, and in which state of the library.
    var notCompared: (state: CatalogState, count: Int)?

    /// Who is seen in the photos, for a state of the library.
    var seenPeople: SeenPeople?

    /// What saved searches find that are shown to others, by their names.
    var seenParts: [String: SeenPart] = [:]

    var waiting: [IndexingJob] = []
    /// What whoever follows the folders waits for.
    var unread: UnreadChanges?
    var running: Task<Void, Never>?
    /// What runs; nil where that is no indexing.
    var underWay: IndexingJob?
    var isPaused = false
    /// Changes of its own that are under way, beside what runs.
    private var changes = 0
    /// Models that are being fetched.
    var pulls: [String: Task<Void, Never>] = [:]

    /// Opens the library with the model that it was last used with; makes an empty one where there is none. `notify` hears
    /// of a search index that is made, and why searches take longer without one; `upgrading` of a library that an older
    /// Evoke left.
    ///
    /// Throws `EvokeError` of the kind `wrongUsage` where a library in a folder is given a `mostLag`.
    ///
    /// - Parameter mostLag: how far what is searched may be behind the library's database. Searches are refused beyond it.
    public static func open(
        _ places: LibraryConfiguration, downloader: ModelDownloader, mostLag: Duration? = nil,
        notify: @escaping @Sendable (SearchIndexBuild) -> Void = { _ in },
        upgrading: @escaping @Sendable (UpgradeProgress) -> Void = { _ in }
    ) async throws -> LibraryHost {
        let place = places.catalog
        guard mostLag == nil || place is any CatalogNotifying else { throw EvokeError.folderHasNoLag(places) }
        if await place.isThere() == false {
            try await PhotoLibrary.open(places, access: .write).close()
        }
        let seen = try await place.state()
        return LibraryHost(
            places: places, downloader: downloader, mostLag: mostLag,
            catalog: try await place.open(.read, upgrading: upgrading),
            library: try await PhotoLibrary.open(places, access: .read, notify: notify, upgrading: upgrading),
            seen: seen, notify: notify)
    }

    private init(
        places: LibraryConfiguration, downloader: ModelDownloader, mostLag: Duration?, catalog: any PhotoCatalog,
        library: PhotoLibrary, seen: CatalogState, notify: @escaping @Sendable (SearchIndexBuild) -> Void
    ) {
        self.places = places
        self.downloader = downloader
        self.mostLag = mostLag
        // Apart from the engine's threads: a photo that is developed must not hold up a search.
        executor = BlockingExecutor(width: 2)
        readers = PhotoReaders(executor: executor, inFull: false)
        thumbnails = ThumbnailFolder(in: places.library, executor: executor)
        largeThumbnails = ThumbnailFolder(in: places.library, side: Thumbnail.largeSide, executor: executor)
        opened = catalog
        self.library = library
        self.notify = notify
        self.seen = seen
        followed = seen
    }

    /// The library to search, with the model that is chosen now.
    public func current() async throws -> PhotoLibrary {
        try await follow()
        return try await current(at: state())
    }

    /// With the model that is chosen in that state.
    func current(at now: CatalogState) async throws -> PhotoLibrary {
        let isReplaced = library.engine.isReplaced
        guard now != seen || isReplaced, running == nil else { return library }
        let catalog = opened
        let choice = try await catalog.chosenModel() ?? ModelChoice(Engine.defaultModel)
        var isSame = choice == library.engine.choice && !isReplaced
        if isSame { isSame = try await library.engine.isBest { try await catalog.summary().models } }
        if !isSame { library = try await PhotoLibrary.open(places, access: .read, notify: notify) }
        seen = now
        return library
    }

    /// Loads what a search by text needs, so that the first one is as quick as the others.
    public func prepareToSearch() async throws {
        let library = try await current()
        try await library.prepareToSearch()
    }

    /// Counts what suggestions are made of, so that the first one is as quick as the others.
    public func prepareToSuggest() async throws {
        try await current().prepareToSuggest()
    }

    /// Whether there is a library in the folder. One that tells of itself says so when it is gone.
    public var isThere: Bool {
        get async {
            if heard != nil { return true }
            return await places.catalog.isThere() == true
        }
    }

    /// Whether something goes on that nobody waits for: indexing, looking for copies, or fetching a model.
    public var isAtWork: Bool { running != nil || finding != nil || seeking != nil || !pulls.isEmpty }

    /// What is open now, without a look at the disk.
    var engine: Engine { library.engine }
    var vectors: any LibrarySearching { library.vectors }

    /// Lets a run under way end; what it did is kept.
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

    /// Tells of what other programs write to the library, until the task is cancelled. Of a library in a database, it takes
    /// that in as well, so that no search has to.
    public func followOthers() async {
        if let place = places.catalog as? any CatalogNotifying { return await hear(from: place) }
        // Who asks the library hears why it fails.
        var told = try? await places.catalog.state()
        while (try? await Task.sleep(for: Self.look)) != nil {
            // As above.
            let now = try? await places.catalog.state()
            // As above.
            try? await follow()
            if now != told, running == nil { news.changed() }
            told = now
        }
    }

    /// Between two looks at whether another program wrote.
    private static let look = Duration.seconds(2)

    // MARK: - Following the library

    /// The catalogue of the library that lies in its folder now.
    func catalog() async throws -> any PhotoCatalog {
        try await follow()
        return opened
    }

    /// Reads the catalogue.
    nonisolated func reading<Result: Sendable>(
        _ body: @Sendable (any PhotoCatalog) async throws -> Result
    ) async throws -> Result {
        try await onceMore { try await body(catalog()) }
    }

    /// Once more, where the library was opened anew in the midst of it.
    nonisolated func onceMore<Result: Sendable>(
        _ body: @Sendable () async throws -> Result
    ) async throws -> Result {
        do {
            return try await body()
        } catch let error as EvokeError where error == .libraryIsClosed {
            return try await body()
        }
    }

    /// Opens the library anew where another is in its place. One that is gone is never made again.
    func follow() async throws {
        // One look for all who ask meanwhile.
        if let looking { return try await looking.value }
        let task = Task {
            defer { looking = nil }
            try await lookAtPlace()
        }
        looking = task
        try await task.value
    }

    /// Changes the library beside its readers, also while photos are indexed.
    func changing<Result: Sendable>(_ body: () async throws -> Result) async throws -> Result {
        try await follow()
        changes += 1
        defer { changes -= 1 }
        let result = try await body()
        await followOwnChanges()
        return result
    }

    /// What it wrote itself is no reason to open the library anew. To be called while it still counts as writing.
    func followOwnChanges() async {
        // What is not known to be its own is followed as others' changes are.
        guard let now = try? await newestState(), isOpen,
            places.catalog.continues(now, after: followed, whileWriting: true)
        else { return }
        followed = now
    }

    /// Never one from before a change that is followed already, however long looking took.
    private func newestState() async throws -> CatalogState {
        while true {
            let before = followed
            let now = try await state()
            if followed == before { return now }
        }
    }

    private var isWriting: Bool { running != nil || changes > 0 }

    private func lookAtPlace() async throws {
        let (place, wasWriting) = (places.catalog, isWriting)
        let now = try await newestState()
        if isOpen, place.continues(now, after: followed, whileWriting: wasWriting || isWriting) {
            followed = now
            return
        }
        try await place.check(now, after: followed)
        try await openAnew(now)
    }

    private func openAnew(_ now: CatalogState) async throws {
        // All of it is closed first: SQLite takes what it shares between connections for that of the new file, else.
        isOpen = false
        waiting = []
        running?.cancel()
        await running?.value
        // They were only read.
        try? await opened.close()
        // As above.
        try? await library.close()
        do {
            // An upgrade takes as long as it takes, and whoever asked waits for it.
            let progress = WorkProgress.current
            opened = try await places.catalog.open(.read) { _ in progress?.record() }
            library = try await PhotoLibrary.open(
                places, access: .read, keeping: library.engine, notify: notify)
        } catch let error as EvokeError where error.isOfFile {
            // It may be on its way into its place.
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
