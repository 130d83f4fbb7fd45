import EvokeValues

/// What scripts go by; the help and `docs/guide/020_index.md` explain each.
enum ExitCode: Int32, Sendable, CaseIterable {
    case done = 0
    case failed = 1
    /// Done, but for what could not be read or answered.
    case partly = 3
    case wrongUsage = 64
    case interrupted = 130

    /// Of a command that ended with an error: its own words may be wrong, as it or the library found.
    static func of(_ error: any Error) -> ExitCode {
        error is UsageError || (error as? EvokeError)?.kind == .wrongUsage ? .wrongUsage : .failed
    }

    /// Of a command that did something with so many things, and could not with so many others.
    static func of(done: Int, failed: Int) -> ExitCode { failed == 0 ? .done : done > 0 ? .partly : .failed }
}
