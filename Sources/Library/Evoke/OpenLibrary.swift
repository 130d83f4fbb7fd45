import EvokePorts
import EvokeQuery
import EvokeSystem
package import EvokeValues
import EvokeVectorIndex
import EvokeWorkers

/// A library as it was opened, with one model: what a search needs to be the same from its beginning to its end.
package final class OpenLibrary: Sendable {
    /// A model at work, and the search of its vectors.
    typealias Search = (engine: Engine, vectors: any LibrarySearching)

    private struct State: Sendable {
        let catalog: any PhotoCatalog
        let lock: (any CatalogLock)?
    }

    let configuration: LibraryConfiguration
    /// Whether the catalog takes changes. If not, they are written by another connection.
    let changesItself: Bool
    private let state: Locked<State?>
    private let loaded = LoadedOnce<Search>()
    private let load: @Sendable () async throws -> Search
    /// By the number of photos, until that has doubled or halved.
    let tails = KnownOfState<Int, BackgroundDistribution.Tail> { 2 * $0 > $1 && 2 * $1 > $0 }
    let fingerprints = KnownOfState<Int, [(photo: PhotoID, vector: Embedding)]> { 2 * $0 > $1 && 2 * $1 > $0 }
    /// Until photos are added, moved or removed.
    let knownPlaces = KnownOfState<[PhotoPlace: Int], LibraryPlaces?>()
    let knownNames = Locked(KnownNames([]))

    init(
        _ configuration: LibraryConfiguration, _ catalog: any PhotoCatalog, _ lock: (any CatalogLock)?,
        changesItself: Bool, load: @escaping @Sendable () async throws -> Search
    ) {
        (self.configuration, self.changesItself, self.load) = (configuration, changesItself, load)
        state = Locked(State(catalog: catalog, lock: lock))
    }

    /// - Parameters:
    ///   - kept: an existing engine, used if it is of the wanted model.
    ///   - engine: an engine to use in any case. The model that others use the library with stays the same.
    ///   - own: the program's own catalog.
    static func open(
        _ configuration: LibraryConfiguration, access: CatalogAccess, waits: Bool = true, model: ModelChoice? = nil,
        precision: Precision? = nil, keeping kept: Engine? = nil, engine: Engine? = nil,
        catalog own: (any PhotoCatalog)? = nil,
        notify: @escaping @Sendable (SearchIndexBuild) -> Void = { _ in },
        upgrading: @escaping @Sendable (UpgradeProgress) -> Void = { _ in }
    ) async throws -> OpenLibrary {
        let searched = own == nil ? configuration : configuration.searchedHere
        if access == .write || engine != nil { try searched.checkVectorPlace() }
        let lock = access == .write ? try await configuration.lock(waits: waits) : nil
        let catalog = if let own { own } else { try await configuration.catalog.open(access, upgrading: upgrading) }
        let library = OpenLibrary(configuration, catalog, lock, changesItself: access == .write || own != nil) {
            if let engine { return (engine, try searched.searching(engine.modelID, catalog, notify)) }
            try configuration.checkVectorPlace()
            var choice = if let model { model.absolute } else { try await catalog.modelChoice() }
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
        if model != nil || precision != nil || engine != nil { _ = try await library.engine }
        return library
    }

    var catalog: any PhotoCatalog {
        get throws(EvokeError) {
            guard let open = state.withLock({ $0 }) else { throw .libraryIsClosed }
            return open.catalog
        }
    }

    /// Loaded once, and then there for canceled tasks, too, which write down what they did.
    var search: Search {
        get async throws {
            if let known = await loaded.loaded { return known }
            return try await loaded.value(load)
        }
    }

    var engine: Engine { get async throws { try await search.engine } }

    var vectors: any LibrarySearching { get async throws { try await search.vectors } }

    package var model: ModelID { get async throws { try await engine.modelID } }

    /// Changes an existing library, even while another process indexes it.
    ///
    /// - Parameter alone: only if no other process writes to it. Throws `EvokeError` of the kind `libraryBusy` otherwise.
    func changing<Result: Sendable>(
        alone: Bool = false, _ body: @Sendable (any PhotoCatalog) async throws -> Result
    ) async throws -> Result {
        let own = try catalog
        if changesItself { return try await body(own) }
        // Taken if it is free, so that others see that Evoke is writing to the library's files.
        let lock = alone ? try await configuration.lock() : try? await configuration.lock()
        defer { withExtendedLifetime(lock) {} }
        let place = configuration.catalog
        let catalog = alone ? try await place.open(.write) { _ in } : try await place.openBesideWriter()
        let result = try await body(catalog)
        try await catalog.close()
        return result
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

extension PhotoCatalog {
    func modelChoice() async throws -> ModelChoice { try await chosenModel() ?? ModelChoice(Engine.defaultModel) }
}

extension ModelChoice {
    /// A path that also works from another folder.
    fileprivate var absolute: ModelChoice {
        guard nameOrPath.contains("/") else { return self }
        var choice = self
        choice.nameOrPath = FileSystem.absolute(DiskPath(nameOrPath)).string ?? nameOrPath
        return choice
    }
}
