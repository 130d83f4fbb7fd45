/// Shows how far work is, once it has taken a second.
struct StepDisplay: Sendable {
    private let line: StatusLine
    private let begun = ContinuousClock.now

    init(_ terminal: Terminal) {
        line = StatusLine(terminal, saidEvery: .seconds(5))
    }

    func show(_ words: @autoclosure () -> String) {
        guard ContinuousClock.now - begun > .seconds(1) else { return }
        line.show(words())
    }

    /// Removes it, so that something else can be said.
    func end() { line.clear() }
}
