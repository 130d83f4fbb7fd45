import EvokeValues

/// Why a try ended before its file was there.
enum Stop: Error {
    /// Trying again is of no use.
    case failed(EvokeError)
    /// Later it may go better; the server may have said when.
    case setback(EvokeError, after: Duration?)
    /// What was there belongs to something else and is gone: again, at once, from the start.
    case anew
    case cancelled
}

/// What fails in `body` fails for good.
func forGood<Success: ~Copyable>(_ body: () throws(EvokeError) -> Success) throws(Stop) -> Success {
    do throws(EvokeError) {
        return try body()
    } catch {
        throw .failed(error)
    }
}
