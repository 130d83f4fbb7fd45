import EvokeValues
import EvokeWorkers

/// What a library holds while it is open: its catalogue, and where it writes, the lock.
final class OpenLibrary: Sendable {
    private struct State: Sendable {
        let catalog: any PhotoCatalog
        let lock: (any CatalogLock)?
    }

    private let state: Locked<State?>

    init(_ catalog: any PhotoCatalog, _ lock: (any CatalogLock)?) {
        state = Locked(State(catalog: catalog, lock: lock))
    }

    var catalog: any PhotoCatalog {
        get throws(EvokeError) {
            guard let open = state.withLock({ $0 }) else { throw .libraryIsClosed }
            return open.catalog
        }
    }

    /// The lock is given back last, when nothing is written any more.
    func close() async throws {
        let open = state.withLock { state in
            defer { state = nil }
            return state
        }
        defer { open?.lock?.release() }
        try await open?.catalog.close()
    }
}
