/// Processes many inputs at once and delivers the results in the order of the inputs.
package struct OrderedPipeline: Sendable {
    /// How many inputs are processed at once.
    package let width: Int
    /// How many finished results may wait for an earlier one.
    package let slack: Int

    package init(width: Int, slack: Int) {
        precondition(width > 0 && slack >= 0)
        self.width = width
        self.slack = slack
    }

    /// Pulls inputs only as there is room for them, and calls `deliver` for one result at a time.
    ///
    /// When `next`, `work` or `deliver` throws, no more inputs are pulled, running work is cancelled and awaited, and
    /// the error is rethrown. Cancelling the task does the same with `CancellationError`.
    package func run<Input: Sendable, Output: Sendable>(
        pulling next: () async throws -> Input?,
        work: @escaping @Sendable (Input) async throws -> Output,
        deliver: (Output) async throws -> Void
    ) async throws {
        try await withThrowingTaskGroup(of: (Int, Output).self) { group in
            var started = 0
            var delivered = 0
            var running = 0
            var finished: [Int: Output] = [:]
            var isExhausted = false

            while true {
                while !isExhausted, !Task.isCancelled, running < width, started - delivered < width + slack {
                    guard let input = try await next() else {
                        isExhausted = true
                        break
                    }
                    let place = started
                    group.addTask { (place, try await work(input)) }
                    started += 1
                    running += 1
                }
                guard running > 0, let (place, output) = try await group.next() else { break }
                running -= 1
                finished[place] = output
                while let output = finished.removeValue(forKey: delivered) {
                    delivered += 1
                    try await deliver(output)
                }
            }
            try Task.checkCancellation()
        }
    }
}
