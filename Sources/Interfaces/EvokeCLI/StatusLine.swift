import Synchronization

/// How far work is: a line that is overwritten on a terminal; elsewhere, if at all, a line now and then.
final class StatusLine: Sendable {
    private struct State {
        var lastShown: ContinuousClock.Instant?
        var isOpen = false
    }

    private static let toTheStart = "\r\u{1B}[K"

    private let terminal: Terminal
    /// How often a line is said where messages go to a file or a pipe; never where nothing is given.
    private let saidEvery: Duration?
    private let state = Mutex(State())

    init(_ terminal: Terminal, saidEvery: Duration? = nil) {
        self.terminal = terminal
        self.saidEvery = saidEvery
    }

    /// - Parameter isNews: whether it is to be seen however short a time ago the last one was shown.
    func show(_ line: String, isNews: Bool = false) {
        state.withLock { state in
            let isSeen = terminal.messagesAreShown
            guard let pause = isSeen ? .milliseconds(100) : saidEvery else { return }
            let now = ContinuousClock.now
            if let last = state.lastShown, now - last < pause, !isNews { return }
            if isSeen {
                terminal.write(Self.toTheStart + line.prefix(max(0, terminal.columns - 1)))
                state.isOpen = true
            } else if state.lastShown != nil || isNews {
                terminal.say(line)
            }
            state.lastShown = now
        }
    }

    /// Removes it, so that something else can be said.
    func clear() {
        state.withLock { state in
            if state.isOpen { terminal.write(Self.toTheStart) }
            state.isOpen = false
        }
    }

    /// Lets it stay as it is.
    func leave() {
        state.withLock { state in
            if state.isOpen { terminal.write("\n") }
            state.isOpen = false
        }
    }

    /// What comes begins other work.
    func restart() {
        clear()
        state.withLock { $0.lastShown = nil }
    }
}
