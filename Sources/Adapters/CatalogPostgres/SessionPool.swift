import EvokeValues
import EvokeWorkers

/// A few connections to one library, for concurrent readers. They are opened when first needed.
final class SessionPool: Sendable {
    private static let most = 4

    let address: PostgresAddress
    private let executor = BlockingExecutor(width: most)
    private let free = Locked<[Session]>([])

    init(_ address: PostgresAddress) {
        self.address = address
    }

    /// Runs `body` with exclusive use of a connection. If the task is canceled, its statements are interrupted. If
    /// the connection is lost, it runs once more.
    func read<Result: Sendable>(
        _ body: @escaping @Sendable (Connection) throws -> Result
    ) async throws -> Result {
        try await Cancellation.granted(by: executor) { [address, free] cancellation in
            let session = try free.withLock { $0.popLast() } ?? Session(address, .read, nil, cancellation)
            defer { free.withLock { $0.append(session) } }
            return try session.read(cancellation, isRepeatable: { true }, body)
        }
    }

    /// Like `read`, with a separate connection that may change the tables.
    func alone<Result: Sendable>(
        _ body: @escaping @Sendable (Connection) throws -> Result
    ) async throws -> Result {
        try await Cancellation.granted(by: executor) { [address] cancellation in
            let connection = try Connection(to: address)
            return try connection.granting(cancellation) { try body(connection) }
        }
    }
}
