/// Shows how much of something large has been copied, once that takes longer than a moment.
final class TransferDisplay {
    private let terminal: Terminal
    private let clock = ContinuousClock()
    private let started: ContinuousClock.Instant
    private var lastShown: ContinuousClock.Instant

    init(_ terminal: Terminal) {
        self.terminal = terminal
        started = clock.now
        lastShown = started
    }

    func show(_ done: Int64, of all: Int64) {
        guard terminal.messagesAreShown, clock.now - lastShown > .milliseconds(200) else { return }
        lastShown = clock.now
        terminal.write("\r\u{1B}[KCopying: \(Amount.ofBytes(done)) of \(Amount.ofBytes(all))")
    }

    func finish() {
        if lastShown > started { terminal.write("\r\u{1B}[K") }
    }
}
