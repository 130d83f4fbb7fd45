/// Shows how far work is, once it has taken a second.
struct StepDisplay: Sendable {
    private let line: StatusLine
    private let begun = ContinuousClock.now

    /// - Parameter saidEvery: how often it is said where messages go to a file or a pipe; never where nothing is given.
    init(_ terminal: Terminal, saidEvery: Duration? = .seconds(5)) {
        line = StatusLine(terminal, saidEvery: saidEvery)
    }

    func show(_ words: @autoclosure () -> String) {
        guard ContinuousClock.now - begun > .seconds(1) else { return }
        line.show(words())
    }

    /// Removes it, so that something else can be said.
    func end() { line.clear() }
}
