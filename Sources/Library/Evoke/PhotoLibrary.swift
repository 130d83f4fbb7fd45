import EvokeDigests
import EvokeIndexing
public import EvokePorts
import EvokeQuery
import EvokeSystem
public import EvokeValues
import EvokeVectorIndex
import EvokeWorkers
public import FoundationEssentials

/// A library of photos: index folders into it, then search it.
public struct PhotoLibrary: Sendable {
    /// What a library is opened for.
    public typealias Access = CatalogAccess

    /// A model at work, and the search of its vectors.
    typealias Search = (engine: Engine, vectors: any LibrarySearching)

    private let held: OpenLibrary
    private let loaded = LoadedOnce<Search>()
    private let load: @Sendable () async throws -> Search
    /// The library's own folder.
    public let folder: FilePath
    /// The locations of the library and the models.
    public let configuration: LibraryConfiguration
    let tails = KnownOfLibrary<BackgroundDistribution.Tail>()
    let fingerprints = KnownOfLibrary<[(photo: PhotoID, vector: Embedding)]>()
    let knownPlaces = Locked<LibraryPlaces?>(nil)
    let knownNames = Locked(KnownNames([]))

    /// Opens the library with the given model, or with the one it was last used with, which is loaded when it is first
    /// needed.
    ///
    /// For writing, the library is created if needed, and is locked against other writers until it is closed. Small
    /// changes, such as marks and names, need only `.read`: they are written even while another program indexes.
    ///
    /// `notify` is called when a search index has to be rebuilt, and `upgrading` when a library of an older Evoke is
    /// upgraded: both take a while in large libraries. If the task is canceled, an upgrade leaves the library unchanged.
    ///
    /// Throws `EvokeError`: of the kind `notFound` if there is no library to read, `libraryBusy` if another process is
    /// writing to it, `modelMissing` if there is no such model, and others.
    ///
    /// - Parameter configuration: nil for the library that the command `evoke` uses.
    public static func open(
        _ configuration: LibraryConfiguration? = nil, access: Access = .write, model: ModelChoice? = nil,
        precision: Precision? = nil,
        notify: @escaping @Sendable (SearchIndexBuild) -> Void = { _ in },
        upgrading: @escaping @Sendable (UpgradeProgress) -> Void = { _ in }
    ) async throws -> PhotoLibrary {
        let library = try await open(
            configuration ?? LibraryConfiguration(), access: access, model: model, precision: precision, keeping: nil,
            notify: notify, upgrading: upgrading)
        if model != nil || precision != nil { _ = try await library.engine }
        return library
    }

    /// `kept` is an existing engine, used if it is of the wanted model.
    static func open(
        _ configuration: LibraryConfiguration, access: Access, waits: Bool = true, model: ModelChoice? = nil,
        precision: Precision? = nil,
        keeping kept: Engine?,
        notify: @escaping @Sendable (SearchIndexBuild) -> Void = { _ in },
        upgrading: @escaping @Sendable (UpgradeProgress) -> Void = { _ in }
    ) async throws -> PhotoLibrary {
        if access == .write { try configuration.checkVectorPlace() }
        let lock = access == .write ? try await configuration.lock(waits: waits) : nil
        let catalog = try await configuration.catalog.open(access, upgrading: upgrading)
        return PhotoLibrary(configuration, OpenLibrary(catalog, lock, changesItself: access == .write)) {
            try configuration.checkVectorPlace()
            var choice: ModelChoice
            if let model {
                choice = model.absolute
            } else {
                choice = try await catalog.chosenModel() ?? ModelChoice(Engine.defaultModel)
            }
            choice.precision = precision ?? choice.precision
            let engine: Engine
            if let kept, kept.choice == choice {
                engine = kept
            } else {
                let counts: (@Sendable () async throws -> [CatalogSummary.Model])? =
                    access == .read ? { @Sendable in try await catalog.summary().models } : nil
                engine = try await Engine.open(
                    choice, configuration: configuration, havingVectorsOf: catalog.models(), counts: counts)
            }
            if access == .write { try await catalog.choose(choice) }
            return (engine, try configuration.searching(engine.modelID, catalog, notify))
        }
    }

