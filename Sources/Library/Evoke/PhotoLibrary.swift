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

    /// The locations of the library and the models.
    public let configuration: LibraryConfiguration
    let kept: KeptLibrary

    init(_ kept: KeptLibrary) { (configuration, self.kept) = (kept.configuration, kept) }

    init(_ open: OpenLibrary) { self.init(KeptLibrary(open)) }

    /// The library's own folder.
    public var folder: DiskPath { configuration.library }

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
        PhotoLibrary(
            try await OpenLibrary.open(
                configuration ?? LibraryConfiguration(), access: access, model: model, precision: precision,
                notify: notify, upgrading: upgrading))
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
        PhotoLibrary(
            try await OpenLibrary.open(
                configuration, access: access, engine: engine, catalog: own, notify: notify, upgrading: upgrading))
    }

    /// Opens the library to keep it open, for a server or an app: it is followed, also if it is replaced, or written to or
    /// upgraded by other programs. It is locked against other writers only while ``indexing`` or ``duplicates`` write to
    /// it; ``index(_:rereading:leavingWork:notify:)`` needs a library opened for writing. An empty one is created if there
    /// is none, and the model is the one it was last used with.
    ///
    /// `notify` is called when a search index is built, and with the reason why searches are slower without one;
    /// `upgrading` while a library of an older Evoke is upgraded.
    ///
    /// Throws `EvokeError` of the kind `wrongUsage` for a library in a folder with a `mostLag`.
    ///
    /// - Parameters:
    ///   - configuration: nil for the library that the command `evoke` uses.
    ///   - downloader: for ``models``; nil for one with the network.
    ///   - mostLag: how far searches may be behind the library's database. Beyond it, they are refused.
    public static func openAndFollow(
        _ configuration: LibraryConfiguration? = nil, downloader: ModelDownloader? = nil, mostLag: Duration? = nil,
        notify: @escaping @Sendable (SearchIndexBuild) -> Void = { _ in },
        upgrading: @escaping @Sendable (UpgradeProgress) -> Void = { _ in }
    ) async throws -> PhotoLibrary {
        PhotoLibrary(
            try await KeptLibrary(
                configuration ?? LibraryConfiguration(), downloader: downloader, mostLag: mostLag, notify: notify,
                upgrading: upgrading))
    }

    /// Writes everything to disk, and lets others write. From then on, all other calls throw `EvokeError` of the kind
    /// `closed`; closing twice is harmless. A library that goes out of scope without it loses nothing.
    ///
    /// Throws if the catalog cannot be closed; the lock is released all the same.
    public func close() async throws { try await kept.close() }

    func closed<Result>(after work: () async throws -> Result) async throws -> Result {
        let outcome = await Swift.Result { try await work() }
        let closing = await Swift.Result { try await close() }
        // The first error says more.
        let result = try outcome.get()
        try closing.get()
        return result
    }

    var isFollowed: Bool { kept.fixed == nil }

    /// Whether the library still exists. One that sends notifications says when it is gone.
    public var isThere: Bool {
        get async {
            if await kept.heard != nil { return true }
            return await configuration.catalog.isThere() == true
        }
    }

    package var lag: LibraryLag { get async { await kept.lag } }

    /// Reports what other programs write to the library as ``changes``, until the task is canceled. For a library in a
    /// database, it also reads in the changes, so that no search has to.
    public func followOthers() async { await kept.followOthers() }

    /// The model at work, for making vectors of your own.
    ///
    /// Throws `EvokeError` if it has to be loaded and cannot be: of the kind `modelMissing`, for example.
    public var engine: Engine { get async throws { try await opened().engine } }

    var vectors: any LibrarySearching { get async throws { try await opened().vectors } }

    /// The model that searches and indexing use. Throws as ``engine`` does.
    public var model: ModelID { get async throws { try await engine.modelID } }

    /// The catalog of the library that is there now.
    var catalog: any PhotoCatalog {
        get async throws { if let fixed = kept.fixed { try fixed.catalog } else { try await kept.catalog() } }
    }

    /// The library that is there now, with the model to search it.
    func opened(toSearch: Bool = false) async throws -> OpenLibrary {
        if let fixed = kept.fixed { fixed } else { try await kept.current(toSearch: toSearch) }
    }

    func reading<Result: Sendable>(
        _ body: @Sendable (any PhotoCatalog) async throws -> Result
    ) async throws -> Result {
        try await onceMore { try await body(catalog) }
    }

    /// Asks the library as it is now, with one model from beginning to end.
    package func current<Result: Sendable>(
        _ body: @Sendable (OpenLibrary) async throws -> Result
    ) async throws -> Result {
        try await onceMore { try await body(opened()) }
    }

    /// The same for a search, which is refused while the library is further behind its database than allowed.
    package func searching<Result: Sendable>(
        _ body: @Sendable (OpenLibrary) async throws -> Result
    ) async throws -> Result {
        try await onceMore { try await body(opened(toSearch: true)) }
    }

    /// Tries once more if the library was reopened in between.
    func onceMore<Result: Sendable>(_ body: () async throws -> Result) async throws -> Result {
        do {
            return try await body()
        } catch let error as EvokeError where error == .libraryIsClosed {
            return try await body()
        }
    }

    /// Changes an existing library, even while another process indexes it.
    ///
    /// - Parameter alone: only if no other process writes to it. Throws `EvokeError` of the kind `libraryBusy` otherwise.
    func changing<Result: Sendable>(
        alone: Bool = false, _ body: @Sendable (any PhotoCatalog) async throws -> Result
    ) async throws -> Result {
        let result = try await kept.changing { try await $0.changing(alone: alone, body) }
        kept.news.tell(.library)
        return result
    }

    /// The number of photos without a vector of this model.
    package func photosWithoutVectors() async throws -> Int {
        let summary = try await catalog.summary()
        return summary.photos - summary.photos(indexedBy: try await model)
    }

    /// Indexes a folder, and follows it from now on.
    ///
    /// Throws `EvokeError`: of the kind `notFound` if there is no such folder, `wrongUsage` if it is something else, and
    /// as ``index(_:rereading:leavingWork:notify:)`` does.
    @discardableResult
    public func add(
        _ folder: DiskPath, notify: @escaping @Sendable (IndexEvent) -> Void = { _ in }
    ) async throws -> IndexReport {
        let folder = try Indexing.checked(FileSystem.absolute(folder), own: OwnFolders(configuration))
        return try await index([folder], notify: notify)
    }

    /// The same for a folder's URL.
    @discardableResult
    public func add(
        _ folder: URL, notify: @escaping @Sendable (IndexEvent) -> Void = { _ in }
    ) async throws -> IndexReport {
        try await add(DiskPath(folder, doing: "add the folder"), notify: notify)
    }

    /// Indexes `paths` and adds them to the roots; with none, refreshes all roots. A canceled run ends early, keeps
    /// what was done, and says so in its report.
    ///
    /// Throws `EvokeError` if the library cannot be written to, or if the model fails, and of the kind `libraryBusy`
    /// during another run, also one of ``indexing``. Photos that cannot be read do not end the run: they are counted.
    ///
    /// For a library in a database, it also works on what others have planned, next to other workers.
    ///
    /// - Parameters:
    ///   - rereading: read files that look unchanged, too, and retry those that could not be read.
    ///   - leavingWork: only plan the work on photos, and leave it to workers. Throws `EvokeError` of the kind
    ///     `unsupported` for a library in a folder.
    public func index(
        _ paths: [DiskPath], rereading: Bool = false, leavingWork: Bool = false,
        notify: @escaping @Sendable (IndexEvent) -> Void = { _ in }
    ) async throws -> IndexReport {
        try await index(paths, from: [], rereading: rereading, leavingWork: leavingWork, notify: notify)
    }

    /// Also refreshes other sources. What needs more than thumbnails later, such as text recognition, leaves their
    /// photos out.
    package func index(
        _ paths: [DiskPath], from sources: [any PhotoSource], rereading: Bool = false, leavingWork: Bool = false,
        notify: @escaping @Sendable (IndexEvent) -> Void
    ) async throws -> IndexReport {
        try await kept.alone { library in
            var report = try await library.indexPhotos(
                paths, from: sources, rereading: rereading, leavingWork: leavingWork, notify: notify)
            // Last, since it takes longest: the photos can be searched by now.
            for pass in library.latePasses(notify) where !report.isInterrupted {
                // If it fails, that is reported as a problem and does not end the run.
                await report.trying(pass.doing, .inference, notify) {
                    if leavingWork { return try await pass.enrol(rereading: rereading) }
                    try await pass.work(rereading: rereading)? { true }
                }
            }
            return report
        }
    }

    /// Everything but the text and faces in photos.
    func indexPhotos(
        _ paths: [DiskPath], from sources: [any PhotoSource] = [], rereading: Bool = false, leavingWork: Bool = false,
        taking taken: TakenVectors? = nil, notify: @escaping @Sendable (IndexEvent) -> Void
    ) async throws -> IndexReport {
        if leavingWork { try await Self.shared(catalog) }
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
        try await followUp(&report, addsColors: true, notify)
        // So that the first search need not wait for it.
        if report.added > 0, !report.isInterrupted {
            // A search will report why it fails.
            try? await engine.compileTextSide()
            // The same.
            _ = try? await engine.background()
        }
        return report
    }

    private func repaired(inside paths: [DiskPath]) async throws -> [EvokeError] {
        let folders = try await (paths.isEmpty ? catalog.roots() : paths).compactMap(FileSystem.resolve)
        let reachable = folders.filter { !FileSystem.isBareFolder($0) }
        return try await catalog.repaired(inside: reachable, model: model)
    }

    /// The folders that it follows.
    public func roots() async throws -> [DiskPath] { try await catalog.roots() }

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
        _ changes: FolderChanges, willRead: @escaping @Sendable (DiskPath) -> Void = { _ in },
        notify: @escaping @Sendable (IndexEvent) -> Void
    ) async throws -> IndexReport {
        try await kept.alone { try await $0.refreshPhotos(changes, willRead: willRead, notify: notify) }
    }

    /// The same during a run that has begun.
    func refreshPhotos(
        _ changes: FolderChanges, willRead: @escaping @Sendable (DiskPath) -> Void = { _ in },
        notify: @escaping @Sendable (IndexEvent) -> Void
    ) async throws -> IndexReport {
        try await engine.onNotice { notify(.problem($0)) }
        var report = try await tellingTotal { willAdd in
            try await indexer(willAdd: willAdd).refresh(changes, willRead: willRead, notify: notify)
        }
        try await followUp(&report, addsColors: false, notify)
        return report
    }

    /// Looks up where photos were taken, unless the run was canceled. Updates the search index, even after a
    /// cancellation. If one fails, searches do without it. Then photos are analyzed further.
    private func followUp(
        _ report: inout IndexReport, addsColors: Bool, _ notify: @escaping @Sendable (IndexEvent) -> Void
    ) async throws {
        await lookUpPlaces(in: &report, notify)
        await writeWaitingSidecars(notify)
        await report.trying("write the search index", .unreadable, notify) { try await vectors.bringUpToDate() }
        guard !report.isInterrupted else { return }
        do {
            if addsColors { try await findColors(notify) }
            try await findFingerprints(notify)
            try await compareFingerprints(notify)
            try await findMoments(notify)
        } catch is CancellationError {
            report.isInterrupted = true
        }
    }

    func lookUpPlaces(in report: inout IndexReport, _ notify: @Sendable (IndexEvent) -> Void) async {
        await report.trying("look up places", .unreadable, notify) {
            try await configuration.lookUpPlaces(of: catalog)
        }
    }

    func indexer(
        taking taken: TakenVectors? = nil, willAdd: @escaping @Sendable (Int) async throws -> Void = { _ in }
    ) async throws -> Indexer {
        let engine = try await engine
        return Indexer(
            catalog: try await catalog, model: engine.modelID, decoder: engine.decoder,
            digester: ContentDigester(executor: engine.executor), metadata: engine.metadata,
            encoder: engine.lazyImageEncoder, thumbnails: ThumbnailFolder(in: folder, executor: engine.executor),
            executor: engine.executor, own: OwnFolders(configuration), taking: taken,
            willAdd: willAdd)
    }
}

extension IndexReport {
    /// Does what a run does without: a failure is reported as a problem, and a cancellation interrupts the run.
    mutating func trying(
        _ doing: String, _ kind: EvokeError.Kind, _ notify: (IndexEvent) -> Void, _ body: () async throws -> Void
    ) async {
        do {
            try await body()
        } catch is CancellationError {
            isInterrupted = true
        } catch {
            let known = error as? EvokeError
            notify(.problem(known ?? EvokeError(kind, doing: doing, subject: "", reason: "\(error)")))
        }
    }
}
