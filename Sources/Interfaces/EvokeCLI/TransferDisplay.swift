/// Shows how much of something large has been copied, once that takes longer than a moment.
struct TransferDisplay {
    private let line: StatusLine
    private let started = ContinuousClock.now

    init(_ terminal: Terminal) {
        line = StatusLine(terminal)
    }

    func show(_ done: Int64, of all: Int64) {
        guard ContinuousClock.now - started > .milliseconds(200) else { return }
        line.show("Copying: \(Amount.ofBytes(done)) of \(Amount.ofBytes(all))")
    }

    func finish() {
        line.clear()
    }
}
