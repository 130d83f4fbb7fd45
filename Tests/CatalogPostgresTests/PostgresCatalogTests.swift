import EvokePorts
import EvokeTestSupport
import EvokeValues
import Testing

@testable import CatalogPostgres

@Suite struct PostgresCatalogTests {
    @Test(arguments: PostgresServer.Version.allCases)
    func keepsTheContractOfACatalog(version: PostgresServer.Version) async throws {
        let server = try await PostgresServer.running(version)
        try await CatalogConformance {
            try await PostgresCatalog.open(PostgresAddress(server.newLibrary()), access: .write)
        }.checkAll()
    }
}
