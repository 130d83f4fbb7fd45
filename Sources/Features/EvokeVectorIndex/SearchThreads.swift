import EvokeWorkers

/// The threads that search an index.
package struct SearchThreads: Sendable {
    let count: Int
    private let executor: BlockingExecutor

    package init(count: Int) {
        self.count = count
        executor = BlockingExecutor(width: count)
    }

    func run<Result: Sendable, Failure: Error>(
        _ body: @escaping @Sendable () throws(Failure) -> Result
    ) async throws(Failure) -> Result {
        try await executor.run(body)
    }

    /// Splits `range` into as many parts as there are threads, none with fewer than `least`, and returns their results
    /// in order.
    func split<Result: Sendable>(
        _ range: Range<Int>, least: Int, _ body: @escaping @Sendable (Range<Int>) throws -> Result
    ) async throws -> [Result] {
        let parts = max(1, min(count, range.count / max(1, least)))
        if parts == 1 { return [try await executor.run { try body(range) }] }
        return try await withThrowingTaskGroup(of: (Int, Result).self) { group in
            for part in 0..<parts {
                let start = range.lowerBound + range.count * part / parts
                let end = range.lowerBound + range.count * (part + 1) / parts
                group.addTask { (part, try await executor.run { try body(start..<end) }) }
            }
            var results: [Result?] = Array(repeating: nil, count: parts)
            for try await (part, result) in group { results[part] = result }
            return results.compactMap { $0 }
        }
    }
}
