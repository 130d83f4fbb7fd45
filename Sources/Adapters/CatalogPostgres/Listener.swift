import EvokeCPQ
import EvokeValues
import EvokeWorkers

/// Listens for writes to a library, over a connection of its own. A notification only says when to look; the library's
/// row is the truth.
// Sendable because only the executor's thread uses it.
final class Listener: @unchecked Sendable {
    private let address: PostgresAddress
    private let connection: Connection
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
        connection = try Connection(to: address)
        connection.answersWithin = Self.patience
        library = try LibraryState(of: address.library, connection)?.library
        isOfStandby = try Self.isStandby(connection)
        if let library, !isOfStandby {
            try connection.execute("LISTEN \(Self.channel(of: library))", doing: "listen to")
        }
    }

    private static func isStandby(_ connection: Connection) throws(EvokeError) -> Bool {
        try connection.integer("SELECT pg_is_in_recovery()") == 1
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
        return try Self.isStandby(connection)
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
