import Evoke
import EvokeValues

extension Command {
    /// Work on many photos and their sidecars, with how far it is, and what was left.
    static func exchange<Report>(
        _ terminal: Terminal,
        _ work: (_ failed: (EvokeError) -> Void, _ shown: (ExchangeProgress) -> Void) async throws -> Report
    ) async throws -> Report {
        let line = StatusLine(terminal, saidEvery: .seconds(5))
        let started = ContinuousClock.now
        defer { line.clear() }
        return try await work { error in
            line.clear()
            terminal.say(error: error)
        } _: { progress in
            guard ContinuousClock.now - started >= .seconds(1) else { return }
            line.show("\(progress.done) of \(Amount.of(progress.total, "photo"))")
        }
    }
}
