import EvokeSystem
import EvokeValues
import EvokeWorkers

extension [FilePath] {
    /// Processes photos, some at once, and delivers the results in order, with an error for each photo that cannot be
    /// read.
    ///
    /// Throws what `deliver` throws, and `EvokeError` of the kind `modelInvalid` if a graph fails.
    func each<Answer: Sendable>(
        _ answer: @escaping @Sendable (FilePath) async throws -> Answer,
        deliver: (FilePath, Result<Answer, EvokeError>) async throws -> Void
    ) async throws {
        var next = makeIterator()
        try await OrderedPipeline(width: Machine.cores, slack: Machine.cores).run {
            next.next()
        } work: { photo in
            do {
                return (photo, Result<Answer, EvokeError>.success(try await answer(photo)))
            } catch let error as EvokeError where error.kind != .modelInvalid {
                return (photo, .failure(error))
            }
        } deliver: { photo, result in
            try await deliver(photo, result)
        }
    }
}
