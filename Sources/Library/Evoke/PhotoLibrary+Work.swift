import EvokeIndexing
public import EvokeValues

/// Libraries in a database, whose photos several machines work on.
extension PhotoLibrary {
    /// Opens the library as one of several workers, with the model that it is searched with.
    ///
    /// Throws as ``open(_:access:model:precision:notify:upgrading:)`` does, and `EvokeError` of the kind `unsupported`
    /// for a library in a folder.
    public static func openToWork(
        _ places: LibraryConfiguration, upgrading: @escaping @Sendable (UpgradeProgress) -> Void = { _ in }
    ) async throws -> PhotoLibrary {
        try places.checkVectorPlace()
        // Opened for reading first, so that no library is created where there is none.
        let known = try await places.catalog.open(.read, upgrading: upgrading)
        _ = try shared(known)
        try await known.close()
        let catalog = try await places.catalog.open(.write, upgrading: upgrading)
        let choice = try await catalog.chosenModel() ?? ModelChoice(Engine.defaultModel)
        let engine = try await Engine.open(choice, places: places, havingVectorsOf: catalog.models(), counts: nil)
        return PhotoLibrary(
            places, OpenLibrary(catalog, nil), engine, try places.searching(engine.modelID, catalog) { _ in })
    }

    /// Works on photos that ``index(_:rereading:leavingWork:notify:)`` has planned here or elsewhere, until the task is
    /// canceled. Unfinished photos are then returned at once. When no photo is left, it reads text in photos, if
    /// ``LibraryConfiguration/readingTexts()`` has found a reader, and then finds faces, if the owner wants that and
    /// ``LibraryConfiguration/findingFaces()`` has found a finder.
    ///
    /// Throws as `index` does.
    ///
    /// - Parameter untilEmpty: end when nothing is left that this machine can reach.
    public func work(
        untilEmpty: Bool, notify: @escaping @Sendable (IndexEvent) -> Void
    ) async throws -> IndexReport {
        engine.onNotice { notify(.problem($0)) }
        let shared = try Self.shared(catalog)
        let faces = try sharedFaces(notify)
        return try await indexer().work(
            for: shared, untilEmpty: untilEmpty, reading: sharedReading(notify), notify: notify
        ) {
            try await faces?.findSome() ?? false
        } whenIdle: {
            await lookUpPlaces(notify)
        }
    }

    /// The library's roots that have no location on this machine.
    package func rootsElsewhere() async throws -> [FilePath] {
        try await catalog.roots().filter(\.isElsewhere)
    }

    /// Throws for a library without a queue of shared work.
    @discardableResult
    static func shared(_ catalog: any PhotoCatalog) throws(EvokeError) -> any WorkSharing {
        if let shared = catalog as? any WorkSharing { return shared }
        throw EvokeError(
            .unsupported, doing: "share the work on the library", subject: "",
            reason: "it is in a folder, and only libraries in a database have workers",
            remedies: [.index(), .chooseOption(.library)])
    }
}
