package import EvokePorts
public import EvokeValues
import EvokeVectorIndex

/// Where a library's vectors are searched.
public enum VectorPlace: String, Sendable, CaseIterable {
    /// On this machine, in an index of Evoke's own that follows the library.
    case replica
    /// In the database that the library is in, by pgvector: nothing of the vectors is kept on this machine.
    case database
}

extension VectorPlace {
    /// As a user writes it. Throws `EvokeError` of the kind `wrongUsage` for another word.
    public init(named name: String) throws(EvokeError) {
        guard let place = VectorPlace(rawValue: name) else {
            throw EvokeError(
                .wrongUsage, doing: "search the vectors in", subject: name, reason: "there is no such place",
                remedies: Self.allCases.map { .chooseOption(.vectors, $0.rawValue) })
        }
        self = place
    }
}

extension Places {
    /// The same, but for where vectors are searched.
    var searchedHere: Places {
        var places = self
        places.vectors = .replica
        return places
    }

    /// Throws `EvokeError` of the kind `wrongUsage` where vectors cannot be searched in the place that was chosen.
    func checkVectorPlace() throws(EvokeError) {
        guard vectors == .database, !Self.isDatabase(address) else { return }
        throw EvokeError(
            .wrongUsage, doing: "search vectors in the database of the library", subject: shownAddress,
            reason: "it is in a folder", remedies: [.chooseOption(.library), .chooseOption(.vectors, "replica")])
    }

    /// What searches the vectors that a model gave the photos of a catalogue, which is the one of these places.
    package func searching(
        _ model: ModelID, _ catalog: any PhotoCatalog, _ notify: @escaping @Sendable (SearchIndexMaking) -> Void
    ) throws(EvokeError) -> any LibrarySearching {
        if vectors == .database, let engine = try vectorEngine(for: model) {
            return EngineVectors(engine, of: model, catalog: catalog, notify: notify)
        }
        return LibraryVectors(
            of: model, in: library, catalog: catalog, threads: SearchThreads(count: Engine.cores), notify: notify)
    }
}
