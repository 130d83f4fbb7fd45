import EvokeCPQ
import EvokeCatalog
import EvokeValues
import EvokeWorkers

/// A snapshot of a library's state: equal if nobody wrote to it in between.
struct LibraryState: Equatable {
    let library: Int64
    let token: Int64
    private let writes: Int64
    private let lastWrite: Int64

    /// Nil if there is no such library that the user may read.
    init?(of name: String, _ connection: PostgresConnection) throws(EvokeError) {
        guard try connection.nativeInteger("SELECT to_regclass('evoke.libraries') IS NOT NULL") == 1 else { return nil }
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
        var connection: PostgresConnection?
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
        _ body: @escaping @Sendable (PostgresConnection) throws(EvokeError) -> Result
    ) async throws(EvokeError) -> Result {
        try await executor.run { [address, held] () throws(EvokeError) in
            let held = held.withLock { $0 }
            if let connection = held.connection, !connection.isLost {
                do throws(EvokeError) { return try body(connection) } catch  where connection.isLost {}
            }
            let connection = try PostgresConnection(to: address)
            held.connection = connection
            return try body(connection)
        }
    }
}

/// Listens for writes to a library, over a connection of its own. A notification only says when to look; the library's
/// row is the truth.
// Sendable because only the executor's thread uses it.
final class Listener: @unchecked Sendable {
    private let address: PostgresAddress
    private let connection: PostgresConnection
    private let cancellation: Cancellation
    /// Whether the server is a standby, which sends no notifications.
    let isOfStandby: Bool
    /// The library it listens to; nil if there is none.
    private let library: Int64?

    /// How often to poll a server that sends no notifications.
    private static let look = Duration.seconds(2)
    /// How long the server may take to answer.
    private static let patience = Duration.seconds(10)
    /// The interval between checks for cancellation, in milliseconds.
    private static let listening: Int32 = 1_000

    init(_ address: PostgresAddress, _ cancellation: Cancellation) throws(EvokeError) {
        (self.address, self.cancellation) = (address, cancellation)
        connection = try PostgresConnection(to: address)
        connection.answersWithin = Self.patience
        library = try LibraryState(of: address.library, connection)?.library
        isOfStandby = try connection.isOfStandby()
        if let library, !isOfStandby {
            try connection.execute("LISTEN \(Self.channel(of: library))", doing: "listen to")
        }
    }

    /// The library's notification channel.
    static func channel(of library: Int64) -> String { "evoke_\(library)" }

    /// Whether the server sends notifications.
    private var isTold: Bool { library != nil && !isOfStandby }

    var isLost: Bool { connection.isLost }

    /// The library's current state; nil if there is none.
    func state() throws(EvokeError) -> LibraryState? { try LibraryState(of: address.library, connection) }

    /// Whether it still listens to the right library: false after the library was replaced, or the standby was
    /// promoted.
    func hears(of state: LibraryState?) throws(EvokeError) -> Bool {
        guard state?.library == library else { return false }
        guard isOfStandby else { return true }
        return try connection.isOfStandby()
    }

    /// Waits for a write, for the given time at most; returns whether there was one.
    func hearsOfChange(within pause: Duration) throws(EvokeError) -> Bool {
        let end = ContinuousClock.now + (isTold ? pause : min(pause, Self.look))
        while cancellation.isAlive {
            guard PQconsumeInput(connection.handle) == 1 else {
                throw .postgres(.of(connection.handle), doing: "listen to", at: address)
            }
            var hasHeard = false
            while let notice = PQnotifies(connection.handle) {
                PQfreemem(notice)
                hasHeard = true
            }
            let left = Int32(nearest: max(0, (ContinuousClock.now.duration(to: end) / .milliseconds(1)).rounded(.up)))
            if hasHeard || left == 0 { return hasHeard }
            _ = evoke_pq_wait(connection.handle, 0, min(left, Self.listening))
        }
        return false
    }
}
