import CatalogSQLite
import DigestXXHash
import Indexing
public import PhotoCore
import VectorIndex

/// A library of photos: index folders into it, then search it.
public struct PhotoLibrary: Sendable {
    public enum Access: Sendable {
        case read, write
    }

    let catalog: SQLiteCatalog
    private let vectors: LibraryVectors
    public let engine: Engine
    private let lock: LibraryLock?
    public let folder: FilePath

    /// Opens the library, to be used with the given model, else with the one that it was last used with.
    ///
    /// With write access the library is made when it is not there, and is locked against other writers. `notify` hears
    /// of a search index that has to be made again, which takes a while where there are very many photos.
    public static func open(
        _ places: Places, access: Access, model: ModelChoice? = nil, precision: Precision? = nil,
        notify: @escaping @Sendable (SearchIndexMaking) -> Void = { _ in }
    ) async throws -> PhotoLibrary {
        try await open(
            places, access: access, model: model, precision: precision, keeping: nil, notify: notify)
    }

    /// `kept` is an engine that is there already; it is taken if it is of the model that is wanted.
    static func open(
        _ places: Places, access: Access, model: ModelChoice? = nil, precision: Precision? = nil, keeping kept: Engine?,
        notify: @escaping @Sendable (SearchIndexMaking) -> Void = { _ in }
    ) async throws -> PhotoLibrary {
        let lock = access == .write ? try LibraryLock(in: places.library) : nil
        let catalog = try await SQLiteCatalog.open(in: places.library, access: access == .write ? .write : .read)
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
                choice, places: places, havingVectorsOf: catalog.models(), counts: counts)
        }
        if access == .write { try await catalog.choose(choice) }
        let vectors = LibraryVectors(
            of: engine.modelID, in: places.library, catalog: catalog, threads: SearchThreads(count: Engine.cores),
            notify: notify)
        return PhotoLibrary(catalog: catalog, vectors: vectors, engine: engine, lock: lock, folder: places.library)
    }

    /// Writes out all that was recorded. A library that just goes out of scope loses nothing either.
    public func close() async throws {
        try await catalog.close()
    }

    public var model: ModelID { engine.modelID }

    /// How many of the photos have no vector of this model yet.
    public func photosWithoutVectors() async throws -> Int {
        let summary = try await catalog.summary()
        let indexed = summary.models.first { $0.id.fingerprint == model.fingerprint }?.photos ?? 0
        return summary.photos - indexed
    }

    /// Indexes `paths` and remembers them; with none, refreshes what is remembered.
    public func index(_ paths: [FilePath], notify: @escaping @Sendable (IndexEvent) -> Void) async throws -> IndexReport
    {
        engine.onNotice { notify(.problem($0)) }
        let report = try await indexer.run(paths, notify: notify)
        await followUp(notify)
        // So that the first search need not wait for it.
        if report.added > 0, !report.isInterrupted { try? await engine.compileTextSide() }
        return report
    }

    /// Leaves out what fits the patterns below every folder of the library, from the next run on, or takes that back.
    public func exclude(_ patterns: [String], including taken: [String] = []) async throws {
        let known = try await catalog.exclusions()
        if let wrong = taken.first(where: { !known.contains($0) }) {
            throw EvokeError(
                .wrongUsage, doing: "take the exclusion back", subject: wrong, reason: "there is none like it",
                remedy: known.isEmpty ? "Nothing is excluded." : "Excluded are: \(known.joined(separator: ", ")).")
        }
        let kept = known.filter { !taken.contains($0) && !patterns.contains($0) }
        try await catalog.setExclusions(kept + patterns)
    }

    /// Reads again what changed inside the folders that are remembered, and nothing else.
    ///
    /// `willRead` is called before each folder is read: whoever watches it from then on misses nothing.
    public func refresh(
        _ changes: FolderChanges, willRead: @escaping @Sendable (FilePath) -> Void = { _ in },
        notify: @escaping @Sendable (IndexEvent) -> Void
    ) async throws -> IndexReport {
        engine.onNotice { notify(.problem($0)) }
        let report = try await indexer.refresh(changes, willRead: willRead, notify: notify)
        await followUp(notify)
        return report
    }

    /// Brings the search index into step with what was recorded. Searches do without where that is not possible.
    private func followUp(_ notify: @Sendable (IndexEvent) -> Void) async {
        do {
            try await vectors.bringUpToDate()
        } catch let error as EvokeError {
            notify(.problem(error))
        } catch {
            notify(.problem(EvokeError(.unreadable, doing: "write the search index", subject: "", reason: "\(error)")))
        }
    }

    private var indexer: Indexer {
        Indexer(
            catalog: catalog, model: engine.modelID, decoder: engine.decoder,
            digester: ContentDigester(executor: engine.executor), facts: engine.facts,
            encoder: engine.lazyImageEncoder, thumbnails: ThumbnailFolder(in: folder, executor: engine.executor),
            executor: engine.executor)
    }

    /// Loads what a search by text needs, so that the first one is as quick as the others.
    public func prepareToSearch() async throws {
        try await checkVectors()
        async let encoder = engine.textEncoder()
        try await vectors.prepare()
        _ = try await encoder
    }

    /// For each text the photos that fit it best.
    public func search(_ texts: [String], top: Int) async throws -> [[SearchHit]] {
        try await checkVectors()
        let encoder = try await engine.textEncoder()
        var queries: [Embedding] = []
        for text in texts { queries.append(try await encoder.encode(text)) }
        return try await hits(queries, top: top)
    }

    /// The photos most like a photo, which may but need not be in the library.
    public func similar(to photo: FilePath, top: Int) async throws -> [SearchHit] {
        try await checkVectors()
        let path = FileSystem.resolve(photo) ?? photo
        let known = try await catalog.photo(at: path)
        if let known, let kept = try await catalog.vector(of: known, model: engine.modelID) {
            return try await hits([kept], top: top, except: known)[0]
        }
        let query = try await engine.embed(photo: photo)
        return try await hits([query], top: top, except: known)[0]
    }

    func matches(_ queries: [Embedding], top: Int, except: PhotoID? = nil) async throws -> [[VectorMatch]] {
        try await vectors.search(queries, top: top + (except == nil ? 0 : 1)).map { matches in
            Array(matches.filter { $0.id != except }.prefix(top))
        }
    }

    private func hits(_ queries: [Embedding], top: Int, except: PhotoID? = nil) async throws -> [[SearchHit]] {
        let found = try await matches(queries, top: top, except: except)
        let paths = try await catalog.paths(of: Array(Set(found.joined().map(\.id))))
        return found.map { matches in
            matches.enumerated().compactMap { place, match in
                paths[match.id].map { SearchHit(rank: place + 1, score: match.score, id: match.id, path: $0) }
            }
        }
    }

    /// A library that was indexed with another model has no answer, which is not the same as an empty answer.
    func checkVectors() async throws {
        let models = try await catalog.models()
        if models.contains(where: { $0.fingerprint == model.fingerprint }) || models.isEmpty { return }
        throw EvokeError(
            .modelMissing, doing: "search the library", subject: folder.display,
            reason: "none of its photos was indexed with this version of the model '\(model.name)'",
            remedy: "Run 'evoke index' to bring it up to date; unchanged photos keep what they have.")
    }
}

extension ModelChoice {
    /// A path that still leads there from another folder.
    fileprivate var absolute: ModelChoice {
        guard nameOrPath.contains("/") else { return self }
        var choice = self
        choice.nameOrPath = FileSystem.absolute(FilePath(nameOrPath)).string ?? nameOrPath
        return choice
    }
}
