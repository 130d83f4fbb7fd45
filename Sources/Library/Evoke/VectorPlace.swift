public import EvokeValues
import EvokeVectorIndex
import VectorsMilvus

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
    public init(named name: String) throws(EvokeError) {
        switch name {
        case "replica": self = .replica
        case "database": self = .database
        case _ where MilvusAddress.isOne(name): self = .milvus(try MilvusAddress(name).text)
        default:
            throw EvokeError(
                .wrongUsage, doing: "search the vectors in", subject: name, reason: "there is no such choice",
                remedies: ["replica", "database", "milvus://HOST:PORT"].map { .chooseOption(.vectors, $0) })
        }
    }
}

extension LibraryConfiguration {
    /// The same, with vectors searched on this machine.
    var searchedHere: LibraryConfiguration {
        var places = self
        places.vectors = .replica
        return places
    }

    /// Throws `EvokeError` of the kind `wrongUsage` if the library's vectors cannot be searched there.
    func checkVectorPlace() throws(EvokeError) {
        guard vectors != .replica, !Self.isDatabase(address) else { return }
        throw EvokeError(
            .wrongUsage, doing: "search vectors elsewhere for", subject: shownAddress,
            reason: "it is in a folder, and only libraries in a database can do that",
            remedies: [.chooseOption(.library), .chooseOption(.vectors, "replica")])
    }

    /// Lets Milvus search a copy of a database's vectors.
    static func milvus(
        at text: String, of model: ModelID, in database: any VectorSource
    ) throws(EvokeError) -> any VectorEngine {
        let address = try MilvusAddress(text)
        let variable = processVariable(MilvusAddress.tokenVariable)
        let token = variable.map { String(decoding: $0.bytes, as: UTF8.self) }
        let caller = try Network.caller(of: address.server(token: token))
        return CopiedVectors(of: database) { name in MilvusCollection(name, at: address, of: model, by: caller) }
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
