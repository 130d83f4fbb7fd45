import EvokeCatalog
import EvokePorts
import EvokeTestSupport
import EvokeValues
import Testing

@testable import CatalogPostgres

@Suite struct PostgresCatalogTests {
    @Test(arguments: CatalogConformance.checks, PostgresServer.Version.allCases)
    func keepsTheContract(check: CatalogConformance.Check, version: PostgresServer.Version) async throws {
        let address = try await PostgresAddress(PostgresServer.running(version).newLibrary())
        try await check.run(on: PostgresCatalog.open(address, access: .write))
    }

    /// Also what would undo it. What its server keeps of deleted rows is the server's.
    @Test(arguments: PostgresServer.Version.allCases)
    func whatIsForgottenIsInNoRow(version: PostgresServer.Version) async throws {
        let address = try await PostgresAddress(PostgresServer.running(version).newLibrary())
        let catalog = try await PostgresCatalog.open(address, access: .write)
        try await catalog.keepPeople(true)
        for name in ["Zenobia Unmistakable", "Anna"] {
            let person = Person(PersonID(7), name: name)
            try await catalog.record(PeopleChange(people: [person.id: person], words: [:]))
        }
        #expect(try await Self.hasName(catalog), "else nothing is proved")
        try await catalog.forgetPeople()
        #expect(try await !Self.hasName(catalog))
        try await catalog.close()
    }

    private static func hasName(_ catalog: PostgresCatalog) async throws -> Bool {
        let hex = "Zenobia Unmistakable".utf8.map { String($0, radix: 16) }.joined()
        return try await catalog.read { connection throws(EvokeError) in
            let tables = try connection.rows("SELECT tablename FROM pg_tables WHERE schemaname = 'evoke'")
            for table in tables.map({ $0.text(0) }) {
                let rows = try connection.rows("SELECT t::text FROM evoke.\(table) t").map { $0.text(0) }
                if rows.contains(where: { $0.contains("Zenobia Unmistakable") || $0.contains(hex) }) { return true }
            }
            return false
        }
    }
}