    /// Opens the library with an existing engine and, optionally, with the program's own catalog; the search index and
    /// the thumbnails are in the library's folder all the same. The model that others use it with stays the same.
    ///
    /// Throws as the other `open` does.
    public static func open(
        _ configuration: LibraryConfiguration, access: Access, engine: Engine, catalog own: (any PhotoCatalog)? = nil,
        notify: @escaping @Sendable (SearchIndexBuild) -> Void = { _ in },
        upgrading: @escaping @Sendable (UpgradeProgress) -> Void = { _ in }
    ) async throws -> PhotoLibrary {
        let searched = own == nil ? configuration : configuration.searchedHere
        try searched.checkVectorPlace()
        let lock = access == .write ? try await configuration.lock() : nil
        let catalog: any PhotoCatalog
        if let own {
            catalog = own
        } else {
            catalog = try await configuration.catalog.open(access, upgrading: upgrading)
        }
        let vectors = try searched.searching(engine.modelID, catalog, notify)
        let held = OpenLibrary(catalog, lock, changesItself: access == .write || own != nil)
        return PhotoLibrary(configuration, held) { (engine, vectors) }
    }

    init(
        _ configuration: LibraryConfiguration, _ held: OpenLibrary, load: @escaping @Sendable () async throws -> Search
    ) {
        (self.configuration, self.held, self.load) = (configuration, held, load)
        folder = configuration.library
    }

    /// Writes everything to disk, and lets others write. From then on, all other calls throw `EvokeError` of the kind
    /// `closed`; closing twice is harmless. A library that goes out of scope without it loses nothing.
    ///
    /// Throws if the catalog cannot be closed; the lock is released all the same.
    public func close() async throws {
        try await held.close()
    }

    var catalog: any PhotoCatalog {
        get throws(EvokeError) { try held.catalog }
    }

    /// Loaded once, and then there for canceled tasks, too, which write down what they did.
    var search: Search {
        get async throws {
            if let known = await loaded.loaded { return known }
            return try await loaded.value(load)
        }
    }

    /// The model at work, for making vectors of your own.
    ///
    /// Throws `EvokeError` if it has to be loaded and cannot be: of the kind `modelMissing`, for example.
    public var engine: Engine { get async throws { try await search.engine } }

    var vectors: any LibrarySearching { get async throws { try await search.vectors } }

    /// The model that searches and indexing use. Throws as ``engine`` does.
    public var model: ModelID { get async throws { try await engine.modelID } }

    /// Changes an existing library, even while another process indexes it.
    ///
    /// - Parameter alone: only if no other process writes to it. Throws `EvokeError` of the kind `libraryBusy` otherwise.
    func changing<Result: Sendable>(
        alone: Bool = false, _ body: @Sendable (any PhotoCatalog) async throws -> Result
    ) async throws -> Result {
        let own = try catalog
        if held.changesItself { return try await body(own) }
        // Taken if it is free, so that others see that Evoke is writing to the library's files.
        let lock = alone ? try await configuration.lock() : try? await configuration.lock()
        defer { withExtendedLifetime(lock) {} }
        let place = configuration.catalog
        let catalog = alone ? try await place.open(.write) { _ in } : try await place.openBesideWriter()
        let result = try await body(catalog)
        try await catalog.close()
        return result
    }

    /// The number of photos without a vector of this model.
    ///
    /// Throws `EvokeError` if the library cannot be read.
    public func photosWithoutVectors() async throws -> Int {
        let summary = try await catalog.summary()
        let fingerprint = try await model.fingerprint
        let indexed = summary.models.first { $0.id.fingerprint == fingerprint }?.photos ?? 0
        return summary.photos - indexed
    }

    /// Indexes a folder, and follows it from now on.
    ///
    /// Throws `EvokeError`: of the kind `notFound` if there is no such folder, `wrongUsage` if it is something else, and
    /// as ``index(_:rereading:leavingWork:notify:)`` does.
    @discardableResult
    public func add(
        _ folder: FilePath, notify: @escaping @Sendable (IndexEvent) -> Void = { _ in }
    ) async throws -> IndexReport {
        let folder = try LibraryHost.checked(FileSystem.absolute(folder), own: OwnFolders(configuration))
        return try await index([folder], notify: notify)
    }

    /// The same for a folder's URL.
    @discardableResult
    public func add(
        _ folder: URL, notify: @escaping @Sendable (IndexEvent) -> Void = { _ in }
    ) async throws -> IndexReport {
        try await add(FilePath(folder, doing: "add the folder"), notify: notify)
    }

