import EvokeWorkers

/// A listener to downloads: queues undelivered events, but per model only those that still matter, so that it never
/// grows with time.
final class DownloadObserver: Sendable {
    private struct State {
        var pending: [ModelEvent] = []
        var waiting: [CheckedContinuation<ModelEvent?, Never>] = []
        var isOver = false
    }

    private let state = Locked(State())

    func add(_ event: ModelEvent) {
        let waiting = state.withLock { state -> CheckedContinuation<ModelEvent?, Never>? in
            guard !state.isOver else { return nil }
            if !state.waiting.isEmpty { return state.waiting.removeFirst() }
            switch event {
            // Events from before the start no longer matter.
            case .started: state.pending.removeAll { $0.name == event.name }
            case .progress: state.pending.removeAll { $0.name == event.name && $0.isProgress }
            case .succeeded, .failed: state.pending.removeAll { $0.name == event.name && $0.isLast }
            }
            state.pending.append(event)
            return nil
        }
        waiting?.resume(returning: event)
    }

    /// The next undelivered event; nil at the end.
    func next() async -> ModelEvent? {
        await withCheckedContinuation { continuation in
            let event = state.withLock { state -> ModelEvent?? in
                if state.isOver { return .some(nil) }
                if !state.pending.isEmpty { return state.pending.removeFirst() }
                state.waiting.append(continuation)
                return nil
            }
            if let event { continuation.resume(returning: event) }
        }
    }

    func end() {
        let waiting = state.withLock { state in
            defer { state = State(isOver: true) }
            return state.waiting
        }
        for continuation in waiting { continuation.resume(returning: nil) }
    }
}

extension ModelEvent {
    /// The model's name.
    public var name: String {
        switch self {
        case .started(let name), .succeeded(let name), .failed(let name, _): name
        case .progress(let download): download.name
        }
    }

    /// Whether it is the last event of a download.
    public var isLast: Bool {
        switch self {
        case .started, .progress: false
        case .succeeded, .failed: true
        }
    }

    fileprivate var isProgress: Bool { if case .progress = self { true } else { false } }
}
