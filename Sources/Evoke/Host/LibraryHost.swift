import CatalogSQLite
import PhotoCore
import Workers

/// A library that is held open: searched and looked at by many at once, while it indexes its folders.
///
/// It is locked against other writers only while it writes itself.
public actor LibraryHost {
    public nonisolated let places: Places
    public nonisolated let news = LibraryNews()
    public nonisolated let downloader: ModelDownloader
    /// Beside that of the searches, so that nobody waits for a search who only looks something up.
    nonisolated let catalog: SQLiteCatalog
    nonisolated let thumbnails: ThumbnailFolder
    nonisolated let decoder: any ImageShowing
    nonisolated let pictures = PictureCache(capacity: 64_000_000)
    private var library: PhotoLibrary
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
        self.catalog = catalog
        // Apart from the engine's threads: a photo that is developed must not hold up a search.
        let executor = BlockingExecutor(width: 2)
        decoder = PhotoReaders(executor: executor, inFull: false).decoder
        thumbnails = ThumbnailFolder(in: places.library, executor: executor)
        self.library = library
        self.seen = seen
    }

    /// The library to search, with the model that is chosen now.
    public func current() async throws -> PhotoLibrary {
        let now = LibraryFiles(places)
        guard now != seen, running == nil else { return library }
        let choice = try await catalog.chosenModel() ?? ModelChoice(Engine.defaultModel)
        var isSame = choice == library.engine.choice
        if isSame { isSame = try await library.engine.isBest { [catalog] in try await catalog.summary().models } }
        if !isSame { library = try await PhotoLibrary.open(places, access: .read) }
        seen = now
        return library
    }

    /// Loads what a search by text needs, so that the first one is as quick as the others.
    public func prepareToSearch() async throws {
        let library = try await current()
        try await library.prepareToSearch()
    }

    /// What is open now, without a look at the disk.
    var engine: Engine { library.engine }

    /// How many photos a search can find. Counting takes a while in a large library, so it is done once for each of
    /// its states.
    public func searchableCount() async throws -> Int {
        let files = LibraryFiles(places)
        if let searchable, searchable.files == files { return searchable.count }
        let fingerprint = library.model.fingerprint
        let count = try await catalog.summary().models.first { $0.id.fingerprint == fingerprint }?.photos ?? 0
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
            if now != told, running == nil { news.changed() }
            told = now
        }
    }

    /// Between two looks at whether another program wrote.
    private static let look = Duration.seconds(2)
}

/// The library's files as they were at some time: equal when nobody wrote to them in between.
struct LibraryFiles: Equatable {
    private let stamps: [FileStamp?]

    init(_ places: Places) {
        stamps = ["", "-wal"].map {
            FileSystem.status(of: places.library.appending(SQLiteCatalog.fileName + $0)).map(FileStamp.init)
        }
    }
}
