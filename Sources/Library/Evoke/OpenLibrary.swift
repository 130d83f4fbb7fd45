import EvokeValues
import EvokeWorkers

/// What an open library holds: its catalog and, for writing, the lock.
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

    /// The lock is released last, when nothing is written anymore.
    func close() async throws {
        let open = state.withLock { state in
            defer { state = nil }
            return state
        }
        defer { open?.lock?.release() }
        try await open?.catalog.close()
    }
}
