public import EvokeValues
import EvokeVectorIndex
import VectorsMilvus

/// Where a library's vectors are searched.
public enum VectorPlace: Sendable, Hashable {
    /// On this machine, in an index of Evoke's own that follows the library.
    case replica
    /// In the database that the library is in, by pgvector: nothing of the vectors is kept on this machine.
    case database
    /// In a Milvus, which keeps a copy of the vectors that a database has: `milvus://host:port`, or `milvus+tls://host:port`
    /// where the way there is encrypted.
    case milvus(String)
}

extension VectorPlace {
    /// As a user writes it. Throws `EvokeError` of the kind `wrongUsage` for another word.
    public init(named name: String) throws(EvokeError) {
        switch name {
        case "replica": self = .replica
        case "database": self = .database
        case _ where MilvusAddress.isOne(name): self = .milvus(try MilvusAddress(name).text)
        default:
            throw EvokeError(
                .wrongUsage, doing: "search the vectors in", subject: name, reason: "there is no such place",
                remedies: ["replica", "database", "milvus://HOST:PORT"].map { .chooseOption(.vectors, $0) })
        }
    }
}

extension LibraryConfiguration {
    /// The same, but for where vectors are searched.
    var searchedHere: LibraryConfiguration {
        var places = self
        places.vectors = .replica
        return places
    }

    /// Throws `EvokeError` of the kind `wrongUsage` where vectors cannot be searched in the place that was chosen.
    func checkVectorPlace() throws(EvokeError) {
        guard vectors != .replica, !Self.isDatabase(address) else { return }
        throw EvokeError(
            .wrongUsage, doing: "have others search the vectors of", subject: shownAddress,
            reason: "it is in a folder, and that is for libraries in a database",
            remedies: [.chooseOption(.library), .chooseOption(.vectors, "replica")])
    }

    /// What has Milvus search a copy of the vectors that a database has.
    static func milvus(
        at text: String, of model: ModelID, in database: any VectorSource
    ) throws(EvokeError) -> any VectorEngine {
        let address = try MilvusAddress(text)
        let variable = processVariable(MilvusAddress.tokenVariable)
        let token = variable.map { String(decoding: $0.bytes, as: UTF8.self) }
        let caller = try Network.caller(of: address.server(token: token))
        return CopiedVectors(of: database) { name in MilvusCollection(name, at: address, of: model, by: caller) }
    }

    /// What searches the vectors that a model gave the photos of a catalogue, which is the one of these places.
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
