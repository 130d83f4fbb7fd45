import CatalogPostgres
import CatalogSQLite
import EvokeDigests
import EvokeIndexing
import EvokeSystem
package import EvokeValues

/// Where the library's catalog is kept. Only this file knows which kinds of catalogs there are.
extension LibraryConfiguration {
    package var catalog: any CatalogPlace {
        Self.isDatabase(address)
            ? PostgresPlace(address, folder: library, roots: roots) : SQLitePlace(in: library)
    }

    /// Searches a model's vectors outside this machine; nil if they are searched here.
    func vectorEngine(for model: ModelID) throws(EvokeError) -> (any VectorEngine)? {
        guard vectors != .replica, Self.isDatabase(address) else { return nil }
        let database = try PostgresPlace(address, folder: library, roots: roots).vectors(of: model)
        guard case .milvus(let address) = vectors else { return database }
        return try Self.milvus(at: address, of: model, in: database)
    }

    /// Saves the library to one file, or restores it from one.
    func backup(
        _ doing: String, _ progress: @escaping @Sendable (BackupProgress) -> Void
    ) throws(EvokeError) -> any CatalogBackup {
        guard !Self.isDatabase(address) else {
            throw EvokeError(
                .wrongUsage, doing: doing, subject: shownAddress, reason: "the library is in a database",
                remedy: "Use the database's own tools, such as pg_dump, or copy the library to a folder.")
        }
        return SQLiteBackup(of: library, notify: progress)
    }

    /// Whether an address the user gave means a database.
    static func isDatabase(_ address: FilePath) -> Bool { PostgresPlace.isAddress(address) }

    /// The library's address, fit for display.
    var shownAddress: String { (Self.isDatabase(address) ? PostgresPlace.display(address) : address).display }

    /// Where this machine keeps what it derives from a library in a database.
    static func folder(of address: FilePath, in cache: FilePath) -> FilePath {
        let name = PostgresPlace.display(address).bytes.withUnsafeBytes { String(Checksum.of($0), radix: 16) }
        return cache.appending("libraries").appending(name)
    }
}

extension PhotoLibrary {
    /// rclip's vectors, and the folders to index for them.
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
