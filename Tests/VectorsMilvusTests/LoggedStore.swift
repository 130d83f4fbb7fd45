import EvokeCatalog
import EvokePorts
import EvokeValues
import EvokeWorkers

/// What was asked of stores, and when one is to end as if its process were killed.
final class StoreLog: Sendable {
    struct Ended: Error {}

    private struct State {
        var searches = 0
        var cleared = 0
        var noted: [VectorStamp] = []
        var putsLeft: Int?
    }

    private let state = Locked(State())

    var searches: Int { state.withLock { $0.searches } }
    var cleared: Int { state.withLock { $0.cleared } }
    var noted: [VectorStamp] { state.withLock { $0.noted } }

    /// After so many times that vectors were taken in.
    func endAfter(_ puts: Int) { state.withLock { $0.putsLeft = puts } }

    func recordSearch() { state.withLock { $0.searches += 1 } }
    func noteClearing() { state.withLock { $0.cleared += 1 } }
    func record(_ stamp: VectorStamp) { state.withLock { $0.noted.append(stamp) } }

    /// - Parameter puts: how many times more vectors are to be taken in.
    func go(_ puts: Int) throws {
        try state.withLock { state in
            guard let left = state.putsLeft else { return }
            guard left > 0 else {
                state.putsLeft = nil
                throw Ended()
            }
            state.putsLeft = left - puts
        }
    }
}

/// A store that says what it is asked.
struct LoggedStore: VectorStore {
    let store: any VectorStore
    let log: StoreLog

    var place: String { store.place }
    var most: Int { store.most }

    func stamp() async throws -> VectorStamp? { try await store.stamp() }
    func settle() async throws { try await store.settle() }
    func remove(_ photos: [PhotoID]) async throws { try await store.remove(photos) }

    func clear() async throws {
        log.noteClearing()
        try await store.clear()
    }

    func put(_ rows: VectorRows) async throws {
        try log.go(1)
        try await store.put(rows)
    }

    func record(_ stamp: VectorStamp) async throws {
        try log.go(0)
        try await store.record(stamp)
        log.record(stamp)
    }

    func nearest(to query: Embedding, limit: Int, among photos: PhotoSet?) async throws -> [PhotoID]? {
        log.recordSearch()
        return try await store.nearest(to: query, limit: limit, among: photos)
    }
}
