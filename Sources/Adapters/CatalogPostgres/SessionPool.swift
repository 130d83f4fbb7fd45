import EvokeValues
import EvokeWorkers

/// A few connections to one library, for those who read it at the same time. They are made when they are first needed.
final class SessionPool: Sendable {
    private static let most = 4

    let address: PostgresAddress
    private let executor = BlockingExecutor(width: most)
    private let free = Locked<[Session]>([])

    init(_ address: PostgresAddress) {
        self.address = address
    }

    /// Runs `body` with a connection, alone. Where the task is cancelled, its statements end. Where the connection is lost,
    /// it is run once more.
    func read<Result: Sendable>(
        _ body: @escaping @Sendable (Connection) throws -> Result
    ) async throws -> Result {
        try await Cancellation.granted(by: executor) { [address, free] cancellation in
            let session = try free.withLock { $0.popLast() } ?? Session(address, .read, nil, cancellation)
            defer { free.withLock { $0.append(session) } }
            return try session.read(cancellation, isRepeatable: { true }, body)
        }
    }

    /// The same with a connection of its own, which may change the tables.
    func alone<Result: Sendable>(
        _ body: @escaping @Sendable (Connection) throws -> Result
    ) async throws -> Result {
        try await Cancellation.granted(by: executor) { [address] cancellation in
            let connection = try Connection(to: address)
            return try connection.granting(cancellation) { try body(connection) }
        }
    }
}
