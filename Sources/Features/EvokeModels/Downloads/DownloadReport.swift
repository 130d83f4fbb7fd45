import EvokeValues
import EvokeWorkers

/// Reports a download's progress to the process that started it, and to others through its folder.
final class DownloadReport: Sendable {
    private struct State {
        var download: ModelDownload
        var started: ContinuousClock.Instant?
        /// Bytes from this run and from earlier ones.
        var fetched: Int64 = 0
        var current: Int64 = 0
        /// How much of the current file was there before; counted once.
        var resumed: Int64?
        var earlier: Int64 = 0
        var told: ContinuousClock.Instant?
        var written: ContinuousClock.Instant?
    }

    private let state: Locked<State>
    private let folder: DownloadFolder
    private let notify: @Sendable (ModelDownload) -> Void

    init(_ name: String, folder: DownloadFolder, notify: @escaping @Sendable (ModelDownload) -> Void) {
        state = Locked(State(download: ModelDownload(name: name, state: .running)))
        self.folder = folder
        self.notify = notify
    }

    func begin() {
        tell { state in
            state = State(download: ModelDownload(name: state.download.name, state: .running))
        }
    }

    func expect(total: Int64?) { tell { $0.download.total = total } }

    /// Adds a file that is complete.
    func add(_ bytes: Int64) {
        tell { state in
            if state.current == 0 { state.earlier += bytes }
            state.fetched += bytes
            state.current = 0
            state.resumed = nil
            state.download.received = state.fetched
        }
    }

    /// Updates the progress of the current file.
    func show(_ progress: FetchProgress) {
        tell(isUrgent: progress.setback != nil) { state in
            let now = ContinuousClock.now
            if state.resumed == nil {
                state.resumed = progress.resumedFrom
                state.earlier += progress.resumedFrom
            }
            let started = state.started ?? now
            state.started = started
            state.current = progress.received
            state.download.received = state.fetched + state.current
            state.download.problem = progress.setback
            let seconds = (now - started) / .seconds(1)
            let came = state.download.received - state.earlier
            state.download.bytesPerSecond = seconds >= 1 && came > 0 ? Double(came) / seconds : nil
        }
    }

    /// Records a setback before anything has been received.
    func record(_ setback: EvokeError) { tell { $0.download.problem = setback } }

    func wait(for obstacle: EvokeError) {
        tell { state in
            state.download.state = .waiting
            state.download.problem = obstacle
            state.download.bytesPerSecond = nil
        }
    }

    func check() {
        tell { state in
            state.download.state = .checking
            state.download.problem = nil
        }
    }

    func end(_ ending: ModelDownload.State, _ error: EvokeError? = nil) {
        tell { state in
            state.download.state = ending
            state.download.problem = error
            state.download.bytesPerSecond = nil
        }
    }

    private func tell(isUrgent: Bool = true, _ change: (inout State) -> Void) {
        let (download, isTold, isWritten) = state.withLock { state -> (ModelDownload, Bool, Bool) in
            change(&state)
            let now = ContinuousClock.now
            func isDue(_ last: ContinuousClock.Instant?, _ pause: Duration) -> Bool {
                isUrgent || last.map { now - $0 >= pause } ?? true
            }
            let (isTold, isWritten) = (
                isDue(state.told, .milliseconds(100)), isDue(state.written, .seconds(1))
            )
            if isTold { state.told = now }
            if isWritten { state.written = now }
            return (state.download, isTold, isWritten)
        }
        if isWritten { folder.state = download }
        if isTold { notify(download) }
    }
}
