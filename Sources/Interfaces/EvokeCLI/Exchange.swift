import Evoke
import EvokeValues

extension Command {
    /// Work on many photos and their sidecars, with how far it is, and what was left.
    static func exchange<Report>(
        _ terminal: Terminal,
        _ work: (_ failed: (EvokeError) -> Void, _ shown: (ExchangeProgress) -> Void) async throws -> Report
    ) async throws -> Report {
        let display = StepDisplay(terminal)
        defer { display.end() }
        return try await work { error in
            display.end()
            terminal.say(error: error)
        } _: { progress in
            display.show("\(progress.done) of \(Amount.of(progress.total, "photo"))")
        }
    }
}
