import EvokeValues
import EvokeWorkers

/// A snapshot of a library's state: equal if nobody wrote to it in between.
struct LibraryState: Equatable {
    let library: Int64
    let token: Int64
    private let writes: Int64
    private let lastWrite: Int64

    /// Nil if there is no such library that the user may read.
    init?(of name: String, _ connection: Connection) throws(EvokeError) {
        guard try connection.integer("SELECT to_regclass('evoke.libraries') IS NOT NULL") == 1 else { return nil }
        let row = try connection.rows(
            "SELECT library, token, writes, write_token FROM evoke.libraries WHERE name = $2", name
        ).first
        guard let row else { return nil }
        (library, token, writes, lastWrite) = (row.integer(0), row.integer(1), row.integer(2), row.integer(3))
    }
}

/// A library's state, if it exists, and the folders of its named roots on this machine, which determine its photos'
/// paths.
struct PlacedState: Equatable {
    let state: LibraryState?
    let places: RootPaths
}

/// The connection over which a process polls a database: one per address, kept open as long as the process lives.
final class Watcher: Sendable {
    private static let all = Locked<[PostgresAddress: Watcher]>([:])

    private let address: PostgresAddress
    private let executor = BlockingExecutor(width: 1)
    private let held = Locked(Held())

    // Sendable because only the executor's thread uses it.
    private final class Held: @unchecked Sendable {
        var connection: Connection?
    }

    private init(_ address: PostgresAddress) {
        self.address = address
    }

    static func of(_ address: PostgresAddress) -> Watcher {
        all.withLock { all in
            if let known = all[address] { return known }
            let new = Watcher(address)
            all[address] = new
            return new
        }
    }

    /// If the connection is lost, asks once more over a new one.
    func ask<Result: Sendable>(
        _ body: @escaping @Sendable (Connection) throws(EvokeError) -> Result
    ) async throws(EvokeError) -> Result {
        try await executor.run { [address, held] () throws(EvokeError) in
            let held = held.withLock { $0 }
            if let connection = held.connection, !connection.isLost {
                do throws(EvokeError) { return try body(connection) } catch  where connection.isLost {}
            }
            let connection = try Connection(to: address)
            held.connection = connection
            return try body(connection)
        }
    }
}
