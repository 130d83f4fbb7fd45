public import EvokeValues
import EvokeWorkers

/// The progress of indexing.
public struct IndexingProgress: Sendable, Hashable {
    /// What is going on.
    public enum State: String, Sendable, CaseIterable {
        /// Nothing: the last run has ended or failed.
        case idle
        /// Folders are being scanned.
        case scanning
        /// New and changed photos are being indexed, or those without colors.
        case encoding
        /// Text in photos is being read. The photos can be searched.
        case reading
        /// Faces are being found. The photos can be searched.
        case faces
        /// Nothing, until ``PhotoLibrary/Indexing/resume()`` is called.
        case paused
    }

    /// What is going on now.
    public internal(set) var state = State.idle
    /// Photos seen while scanning.
    public internal(set) var found = 0
    /// Photos of this run that are done, including failed ones.
    public internal(set) var done = 0
    /// New and changed photos of this run; 0 until all folders are scanned.
    public internal(set) var total = 0
    /// Since the first photo was started, not counting work on text and faces.
    public internal(set) var elapsed = Duration.zero
    /// Why the last run ended early.
    public internal(set) var error: EvokeError?

    /// Nil until it is meaningful.
    public var photosPerSecond: Double? {
        state.isCounted && done > 0 && elapsed > .zero ? Double(done) / (elapsed / .seconds(1)) : nil
    }

    /// Nil in the first seconds, which say little about the rest.
    public var secondsLeft: Double? {
        guard elapsed >= .seconds(2), let photosPerSecond else { return nil }
        return Double(total - done) / photosPerSecond
    }
}

extension IndexingProgress.State {
    /// Whether the number of photos is known.
    fileprivate var isCounted: Bool { [.encoding, .reading, .faces].contains(self) }
}

/// An event in a library that is open.
public enum LibraryEvent: Sendable {
    /// The library has changed, or a run started, paused or ended.
    case library
    /// The progress of a run; up to four times a second.
    case progress(IndexingProgress)
    /// A photo could not be read.
    case failed(EvokeError)
    /// A problem that does not end the run, such as a folder that cannot be read.
    case problem(EvokeError)
    /// A run has ended, completely or early, as its report says.
    case finished(IndexReport)
    /// An event of a model download.
    case model(ModelEvent)
    /// The progress of the search for duplicates, up to four times a second; nil when it has ended.
    case finding(DuplicatesProgress?)
}

/// Events in a library, for any number of listeners.
final class LibraryNews: Sendable {
    private struct State {
        var progress = IndexingProgress()
        var finding: DuplicatesProgress?
        var lastFinding: ContinuousClock.Instant?
        var listeners: [AsyncStream<LibraryEvent>.Continuation] = []
        var encodingSince: ContinuousClock.Instant?
        var spent: [IndexingProgress.State: Duration] = [:]
        var lastTold: ContinuousClock.Instant?
        var isOver = false
    }

    private static let pause = Duration.milliseconds(250)
    /// A listener that does not keep up misses the oldest events.
    private static let mostWaiting = 1_000

    private let state = Locked(State())

    var progress: IndexingProgress { state.withLock { $0.progress } }

    /// The progress of the search for duplicates; nil if there is none.
    var finding: DuplicatesProgress? { state.withLock { $0.finding } }

    func listen() -> AsyncStream<LibraryEvent> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: LibraryEvent.self, bufferingPolicy: .bufferingNewest(Self.mostWaiting))
        state.withLock { if $0.isOver { continuation.finish() } else { $0.listeners.append(continuation) } }
        return stream
    }

    func begin() {
        state.withLock { state in
            state.progress = IndexingProgress()
            state.progress.state = .scanning
            state.encodingSince = nil
        }
        tell(.library)
    }

    func record(_ event: IndexEvent) {
        switch event {
        case .failed(let error): tell(.failed(error))
        case .problem(let error): tell(.problem(error))
        // They are in the library, and listed with it.
        case .truncated: break
        // These are parts of scanning and encoding.
        case .rereadingTexts, .looking, .comparing: break
        case .scanning(let found): advance { $0.found = found }
        case .coloring(let done, let total), .lookingThroughFilms(let done, let total):
            record(.encoding(done: done, total: total))
        case .encoding(let done, let total): advance(to: .encoding, done, total)
        case .reading(let done, let total): advance(to: .reading, done, total)
        case .findingFaces(let done, let total): advance(to: .faces, done, total)
        }
    }

    func rest(isPaused: Bool, _ error: EvokeError?) {
        state.withLock { state in
            state.progress.state = isPaused ? .paused : .idle
            state.progress.error = error
        }
        tell(.library)
    }

    func record(ranked done: Int, of total: Int) {
        let progress = DuplicatesProgress(done: done, total: total)
        let isTold = state.withLock { state in
            state.finding = progress
            let now = ContinuousClock.now
            if let last = state.lastFinding, now - last < Self.pause { return false }
            state.lastFinding = now
            return true
        }
        if isTold { tell(.finding(progress)) }
    }

    func endFinding() {
        state.withLock { ($0.finding, $0.lastFinding) = (nil, nil) }
        tell(.finding(nil))
    }

    /// Ends the stream of events for all listeners, including later ones.
    func end() {
        state.withLock { state in
            state.isOver = true
            for listener in state.listeners { listener.finish() }
        }
    }

    private func advance(to state: IndexingProgress.State, _ done: Int, _ total: Int) {
        advance { progress in
            progress.state = state
            (progress.done, progress.total) = (done, total)
        }
    }

    private func advance(_ change: (inout IndexingProgress) -> Void) {
        let news = state.withLock { state -> IndexingProgress? in
            let now = ContinuousClock.now
            let before = state.progress.state
            change(&state.progress)
            let current = state.progress.state
            if current.isCounted {
                if current != before { state.encodingSince = now - state.spent[current, default: .zero] }
                if state.progress.done == 0 { state.encodingSince = nil }
                let since = state.encodingSince ?? now
                state.encodingSince = since
                state.progress.elapsed = now - since
                state.spent[current] = now - since
            }
            let isLast = state.progress.state.isCounted && state.progress.done == state.progress.total
            if before == state.progress.state, !isLast, let last = state.lastTold, now - last < Self.pause {
                return nil
            }
            state.lastTold = now
            return state.progress
        }
        if let news { tell(.progress(news)) }
    }

    func tell(_ event: LibraryEvent) {
        state.withLock { state in
            // Those that no longer listen are left out.
            state.listeners.removeAll { if case .terminated = $0.yield(event) { true } else { false } }
        }
    }
}
