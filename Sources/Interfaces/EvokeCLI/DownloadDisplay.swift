import Evoke
import EvokeValues
import Synchronization

/// Shows how far a download is: a line that is overwritten on a terminal, a line now and then elsewhere.
final class DownloadDisplay: Sendable {
    private struct State {
        var lastShown: ContinuousClock.Instant?
        var lastSaid = ""
        var isLineOpen = false
        var hasBegun = false
    }

    private let terminal: Terminal
    /// Said when it begins, before anything has come.
    private let beginning: String
    private let state = Mutex(State())

    init(_ terminal: Terminal, beginning: String) {
        (self.terminal, self.beginning) = (terminal, beginning)
    }

    func show(_ download: ModelDownload) {
        switch download.state {
        case .running:
            sayThatItBegins()
            if let problem = download.problem { return say("Trying again: \(problem.reason).") }
            progress("\(download.name): \(download.amount)")
        case .waiting: say("Waiting: \(download.problem?.reason ?? "").")
        case .checking: progress("\(download.name): trying it", isNews: true)
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
        state.withLock { clear(&$0) }
    }

    private func progress(_ line: String, isNews: Bool = false) {
        state.withLock { state in
            let now = ContinuousClock.now
            let pause: Duration = terminal.messagesAreShown ? .milliseconds(100) : .seconds(10)
            if let last = state.lastShown, now - last < pause, !isNews { return }
            if terminal.messagesAreShown {
                terminal.write("\r\u{1B}[K" + line.prefix(max(0, terminal.columns - 1)))
                state.isLineOpen = true
            } else if state.lastShown != nil, !isNews {
                terminal.say(line)
            }
            state.lastShown = now
        }
    }

    /// The same is said once.
    private func say(_ line: String) {
        state.withLock { state in
            guard line != state.lastSaid else { return }
            clear(&state)
            terminal.say(line)
            state.lastSaid = line
        }
    }

    private func clear(_ state: inout State) {
        if state.isLineOpen { terminal.write("\r\u{1B}[K") }
        state.isLineOpen = false
    }
}
