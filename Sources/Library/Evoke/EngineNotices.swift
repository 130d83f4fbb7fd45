import EvokeModels
import EvokeValues
import EvokeWorkers

/// Problems of an engine that were worked around, for one listener. Those that nobody has heard yet wait.
final class EngineNotices: Sendable {
    private struct State {
        var body: (@Sendable (EvokeError) -> Void)?
        var waiting: [EvokeError] = []
    }

    private let state = Locked(State())

    func hear(_ body: @escaping @Sendable (EvokeError) -> Void) {
        let waiting = state.withLock { state in
            state.body = body
            defer { state.waiting = [] }
            return state.waiting
        }
        waiting.forEach(body)
    }

    private func tell(_ notice: EvokeError) {
        let body = state.withLock { state in
            if state.body == nil { state.waiting.append(notice) }
            return state.body
        }
        body?(notice)
    }

    func graphs(in places: LibraryConfiguration) -> GraphFolder {
        GraphFolder(places.cache.appending("compiled")) { self.tell($0) }
    }
}
