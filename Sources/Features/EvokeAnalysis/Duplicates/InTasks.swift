/// Runs pure computations on Swift's threads.
enum InTasks {
    /// The number of tasks to start before one has finished; more than there are cores.
    private static let width = 64

    /// Results are in no particular order.
    static func run<Input: Sendable, Output: Sendable>(
        _ inputs: [Input], _ work: @escaping @Sendable (Input) -> Output, deliver: (Input, Output) -> Void
    ) async throws {
        try await withThrowingTaskGroup(of: (Input, Output).self) { group in
            var rest = inputs[...]
            for input in rest.prefix(width) { group.addTask { (input, work(input)) } }
            rest = rest.dropFirst(width)
            while let (input, output) = try await group.next() {
                try Task.checkCancellation()
                deliver(input, output)
                if let next = rest.popFirst() { group.addTask { (next, work(next)) } }
            }
        }
    }
}
