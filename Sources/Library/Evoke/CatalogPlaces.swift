import CatalogSQLite
import EvokeDigests
import EvokeIndexing
package import EvokePorts
import EvokeSystem
package import EvokeValues
import EvokeVectorIndex

#if PostgreSQL
import CatalogPostgres
#endif
#if Milvus
import VectorsMilvus
#endif

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
    static func isDatabase(_ address: DiskPath) -> Bool { PostgresPlace.isAddress(address) }

    var shownAddress: String { (Self.isDatabase(address) ? PostgresPlace.display(address) : address).display }

    /// Where this machine keeps what it derives from a library in a database.
    static func folder(of address: DiskPath, in cache: DiskPath) -> DiskPath {
        let name = PostgresPlace.display(address).bytes.withUnsafeBytes { String(Checksum.of($0), radix: 16) }
        return cache.appending("libraries").appending(name)
    }
}

#if Import
extension PhotoLibrary {
    /// rclip's vectors, and the folders to index for them.
    static func rclip(
        at database: DiskPath, _ paths: [DiskPath]
    ) async throws -> (vectors: any VectorsElsewhere, folders: [DiskPath]) {
        let rclip = try RclipDatabase(at: database)
        return (rclip, paths.isEmpty ? try await rclip.folders() : paths)
    }
}
#endif

extension OwnFolders {
    init(_ configuration: LibraryConfiguration) {
        self.init(
            library: configuration.library, shelves: configuration.models, cache: configuration.cache,
            catalogs: [SQLitePlace.fileName],
            trashes: [("XDG_DATA_HOME", "Trash"), ("HOME", ".local/share/Trash")].compactMap { variable, folder in
                Environment.variable(variable)?.appending(folder)
            })
    }
}

/// Where a library's vectors are searched.
public enum VectorPlace: Sendable, Hashable {
    /// On this machine, in Evoke's own index, which follows the library.
    case replica
    /// In the library's database, by pgvector: no vectors are stored on this machine.
    case database
    /// In Milvus, which has a copy of the vectors in a database: `milvus://host:port`, or `milvus+tls://host:port` for
    /// an encrypted connection.
    case milvus(String)
}

extension VectorPlace {
    /// Parses the user's setting. Throws `EvokeError` of the kind `wrongUsage` for an unknown one.
    package init(named name: String) throws(EvokeError) {
        switch name {
        case "replica": self = .replica
        case "database": self = .database
        #if Milvus
        case _ where MilvusAddress.isOne(name): self = .milvus(try MilvusAddress(name).text)
        #else
        case _ where name.hasPrefix("milvus"): throw .built(without: "Milvus", doing: "search vectors in", name)
        #endif
        default:
            throw EvokeError(
                .wrongUsage, doing: "search the vectors in", subject: name, reason: "there is no such choice",
                remedies: ["replica", "database", "milvus://HOST:PORT"].map { .chooseOption(.vectors, $0) })
        }
    }
}

extension LibraryConfiguration {
    var searchedHere: LibraryConfiguration {
        var configuration = self
        configuration.vectors = .replica
        return configuration
    }

    /// Throws `EvokeError` of the kind `wrongUsage` if the library's vectors cannot be searched there.
    func checkVectorPlace() throws(EvokeError) {
        guard vectors != .replica, !Self.isDatabase(address) else { return }
        throw EvokeError(
            .wrongUsage, doing: "search vectors elsewhere for", subject: shownAddress,
            reason: "it is in a folder, and only libraries in a database can do that",
            remedies: [.chooseOption(.library), .chooseOption(.vectors, "replica")])
    }

    static func milvus(
        at text: String, of model: ModelID, in database: any VectorSource
    ) throws(EvokeError) -> any VectorEngine {
        #if Milvus
        let address = try MilvusAddress(text)
        let variable = processVariable(MilvusAddress.tokenVariable)
        let token = variable.map { String(decoding: $0.bytes, as: UTF8.self) }
        let caller = try Network.caller(of: address.server(token: token))
        return CopiedVectors(of: database) { name in MilvusCollection(name, at: address, of: model, by: caller) }
        #else
        throw .built(without: "Milvus", doing: "search vectors in", text)
        #endif
    }

    /// The search of the vectors that a model made for a catalog's photos.
    package func searching(
        _ model: ModelID, _ catalog: any PhotoCatalog, _ notify: @escaping @Sendable (SearchIndexBuild) -> Void
    ) throws(EvokeError) -> any LibrarySearching {
        if let engine = try vectorEngine(for: model) {
            return EngineVectors(engine, of: model, catalog: catalog, notify: notify)
        }
        return LibraryVectors(
            of: model, in: library, catalog: catalog, threads: SearchThreads(count: Engine.cores), notify: notify)
    }
}
