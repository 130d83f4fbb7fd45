import CatalogSQLite
import EvokePorts
import EvokeSystem
import EvokeValues
import EvokeWorkers

/// A library that is held open: searched and looked at by many at once, while it indexes its folders.
///
/// It is locked against other writers only while it writes itself.
public actor LibraryHost {
    public nonisolated let places: Places
    public nonisolated let news = LibraryNews()
    public nonisolated let downloader: ModelDownloader
    nonisolated let thumbnails: ThumbnailFolder
    nonisolated let decoder: any ImageShowing
    nonisolated let pictures = PictureCache(capacity: 64_000_000)
    /// Beside that of the searches, so that nobody waits for a search who only looks something up.
    private var opened: SQLiteCatalog
    private var library: PhotoLibrary
    private var isOpen = true
    private var opening: Task<Void, any Error>?
    /// What is open, as it was when it was looked at last.
    private var followed: LibraryFiles
    /// The state for which the model was chosen.
    private var seen: LibraryFiles
    private var searchable: (files: LibraryFiles, count: Int)?

    var waiting: [IndexingJob] = []
    var running: Task<Void, Never>?
    var isPaused = false
    /// Models that are being fetched.
    var pulls: [String: Task<Void, Never>] = [:]

    /// Opens the library with the model that it was last used with; makes an empty one where there is none.
    public static func open(_ places: Places, downloader: ModelDownloader) async throws -> LibraryHost {
        if FileSystem.isMissing(places.library.appending(SQLiteCatalog.fileName)) {
            try await PhotoLibrary.open(places, access: .write).close()
        }
        let seen = LibraryFiles(places)
        return LibraryHost(
            places: places, downloader: downloader,
            catalog: try await SQLiteCatalog.open(in: places.library, access: .read),
            library: try await PhotoLibrary.open(places, access: .read), seen: seen)
    }

    private init(
        places: Places, downloader: ModelDownloader, catalog: SQLiteCatalog, library: PhotoLibrary, seen: LibraryFiles
    ) {
        self.places = places
        self.downloader = downloader
        // Apart from the engine's threads: a photo that is developed must not hold up a search.
        let executor = BlockingExecutor(width: 2)
        decoder = PhotoReaders(executor: executor, inFull: false).decoder
        thumbnails = ThumbnailFolder(in: places.library, executor: executor)
        opened = catalog
        self.library = library
        self.seen = seen
        followed = seen
    }

    /// The library to search, with the model that is chosen now.
    public func current() async throws -> PhotoLibrary {
        let catalog = try await catalog()
        let now = LibraryFiles(places)
        guard now != seen, running == nil else { return library }
        let choice = try await catalog.chosenModel() ?? ModelChoice(Engine.defaultModel)
        var isSame = choice == library.engine.choice
        if isSame { isSame = try await library.engine.isBest { try await catalog.summary().models } }
        if !isSame { library = try await PhotoLibrary.open(places, access: .read) }
        seen = now
        return library
    }

    /// Loads what a search by text needs, so that the first one is as quick as the others.
    public func prepareToSearch() async throws {
        let library = try await current()
        try await library.prepareToSearch()
    }

    /// Whether there is a library in the folder.
    public nonisolated var isThere: Bool { FileSystem.isFile(places.library.appending(SQLiteCatalog.fileName)) }

    /// What is open now, without a look at the disk.
    var engine: Engine { library.engine }

    /// How many photos a search can find. Counting takes a while in a large library, so it is done once for each of
    /// its states.
    public func searchableCount() async throws -> Int {
        try await follow()
        let files = LibraryFiles(places)
        if let searchable, searchable.files == files { return searchable.count }
        let fingerprint = library.model.fingerprint
        let models = try await reading { try await $0.summary().models }
        let count = models.first { $0.id.fingerprint == fingerprint }?.photos ?? 0
        searchable = (files, count)
        return count
    }

    /// Lets a run under way end; what it did is kept.
    public func close() async {
        waiting = []
        running?.cancel()
        await running?.value
        await endPulls()
        news.end()
    }

    /// Tells of what other programs write to the library, until the task is cancelled.
    public func followOthers() async {
        var told = LibraryFiles(places)
        while (try? await Task.sleep(for: Self.look)) != nil {
            let now = LibraryFiles(places)
            try? await follow()
            if now != told, running == nil { news.changed() }
            told = now
        }
    }

    /// Between two looks at whether another program wrote.
    private static let look = Duration.seconds(2)

    // MARK: - Following the library

    /// The catalogue of the library that lies in its folder now.
    func catalog() async throws -> SQLiteCatalog {
        try await follow()
        return opened
    }

    /// Reads the catalogue.
    nonisolated func reading<Result: Sendable>(
        _ body: @Sendable (SQLiteCatalog) async throws -> Result
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
        if let opening { return try await opening.value }
        let now = LibraryFiles(places)
        if isOpen, now.continues(followed, whileWriting: running != nil) {
            followed = now
            return
        }
        try now.checkThatTheyBelongTogether(after: followed, places)
        let task = Task { try await openAnew(now) }
        opening = task
        defer { opening = nil }
        try await task.value
    }

    private func openAnew(_ now: LibraryFiles) async throws {
        // All of it is closed first: SQLite takes what it shares between connections for that of the new file, else.
        isOpen = false
        waiting = []
        running?.cancel()
        await running?.value
        try? await opened.close()
        try? await library.close()
        do {
            opened = try await SQLiteCatalog.open(in: places.library, access: .read)
            library = try await PhotoLibrary.open(places, access: .read, keeping: library.engine)
        } catch let error as EvokeError where error.isOfFile {
            // It may be on its way into its place.
            throw error.with(kind: .libraryUnavailable)
        }
        (followed, seen, searchable, isOpen) = (now, now, nil, true)
    }
}

extension EvokeError {
    fileprivate var isOfFile: Bool {
        [.libraryDamaged, .libraryNewer, .libraryFailed, .unreadable, .notFound, .notAllowed].contains(kind)
    }
}
