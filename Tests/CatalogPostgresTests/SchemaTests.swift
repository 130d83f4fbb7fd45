import EvokeCatalog
import EvokePorts
import EvokeTestSupport
import EvokeValues
import EvokeWorkers
import Testing

@testable import CatalogPostgres

@Suite struct SchemaTests {
    /// Each finds the tables whole, whoever made them.
    @Test(arguments: PostgresServer.Version.allCases)
    func severalWhoMakeItAtOnceMakeItOnce(version: PostgresServer.Version) async throws {
        let server = try await PostgresServer.running(version)
        let database = try server.newDatabase()
        let name = PostgresServer.newName("library")
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<6 {
                group.addTask {
                    let catalog = try await PostgresCatalog.open(
                        PostgresAddress(server.address(ofLibrary: name, in: database)), access: .write)
                    try await catalog.addRoot(DiskPath("/photos"))
                    #expect(try await catalog.check { _ in }.isInOrder)
                    try await catalog.close()
                }
            }
            try await group.waitForAll()
        }
        #expect(try server.psql("SELECT count(*) FROM evoke.libraries", in: database) == "1\n")
        #expect(try server.psql("SELECT count(*) FROM evoke.format", in: database) == "1\n")
        #expect(try server.psql("SELECT writes FROM evoke.libraries", in: database) == "6\n")
    }

    @Test func theDefinitionsInTheDocumentsAreTheseTables() throws {
        try expectDocumented(Schema.tables(vector: "public") + "\n", as: "postgres.sql")
    }

    /// An upgrade takes minutes where there are very many photos, longer than anybody waits for a lock of another kind.
    @Test func whoComesWhileAnotherUpgradesWaitsAsLongAsThatTakes() async throws {
        let server = try await PostgresServer.running()
        let database = try server.newDatabase()
        let address = try PostgresAddress(server.newLibrary(in: database))
        let other = try PostgresConnection(to: address)
        try other.execute("BEGIN; SELECT pg_advisory_xact_lock(\(Schema.lock)); CREATE EXTENSION vector SCHEMA public")
        try other.execute(Schema.tables(vector: "public"))
        let heard = Locked<[UpgradeProgress]>([])
        let opening = Task {
            try await PostgresCatalog.open(address, access: .write) { step in heard.withLock { $0.append(step) } }
        }
        // Each time, the server has given it up.
        try await wait(for: "it to be told three times") { heard.withLock { $0.count } >= 3 }
        try other.execute("COMMIT")
        let catalog = try await opening.value
        #expect(try await catalog.check { _ in }.isInOrder)
        try await catalog.close()
        let steps = heard.withLock { $0.map(\.step) }
        #expect(steps.last == .end && steps.dropLast().allSatisfy { $0 == .turn }, "\(steps)")
    }

    @Test func whoWaitsForAnUpgradeIsLetGo() async throws {
        let server = try await PostgresServer.running()
        let database = try server.newDatabase()
        let address = try PostgresAddress(server.newLibrary(in: database))
        let other = try PostgresConnection(to: address)
        try other.execute("BEGIN; SELECT pg_advisory_xact_lock(\(Schema.lock))")
        let isWaiting = Locked(false)
        let opening = Task {
            try await PostgresCatalog.open(address, access: .write) { _ in isWaiting.withLock { $0 = true } }
        }
        try await wait(for: "it to be told") { isWaiting.withLock { $0 } }
        opening.cancel()
        await #expect(throws: CancellationError.self) { try await opening.value }
        try await wait(for: "its connection to end") {
            try server.psql(
                "SELECT count(*) FROM pg_stat_activity WHERE datname = '\(database)' AND application_name LIKE 'evoke %'"
            ) == "1\n"
        }
    }

    @Test func aNewerFormatIsLeftAsItIs() async throws {
        let (server, database) = try await made()
        try server.psql("UPDATE evoke.format SET version = 999", in: database)
        for access in [CatalogAccess.read, .write] {
            #expect(await error(opening: server, database, access)?.kind == .libraryNewer)
        }
        #expect(try server.psql("SELECT version FROM evoke.format", in: database) == "999\n")
    }

    @Test func aSchemaOfAnotherMakingIsRefused() async throws {
        let (server, database) = try await made()
        try server.psql("DELETE FROM evoke.format", in: database)
        #expect(await error(opening: server, database, .write)?.kind == .libraryDamaged)
    }

    /// Wherever its users have put it.
    @Test func pgvectorMayBeInASchemaOfItsOwn() async throws {
        let server = try await PostgresServer.running()
        let database = try server.newDatabase()
        try server.psql("CREATE SCHEMA \"Other's\"; CREATE EXTENSION vector SCHEMA \"Other's\"", in: database)
        let catalog = try await PostgresCatalog.open(
            PostgresAddress(server.newLibrary(in: database)), access: .write)
        #expect(try await catalog.summary().photos == 0)
        try await catalog.close()
    }

    @Test func anOldPgvectorIsRefused() async throws {
        let server = try await PostgresServer.running()
        let database = try server.newDatabase()
        try server.psql("CREATE EXTENSION vector", in: database)
        try server.psql("UPDATE pg_extension SET extversion = '0.6.2' WHERE extname = 'vector'", in: database)
        #expect(await error(opening: server, database, .write)?.kind == .unsupported)
        #expect(try server.psql("SELECT to_regnamespace('evoke') IS NULL", in: database) == "t\n", "nothing is made")
    }

    @Test func librariesStandSideBySide() async throws {
        let server = try await PostgresServer.running()
        var catalogs: [PostgresCatalog] = []
        for number in 1...3 {
            let catalog = try await PostgresCatalog.open(PostgresAddress(server.newLibrary()), access: .write)
            try await catalog.record((0..<number).map { encoded($0) }, model: .fake)
            catalogs.append(catalog)
        }
        for (place, catalog) in catalogs.enumerated() {
            #expect(try await catalog.photos(meeting: .all([])) == PhotoSet((0...place).map { PhotoID(Int64($0) + 1) }))
            try await catalog.close()
        }
    }

    /// What is wrong is found, and what can be made again is.
    @Test(arguments: [
        "UPDATE evoke.full_text SET terms = 'other'", "DELETE FROM evoke.full_text",
        "DELETE FROM evoke.photo_changes WHERE number = 2", "UPDATE evoke.vector_changes SET token = token + 1",
        "UPDATE evoke.numbers SET last = 0",
    ])
    func damageIsFoundAndPutRight(damage: String) async throws {
        let server = try await PostgresServer.running()
        let database = try server.newDatabase()
        let address = try PostgresAddress(server.newLibrary(in: database))
        let catalog = try await PostgresCatalog.open(address, access: .write)
        try await catalog.record([encoded(1), encoded(2)], model: .fake)
        try server.psql(damage, in: database)
        let report = try await catalog.check { _ in }
        #expect(!report.isInOrder && report.suspects == [.library], "\(report.faults)")
        try await catalog.leave(report.suspects)
        #expect(try await catalog.repaired(inside: [], model: .fake).isEmpty)
        let after = try await catalog.check { _ in }
        #expect(after.isInOrder, "\(after.faults)")
        try await catalog.record([encoded(3)], model: .fake)
        #expect(try await catalog.summary().photos == 3)
        try await catalog.close()
    }

    @Test(arguments: [
        ("UPDATE evoke.vectors SET half_floats = '[1,1,0,0]' WHERE photo = 1", true),
        ("UPDATE evoke.vectors SET half_floats = '[1,0]' WHERE photo = 1", true),
        ("DELETE FROM evoke.vectors WHERE photo = 1", false),
    ])
    func aVectorThatIsNoneIsFound(damage: String, isDoubted: Bool) async throws {
        let server = try await PostgresServer.running()
        let database = try server.newDatabase()
        let catalog = try await PostgresCatalog.open(
            PostgresAddress(server.newLibrary(in: database)), access: .write)
        try await catalog.record([encoded(1), encoded(2)], model: .fake)
        try server.psql(damage, in: database)
        let report = try await catalog.check { _ in }
        #expect(!report.isInOrder && report.suspects == (isDoubted ? [.photo(PhotoID(1))] : []), "\(report.faults)")
        try await catalog.close()
    }

    private func made() async throws -> (PostgresServer, String) {
        let server = try await PostgresServer.running()
        let database = try server.newDatabase()
        try await PostgresCatalog.open(
            PostgresAddress(server.address(ofLibrary: "x", in: database)), access: .write
        ).close()
        return (server, database)
    }

    private func error(
        opening server: PostgresServer, _ database: String, _ access: CatalogAccess
    ) async -> EvokeError? {
        await #expect(throws: EvokeError.self) {
            _ = try await PostgresCatalog.open(
                PostgresAddress(server.address(ofLibrary: "x", in: database)), access: access)
        }
    }
}
