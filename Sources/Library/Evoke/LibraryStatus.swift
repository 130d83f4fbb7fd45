public import EvokeValues

/// The contents of a library, read without loading a model.
public struct LibraryStatus: Sendable {
    /// The library's own folder.
    public let folder: FilePath
    /// The size of the library's file, without thumbnails and search indexes.
    public let bytes: Int64
    /// The model that searches use.
    public let chosenModel: ModelChoice?
    /// Counts of its contents.
    public let summary: CatalogSummary
    /// Photos whose text has been read; nil if this machine has no text reader.
    public let read: Int?
    /// What is known about people; nil if they are off.
    public let people: PeopleFigures?
    /// The roots that have names; only libraries in a database have them.
    public let namedRoots: [NamedRoot]
    /// Patterns excluded below every folder, as in `.evokeignore`.
    public let exclusions: [String]
    /// The photos that could not be read, sorted by path.
    public let failures: [FailedPhoto]
    /// Truncated photos; they are searched as far as they go.
    public let cutPhotos: [TruncatedPhoto]
    /// The photos that wait for workers, and the workers; nil for a library in a folder.
    public let queue: WorkQueue?
    /// Photos whose sidecar waits to be written; nil if changes are not written to sidecars.
    public let sidecarsWaiting: Int?
    /// Why sidecars are not written, unless the owner turned that off.
    public let sidecarProblem: EvokeError?
    /// Backups from before upgrades. They may be deleted.
    public let copies: [FilePath]

    /// Reads the status, even while others have the library open. `upgrading` is called while a library of an older
    /// Evoke is upgraded.
    ///
    /// Throws `EvokeError` of the kind `notFound` if there is no library.
    public static func read(
        _ places: LibraryConfiguration, upgrading: @escaping @Sendable (UpgradeProgress) -> Void = { _ in }
    ) async throws -> LibraryStatus {
        let place = places.catalog
        let catalog = try await place.open(.read, upgrading: upgrading)
        let summary = try await catalog.summary()
        var (ledger, problem): (SidecarLedger, EvokeError?) = (SidecarLedger(), nil)
        do throws(EvokeError) {
            ledger = try SidecarLedger(in: places.library)
        } catch {
            problem = error
        }
        return LibraryStatus(
            folder: places.library, bytes: try await place.bytes(),
            chosenModel: try await catalog.chosenModel(), summary: summary,
            read: try await places.countRead(in: catalog, of: summary),
            people: try await places.people(in: catalog, of: summary),
            namedRoots: try await (catalog as? any RootNaming)?.namedRoots() ?? [],
            exclusions: try await catalog.exclusions(),
            failures: try await catalog.failures(), cutPhotos: try await catalog.cutPhotos(),
            queue: try await (catalog as? any WorkSharing)?.queue(),
            sidecarsWaiting: try await SidecarUpkeep.waiting(in: catalog, ledger), sidecarProblem: problem,
            copies: try await place.copies())
    }
}