    /// Indexes `paths` and adds them to the roots; with none, refreshes all roots. A canceled run ends early, keeps
    /// what was done, and says so in its report.
    ///
    /// Throws `EvokeError` if the library cannot be written to, or if the model fails. Photos that cannot be read do
    /// not end the run: they are counted.
    ///
    /// For a library in a database, it also works on what others have planned, next to other workers.
    ///
    /// - Parameters:
    ///   - rereading: read files that look unchanged, too, and retry those that could not be read.
    ///   - leavingWork: only plan the work on photos, and leave it to workers. Throws `EvokeError` of the kind
    ///     `unsupported` for a library in a folder.
    public func index(
        _ paths: [FilePath], rereading: Bool = false, leavingWork: Bool = false,
        notify: @escaping @Sendable (IndexEvent) -> Void
    ) async throws -> IndexReport {
        try await index(paths, from: [], rereading: rereading, leavingWork: leavingWork, notify: notify)
    }

    /// Also refreshes other sources. What needs more than thumbnails later, such as text recognition, leaves their
    /// photos out.
    package func index(
        _ paths: [FilePath], from sources: [any PhotoSource], rereading: Bool = false, leavingWork: Bool = false,
        notify: @escaping @Sendable (IndexEvent) -> Void
    ) async throws -> IndexReport {
        var report = try await indexPhotos(
            paths, from: sources, rereading: rereading, leavingWork: leavingWork, notify: notify)
        // Last, since it takes longest: the photos can be searched by now.
        guard !report.isInterrupted else { return report }
        let run = IndexRun(isRereading: rereading)
        if leavingWork {
            _ = try await sharedReading(after: run, notify)
        } else {
            await readTexts(in: &report, after: run, notify)
            if !report.isInterrupted { await findFaces(in: &report, notify) }
        }
        return report
    }

    /// Everything but the text and faces in photos.
    func indexPhotos(
        _ paths: [FilePath], from sources: [any PhotoSource] = [], rereading: Bool = false, leavingWork: Bool = false,
        taking taken: TakenVectors? = nil, notify: @escaping @Sendable (IndexEvent) -> Void
    ) async throws -> IndexReport {
        if leavingWork { try Self.shared(catalog) }
        let engine = try await engine
        engine.onNotice { notify(.problem($0)) }
        do {
            for lost in try await repaired(inside: paths) { notify(.problem(lost)) }
        } catch is CancellationError {
            var report = IndexReport()
            report.isInterrupted = true
            return report
        }
        var report = try await tellingTotal { willAdd in
            try await indexer(taking: taken, willAdd: willAdd).run(
                paths, from: sources, rereading: rereading, leavingWork: leavingWork, notify: notify)
        }
        await followUp(&report, notify)
        if !report.isInterrupted {
            do {
                try await findColors(notify)
                try await findFingerprints(notify)
                try await compareFingerprints(notify)
                try await findMoments(notify)
            } catch is CancellationError {
                report.isInterrupted = true
            }
        }
        // So that the first search need not wait for it.
        if report.added > 0, !report.isInterrupted {
            // A search will report why it fails.
            try? await engine.compileTextSide()
            // The same.
            _ = try? await engine.background()
        }
        return report
    }

    private func repaired(inside paths: [FilePath]) async throws -> [EvokeError] {
        let folders = try await (paths.isEmpty ? catalog.roots() : paths).compactMap(FileSystem.resolve)
        let reachable = folders.filter { !FileSystem.isBareFolder($0) }
        return try await catalog.repaired(inside: reachable, model: model)
    }

    /// The folders that it follows.
    public func roots() async throws -> [FilePath] { try await catalog.roots() }

    /// Adds and removes exclusion patterns, which apply below every folder of the library from the next run on.
    ///
    /// Throws `EvokeError` of the kind `wrongUsage` for a pattern to remove that does not exist.
    public func exclude(_ patterns: [String], including taken: [String] = []) async throws {
        let known = try await catalog.exclusions()
        if let wrong = taken.first(where: { !known.contains($0) }) {
            throw EvokeError(
                .wrongUsage, doing: "remove the exclusion", subject: wrong, reason: "there is no such exclusion",
                remedy: known.isEmpty ? "Nothing is excluded." : "Excluded: \(known.joined(separator: ", ")).")
        }
        let kept = known.filter { !taken.contains($0) && !patterns.contains($0) }
        try await catalog.setExclusions(kept + patterns)
    }

