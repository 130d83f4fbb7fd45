import Evoke
import EvokeValues
import EvokeWorkers

/// What a run told of that did not go well.
final class HeardProblems: Sendable {
    private let heard = Locked<[EvokeError]>([])

    var all: [EvokeError] { heard.withLock { $0 } }

    @Sendable func record(_ event: IndexEvent) {
        switch event {
        case .failed(let error), .problem(let error): heard.withLock { $0.append(error) }
        default: break
        }
    }
}
