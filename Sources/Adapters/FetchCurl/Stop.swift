import EvokeValues

/// Why a try ended without the file.
enum Stop: Error {
    /// Trying again is pointless.
    case failed(EvokeError)
    /// It may work later; the server may have said when.
    case setback(EvokeError, after: Duration?)
    /// The part belonged to another file and was deleted: start over right away.
    case anew
    case cancelled
}

/// Turns failures of `body` into permanent ones.
func forGood<Success: ~Copyable>(_ body: () throws(EvokeError) -> Success) throws(Stop) -> Success {
    do throws(EvokeError) {
        return try body()
    } catch {
        throw .failed(error)
    }
}
