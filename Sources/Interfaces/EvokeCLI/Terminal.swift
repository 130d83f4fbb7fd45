import Evoke
import EvokeSystem
import EvokeValues
import Synchronization

/// Standard output for results, standard error for messages.
struct Terminal: Sendable {
    let resultsAreShown: Bool
    let messagesAreShown: Bool
    private let hasColors: Bool

    static let current = Terminal(
        resultsAreShown: StandardStream.output.isTerminal, messagesAreShown: StandardStream.errors.isTerminal,
        hasColors: !Environment.has("NO_COLOR") && Environment.variable("TERM") != DiskPath("dumb"))

    /// Results, to standard output. A reader that has gone away ends the program, as it ends any filter.
    func print(_ line: String) throws(EvokeError) {
        try print(bytes: Array(line.utf8) + [UInt8(ascii: "\n")])
    }

    func print(bytes: [UInt8]) throws(EvokeError) {
        do throws(Errno) {
            try StandardStream.output.write(bytes)
        } catch {
            throw .system(error.code, doing: "print the results to", subject: DiskPath("standard output"))
        }
    }

    /// Messages, to standard error.
    func message(_ line: String) {
        write(line + "\n")
    }

    /// A part of a line, to standard error.
    func write(_ text: String) {
        // Nowhere else to report it.
        try? StandardStream.errors.write(Array(text.utf8))
    }

    func report(_ error: any Error) {
        message(
            (messagesAreShown && hasColors ? "\u{1B}[31mevoke:\u{1B}[0m " : "evoke: ")
                + ((error as? EvokeError)?.message ?? "\(error)"))
    }

    /// Reports that a newer version of the model failed to load, and later problems.
    func reportSetback(of engine: Engine) {
        if let setback = engine.setback { report(setback) }
        engine.onNotice { report($0) }
    }

    func dim(_ text: String) -> String { resultsAreShown && hasColors ? "\u{1B}[2m\(text)\u{1B}[0m" : text }

    func bold(_ text: String) -> String { resultsAreShown && hasColors ? "\u{1B}[1m\(text)\u{1B}[0m" : text }

    var columns: Int { StandardStream.errors.columns ?? 80 }
}

/// A line of progress that is overwritten on a terminal; elsewhere, a line every few seconds, or none.
final class StatusLine: Sendable {
    private struct State {
        var lastShown: ContinuousClock.Instant?
        var isOpen = false
    }

    private static let toTheStart = "\r\u{1B}[K"

    private let terminal: Terminal
    /// How often to print a line to a file or pipe; nil for never.
    private let every: Duration?
    private let state = Mutex(State())

    init(_ terminal: Terminal, every: Duration? = nil) {
        self.terminal = terminal
        self.every = every
    }

    /// - Parameter isNews: whether to show it even right after another.
    func show(_ line: String, isNews: Bool = false) {
        state.withLock { state in
            let isSeen = terminal.messagesAreShown
            guard let pause = isSeen ? .milliseconds(100) : every else { return }
            let now = ContinuousClock.now
            if let last = state.lastShown, now - last < pause, !isNews { return }
            if isSeen {
                terminal.write(Self.toTheStart + line.prefix(max(0, terminal.columns - 1)))
                state.isOpen = true
            } else if state.lastShown != nil || isNews {
                terminal.message(line)
            }
            state.lastShown = now
        }
    }

    /// Removes it, to print something else.
    func clear() {
        state.withLock { state in
            if state.isOpen { terminal.write(Self.toTheStart) }
            state.isOpen = false
        }
    }

    /// Keeps it as it is.
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

/// Shows progress once it has taken a moment.
struct StepDisplay: Sendable {
    private let line: StatusLine
    private let start: ContinuousClock.Instant

    /// - Parameter every: how often to print a line to a file or pipe; nil for never.
    init(_ terminal: Terminal, after delay: Duration = .seconds(1), every: Duration? = .seconds(5)) {
        (line, start) = (StatusLine(terminal, every: every), .now + delay)
    }

    func show(_ words: @autoclosure () -> String) { if ContinuousClock.now > start { line.show(words()) } }

    /// Removes it, to print something else.
    func end() { line.clear() }
}
