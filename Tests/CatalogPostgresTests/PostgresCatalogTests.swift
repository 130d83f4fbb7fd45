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
}
