import CatalogSQLite
import EvokeSystem
import EvokeValues

/// The roots that a library remembers, read again only when its files are others: opening them writes to the disk.
struct RememberedRoots {
    private let folder: FilePath
    private var stamps: [FileStamp?] = []
    private var roots: [FilePath] = []

    init(_ places: Places) {
        folder = places.library
    }

    mutating func read() async throws -> [FilePath] {
        let now = ["", "-wal"].map {
            FileSystem.status(of: folder.appending(SQLiteCatalog.fileName + $0)).map(FileStamp.init)
        }
        guard now != stamps else { return roots }
        let catalog = try await SQLiteCatalog.open(in: folder, access: .read)
        roots = try await catalog.roots()
        try await catalog.close()
        stamps = now
        return roots
    }
}
