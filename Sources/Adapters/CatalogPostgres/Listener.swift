import EvokeCPQ
import EvokeValues
import EvokeWorkers

/// Hears from the server when somebody writes to a library, over a connection of its own. The library's row is the truth:
/// what is heard only says when to look at it.
// Sendable because one thread at a time has it, the executor's.
final class Listener: @unchecked Sendable {
    private let address: PostgresAddress
    private let connection: Connection
    private let cancellation: Cancellation
    /// Whether the server only follows another one. It tells nobody of what is written.
    let isOfStandby: Bool
    /// The library that it hears of; nil where there is none.
    private let library: Int64?

    /// How often a server is looked at that tells nobody.
    private static let look = Duration.seconds(2)
    /// How long the server may take for an answer.
    private static let patience = Duration.seconds(10)
    /// Between two looks at whether anybody listens still, in milliseconds.
    private static let listening: Int32 = 1_000

    /// - Parameter wish: ends when nobody listens any more.
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

    /// Where the server tells of that library.
    static func channel(of library: Int64) -> String { "evoke_\(library)" }

    /// Whether the server tells of what is written.
    private var isTold: Bool { library != nil && !isOfStandby }

    /// Whether the way to the server is gone.
    var isLost: Bool { connection.isLost }

    /// What the library is now; nil where there is none.
    func state() throws(EvokeError) -> LibraryState? { try LibraryState(of: address.library, connection) }

    /// Whether it hears of that one still: not of another library, nor of a standby that has become the primary.
    func hears(of state: LibraryState?) throws(EvokeError) -> Bool {
        guard state?.library == library else { return false }
        guard isOfStandby else { return true }
        return try Self.isStandby(connection)
    }

    /// Whether somebody has written. Waits for that, so long at most.
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
