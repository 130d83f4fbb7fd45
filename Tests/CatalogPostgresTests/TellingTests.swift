import EvokeCatalog
import EvokePorts
import EvokeTestSupport
import EvokeValues
import EvokeWorkers
import Testing

@testable import CatalogPostgres

/// Whoever follows a library hears of what others write to it.
@Suite struct TellingTests {
    /// What was told, in its order.
    private final class Heard: Sendable {
        private let told = Locked<[CatalogHeard]>([])

        func add(_ heard: CatalogHeard) { told.withLock { $0.append(heard) } }

        var states: [CatalogState] {
            told.withLock { $0.compactMap { if case .state(let state, _, _) = $0 { state } else { nil } } }
        }
        var losses: Int { told.withLock { $0.count { if case .lost = $0 { true } else { false } } } }
        var isToldOfAState: Bool { told.withLock { if case .state = $0.last { true } else { false } } }
        var isAtRest: Bool { told.withLock { if case .nothingMore = $0.last { true } else { false } } }
    }

    /// A library in a database of its own, and whoever follows it.
    private struct Followed {
        let server: PostgresServer
        let database: String
        let place: PostgresPlace
        let heard = Heard()

        /// Waits until the library as it is now is the last that was told.
        func waitForLast(_ what: String) async throws {
            let now = try await place.state()
            try await wait(for: what) { heard.states.last == now && heard.isAtRest }
        }

        /// Writes without a word to anybody.
        func writeSilently() throws {
            try server.psql("UPDATE evoke.libraries SET writes = writes + 1", in: database)
        }
    }

    private let home = TemporaryFolder()

    /// Nobody looks for an hour, so it is the server who says it.
    @Test(arguments: PostgresServer.Version.allCases)
    func whatAnotherWritesIsToldAtOnce(version: PostgresServer.Version) async throws {
        try await following(version) { followed in
            let writer = try await followed.place.open(.write) { _ in }
            for number in 1...3 {
                try await writer.setExclusions(["\(number)"])
                try await followed.waitForLast("state \(number)")
            }
            #expect(followed.heard.losses == 0)
            try await writer.close()
        }
    }

    /// The library's row is the truth, and not what the server says.
    @Test func whatNobodySaidIsFoundByLooking() async throws {
        try await following(lookingEvery: .milliseconds(100)) { followed in
            try followed.writeSilently()
            try await wait(for: "the second state") { followed.heard.states.count == 2 }
        }
    }

    @Test func aLostConnectionIsMadeAgainAndMissesNothing() async throws {
        try await following { followed in
            let (server, database) = (followed.server, followed.database)
            try server.psql("ALTER DATABASE \(database) ALLOW_CONNECTIONS false")
            try server.psql("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '\(database)'")
            try await wait(for: "several tries") { followed.heard.losses > 2 }
            try server.psql("ALTER DATABASE \(database) ALLOW_CONNECTIONS true")
            try followed.writeSilently()
            try await followed.waitForLast("what was missed")
        }
    }

    /// What cannot be taken in counts as missing, and is told again.
    @Test func whatWasNotTakenInIsToldAgain() async throws {
        struct Full: Error {}
        try await following { heard in
            if heard.isToldOfAState, heard.states.count < 3 { throw Full() }
        } body: { followed in
            #expect(followed.heard.states.count == 3 && followed.heard.losses == 2)
        }
    }

    @Test func aLibraryThatIsMadeAnewIsAnother() async throws {
        try await following(lookingEvery: .milliseconds(100)) { followed in
            try followed.server.psql("DELETE FROM evoke.libraries", in: followed.database)
            let none = try await followed.place.state()
            try await wait(for: "its end") { followed.heard.states.last == none }
            let writer = try await followed.place.open(.write) { _ in }
            try await writer.setExclusions(["a"])
            try await followed.waitForLast("the new one")
            try await writer.close()
        }
    }

    /// Follows a new library while `body` runs, from its first state on.
    ///
    /// - Parameter takeIn: what becomes of each that is told.
    private func following(
        _ version: PostgresServer.Version = .eighteen, lookingEvery pause: Duration = .seconds(3_600),
        takeIn: @escaping @Sendable (Heard) throws -> Void = { _ in }, body: (Followed) async throws -> Void
    ) async throws {
        let server = try await PostgresServer.running(version)
        let database = try server.newDatabase()
        let place = PostgresPlace(server.newLibrary(in: database), in: home.path)
        try await place.open(.write) { _ in }.close()
        let followed = Followed(server: server, database: database, place: place)
        let heard = followed.heard
        let task = Task {
            await place.tell(lookingEvery: pause) { news in
                heard.add(news)
                try takeIn(heard)
            }
        }
        try await wait(for: "the first state") { heard.isAtRest }
        try await body(followed)
        task.cancel()
        await task.value
    }
}
