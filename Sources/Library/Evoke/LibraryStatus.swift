import CatalogSQLite
import EvokeSystem
public import EvokeValues

/// What a library holds, read without loading any model.
public struct LibraryStatus: Sendable {
    public let folder: FilePath
    public let bytes: Int64
    /// The model that searches use.
    public let chosenModel: ModelChoice?
    public let summary: CatalogSummary
    public let exclusions: [String]
    public let failures: [FailedPhoto]
    /// Photos whose end is missing; they are searched as far as they go.
    public let cutPhotos: [CutPhoto]

    /// The library as it was before it was upgraded. They may be deleted.
    public let copies: [FilePath]

    public static func read(_ places: Places) async throws -> LibraryStatus {
        let catalog = try await SQLiteCatalog.open(in: places.library, access: .read)
        let file = places.library.appending(SQLiteCatalog.fileName)
        return LibraryStatus(
            folder: places.library, bytes: FileSystem.size(of: file),
            chosenModel: try await catalog.chosenModel(), summary: try await catalog.summary(),
            exclusions: try await catalog.exclusions(),
            failures: try await catalog.failures(), cutPhotos: try await catalog.cutPhotos(),
            copies: SQLiteCatalog.copies(in: places.library))
    }
}
