import EvokeValues

/// Shows how far the upgrade of a library is: a line that is overwritten on a terminal, else one now and then.
struct UpgradeDisplay: Sendable {
    private let terminal: Terminal
    private let line: StatusLine

    init(_ terminal: Terminal) {
        self.terminal = terminal
        line = StatusLine(terminal, saidEvery: .seconds(5))
    }

    func show(_ progress: UpgradeProgress) {
        guard let words = progress.words else { return line.restart() }
        // Some steps are silent for long, so that what is shown has to be true.
        line.show(words, isNews: terminal.messagesAreShown)
    }
}

extension UpgradeProgress {
    /// Nil where there is nothing more to say.
    var words: String? {
        let what = "Upgrading the library"
        func bytes(_ count: Int) -> String { Amount.ofBytes(Int64(count)) }
        return switch step {
        case .turn: "Waiting for another process that upgrades the library"
        case .copy: "\(what), a copy first: \(bytes(done)) of \(bytes(total))"
        case .tables: "\(what), tables: \(done) of \(total) steps"
        case .texts: "\(what), texts: \(done) of \(total) photos"
        case .checksums: "\(what), checksums: \(done) of \(total) tables"
        case .file: "\(what), writing its file"
        case .end: nil
        }
    }
}