    /// Reads again only what changed inside the roots.
    ///
    /// `willRead` is called before each folder is read: a watch that starts then misses nothing.
    ///
    /// Throws as `index` does.
    public func refresh(
        _ changes: FolderChanges, willRead: @escaping @Sendable (FilePath) -> Void = { _ in },
        notify: @escaping @Sendable (IndexEvent) -> Void
    ) async throws -> IndexReport {
        try await engine.onNotice { notify(.problem($0)) }
        var report = try await tellingTotal { willAdd in
            try await indexer(willAdd: willAdd).refresh(changes, willRead: willRead, notify: notify)
        }
        await followUp(&report, notify)
        if !report.isInterrupted {
            do {
                try await findFingerprints(notify)
                try await compareFingerprints(notify)
                try await findMoments(notify)
            } catch is CancellationError {
                report.isInterrupted = true
            }
        }
        return report
    }

    /// Looks up where photos were taken, unless the run was canceled. Updates the search index, even after a
    /// cancellation. If one fails, searches do without it.
    private func followUp(_ report: inout IndexReport, _ notify: @Sendable (IndexEvent) -> Void) async {
        if await !lookUpPlaces(notify) { report.isInterrupted = true }
        await writeWaitingSidecars(notify)
        do {
            try await vectors.bringUpToDate()
        } catch is CancellationError {
            report.isInterrupted = true
        } catch let error as EvokeError {
            notify(.problem(error))
        } catch {
            notify(.problem(EvokeError(.unreadable, doing: "write the search index", subject: "", reason: "\(error)")))
        }
    }

    /// False if it was canceled before the end.
    @discardableResult
    func lookUpPlaces(_ notify: @Sendable (IndexEvent) -> Void) async -> Bool {
        do {
            try await configuration.lookUpPlaces(of: catalog)
        } catch is CancellationError {
            return false
        } catch let error as EvokeError {
            notify(.problem(error))
        } catch {
            notify(.problem(EvokeError(.unreadable, doing: "look up places", subject: "", reason: "\(error)")))
        }
        return true
    }

    func indexer(
        taking taken: TakenVectors? = nil, willAdd: @escaping @Sendable (Int) async throws -> Void = { _ in }
    ) async throws -> Indexer {
        let engine = try await engine
        return Indexer(
            catalog: try catalog, model: engine.modelID, decoder: engine.decoder,
            digester: ContentDigester(executor: engine.executor), metadata: engine.metadata,
            encoder: engine.lazyImageEncoder, thumbnails: ThumbnailFolder(in: folder, executor: engine.executor),
            executor: engine.executor, own: OwnFolders(configuration), taking: taken,
            willAdd: willAdd)
    }
}

extension ModelChoice {
    /// A path that also works from another folder.
    fileprivate var absolute: ModelChoice {
        guard nameOrPath.contains("/") else { return self }
        var choice = self
        choice.nameOrPath = FileSystem.absolute(FilePath(nameOrPath)).string ?? nameOrPath
        return choice
    }
}

/// What an open library holds: its catalog and, for writing, the lock.
final class OpenLibrary: Sendable {
    private struct State: Sendable {
        let catalog: any PhotoCatalog
        let lock: (any CatalogLock)?
    }

    private let state: Locked<State?>
    /// Whether the catalog takes changes. If not, they are written by another connection.
    let changesItself: Bool

    init(_ catalog: any PhotoCatalog, _ lock: (any CatalogLock)?, changesItself: Bool) {
        state = Locked(State(catalog: catalog, lock: lock))
        self.changesItself = changesItself
    }

    var catalog: any PhotoCatalog {
        get throws(EvokeError) {
            guard let open = state.withLock({ $0 }) else { throw .libraryIsClosed }
            return open.catalog
        }
    }

    /// The lock is released last, when nothing is written anymore.
    func close() async throws {
        let open = state.withLock { state in
            defer { state = nil }
            return state
        }
        defer { open?.lock?.release() }
        try await open?.catalog.close()
    }
}
