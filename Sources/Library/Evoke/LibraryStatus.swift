public import EvokeValues

/// What a library holds, read without loading any model.
public struct LibraryStatus: Sendable {
    /// The library's own folder.
    public let folder: FilePath
    /// The size of the library's file, without thumbnails and search indexes.
    public let bytes: Int64
    /// The model that searches use.
    public let chosenModel: ModelChoice?
    /// What it holds, in numbers.
    public let summary: CatalogSummary
    /// Photos whose text has been read; nil where nothing on this machine reads any.
    public let read: Int?
    /// What is known of people; nil where they are off.
    public let people: PeopleFigures?
    /// Those of its roots that have names, which libraries in a database alone have.
    public let namedRoots: [NamedRoot]
    /// Patterns of what is left out below every folder, as in `.evokeignore`.
    public let exclusions: [String]
    /// The photos that could not be read, in the order of their paths.
    public let failures: [FailedPhoto]
    /// Photos whose end is missing; they are searched as far as they go.
    public let cutPhotos: [TruncatedPhoto]
    /// The photos that wait for workers, and who works on them; nil for a library in a folder.
    public let queue: WorkQueue?
    /// Photos with a sidecar that waits to be written; nil where changes are not written into sidecars.
    public let sidecarsWaiting: Int?
    /// Why none is written, where that is not by the owner's wish.
    public let sidecarProblem: EvokeError?
    /// The library as it was before it was upgraded. They may be deleted.
    public let copies: [FilePath]

    /// Reads it, whoever else has the library open. `upgrading` hears of a library that an older Evoke left.
    ///
    /// Throws `EvokeError` of the kind `notFound` where there is no library.
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
