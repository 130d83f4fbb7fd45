import CatalogPostgres
import CatalogSQLite
import EvokeDigests
import EvokeIndexing
import EvokeSystem
package import EvokeValues

/// Where the library's catalogue is kept: the only ones to know of what kinds there are.
extension LibraryConfiguration {
    package var catalog: any CatalogPlace {
        Self.isDatabase(address)
            ? PostgresPlace(address, folder: library, roots: roots) : SQLitePlace(in: library)
    }

    /// What searches a model's vectors elsewhere than on this machine; nil where nothing is to do so.
    func vectorEngine(for model: ModelID) throws(EvokeError) -> (any VectorEngine)? {
        guard vectors != .replica, Self.isDatabase(address) else { return nil }
        let database = try PostgresPlace(address, folder: library, roots: roots).vectors(of: model)
        guard case .milvus(let address) = vectors else { return database }
        return try Self.milvus(at: address, of: model, in: database)
    }

    /// What keeps the library in one file, or brings it back from there.
    func backup(
        _ doing: String, _ progress: @escaping @Sendable (BackupProgress) -> Void
    ) throws(EvokeError) -> any CatalogBackup {
        guard !Self.isDatabase(address) else {
            throw EvokeError(
                .wrongUsage, doing: doing, subject: shownAddress, reason: "it is kept in a database",
                remedy: "Use the database's own tools, such as pg_dump, or copy the library into a folder.")
        }
        return SQLiteBackup(of: library, notify: progress)
    }

    /// Whether a library's catalogue is in a database, by what the user calls it.
    static func isDatabase(_ address: FilePath) -> Bool { PostgresPlace.isAddress(address) }

    /// What may be shown of the library's address.
    var shownAddress: String { (Self.isDatabase(address) ? PostgresPlace.display(address) : address).display }

    /// Where this machine keeps what is made of a library in a database.
    static func folder(of address: FilePath, in cache: FilePath) -> FilePath {
        let name = PostgresPlace.display(address).bytes.withUnsafeBytes { String(Checksum.of($0), radix: 16) }
        return cache.appending("libraries").appending(name)
    }
}

extension PhotoLibrary {
    /// The vectors that rclip keeps, and the folders to index for them.
    static func rclip(
        at database: FilePath, _ paths: [FilePath]
    ) async throws -> (vectors: any VectorsElsewhere, folders: [FilePath]) {
        let rclip = try RclipDatabase(at: database)
        return (rclip, paths.isEmpty ? try await rclip.folders() : paths)
    }
}

extension OwnFolders {
    init(_ places: LibraryConfiguration) {
        self.init(
            library: places.library, shelves: places.models, cache: places.cache, catalogues: [SQLitePlace.fileName],
            trashes: [("XDG_DATA_HOME", "Trash"), ("HOME", ".local/share/Trash")].compactMap { variable, folder in
                Environment.variable(variable)?.appending(folder)
            })
    }
}
