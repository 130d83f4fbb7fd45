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
            told.withLock { $0.compactMap { if case .state(let state, _) = $0 { state } else { nil } } }
        }
        var losses: Int { told.withLock { $0.count { if case .lost = $0 { true } else { false } } } }
        var isAtRest: Bool { told.withLock { if case .nothingMore = $0.last { true } else { false } } }
    }

    private let home = TemporaryFolder()

    /// Nobody looks for an hour, so it is the server who says it.
    @Test(arguments: PostgresServer.Version.allCases)
    func whatAnotherWritesIsToldAtOnce(version: PostgresServer.Version) async throws {
        let server = try await PostgresServer.running(version)
        let place = PostgresPlace(server.newLibrary(), in: home.path)
        let writer = try await place.open(.write) { _ in }
        let heard = Heard()
        let following = Task { await place.tell(lookingEvery: .seconds(3_600)) { heard.add($0) } }
        try await wait(for: "the first state") { heard.isAtRest }
        for number in 1...3 {
            try await writer.setExclusions(["\(number)"])
            let now = try await place.state()
            try await wait(for: "state \(number)") { heard.states.last == now && heard.isAtRest }
        }
        #expect(heard.losses == 0)
        following.cancel()
        await following.value
        try await writer.close()
    }

    /// The library's row is the truth, and not what the server says.
    @Test func whatNobodySaidIsFoundByLooking() async throws {
        let server = try await PostgresServer.running()
        let database = try server.newDatabase()
        let place = PostgresPlace(server.newLibrary(in: database), in: home.path)
        try await place.open(.write) { _ in }.close()
        let heard = Heard()
        let following = Task { await place.tell(lookingEvery: .milliseconds(100)) { heard.add($0) } }
        try await wait(for: "the first state") { heard.isAtRest }
        try server.psql("UPDATE evoke.libraries SET writes = writes + 1", in: database)
        try await wait(for: "the second state") { heard.states.count == 2 }
        following.cancel()
        await following.value
    }

    @Test func aLostConnectionIsMadeAgainAndMissesNothing() async throws {
        let server = try await PostgresServer.running()
        let database = try server.newDatabase()
        let place = PostgresPlace(server.newLibrary(in: database), in: home.path)
        try await place.open(.write) { _ in }.close()
        let heard = Heard()
        let following = Task { await place.tell(lookingEvery: .seconds(3_600)) { heard.add($0) } }
        try await wait(for: "the first state") { heard.isAtRest }
        try server.psql("ALTER DATABASE \(database) ALLOW_CONNECTIONS false")
        try server.psql("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '\(database)'")
        try await wait(for: "several tries") { heard.losses > 2 }
        try server.psql("ALTER DATABASE \(database) ALLOW_CONNECTIONS true")
        try server.psql("UPDATE evoke.libraries SET writes = writes + 1", in: database)
        let now = try await place.state()
        try await wait(for: "what was missed") { heard.states.last == now && heard.isAtRest }
        following.cancel()
        await following.value
    }

    /// What cannot be taken in counts as missing, and is told again.
    @Test func whatWasNotTakenInIsToldAgain() async throws {
        struct Full: Error {}
        let server = try await PostgresServer.running()
        let place = PostgresPlace(server.newLibrary(), in: home.path)
        try await place.open(.write) { _ in }.close()
        let heard = Heard()
        let following = Task {
            await place.tell(lookingEvery: .seconds(3_600)) { news in
                heard.add(news)
                if case .state = news, heard.states.count < 3 { throw Full() }
            }
        }
        try await wait(for: "the third time") { heard.isAtRest }
        #expect(heard.states.count == 3 && heard.losses == 2)
        following.cancel()
        await following.value
    }

    @Test func aLibraryThatIsMadeAnewIsAnother() async throws {
        let server = try await PostgresServer.running()
        let database = try server.newDatabase()
        let place = PostgresPlace(server.newLibrary(in: database), in: home.path)
        try await place.open(.write) { _ in }.close()
        let heard = Heard()
        let following = Task { await place.tell(lookingEvery: .milliseconds(100)) { heard.add($0) } }
        try await wait(for: "the first state") { heard.isAtRest }
        try server.psql("DELETE FROM evoke.libraries", in: database)
        let none = try await place.state()
        try await wait(for: "its end") { heard.states.last == none }
        let writer = try await place.open(.write) { _ in }
        try await writer.setExclusions(["a"])
        let now = try await place.state()
        try await wait(for: "the new one") { heard.states.last == now && heard.isAtRest }
        following.cancel()
        await following.value
        try await writer.close()
    }
}
