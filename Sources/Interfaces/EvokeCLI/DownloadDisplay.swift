import Evoke
import EvokeValues
import Synchronization

/// Shows how far a download is: a line that is overwritten on a terminal, a line now and then elsewhere.
final class DownloadDisplay: Sendable {
    private struct State {
        var lastSaid = ""
        var hasBegun = false
    }

    private let terminal: Terminal
    private let line: StatusLine
    /// Said when it begins, before anything has come.
    private let beginning: String
    private let state = Mutex(State())

    init(_ terminal: Terminal, beginning: String) {
        (self.terminal, self.beginning) = (terminal, beginning)
        line = StatusLine(terminal, saidEvery: .seconds(10))
    }

    func show(_ download: ModelDownload) {
        switch download.state {
        case .running:
            sayThatItBegins()
            if let problem = download.problem { return say("Trying again: \(problem.reason).") }
            line.show("\(download.name): \(download.amount)")
        case .waiting: say("Waiting: \(download.problem?.reason ?? "").")
        case .checking: line.show("\(download.name): trying it", isNews: true)
        case .paused, .interrupted, .failed: break
        }
    }

    private func sayThatItBegins() {
        let isFirst = state.withLock { state in
            defer { state.hasBegun = true }
            return !state.hasBegun
        }
        if isFirst { terminal.say(beginning) }
    }

    func finish() {
        line.clear()
    }

    /// The same is said once.
    private func say(_ line: String) {
        state.withLock { state in
            guard line != state.lastSaid else { return }
            self.line.clear()
            terminal.say(line)
            state.lastSaid = line
        }
    }
}
