import EvokeCatalog
import EvokePorts
import EvokeTestSupport
import EvokeValues

@testable import CatalogPostgres

/// A library in a database, with a root, whose queue workers share.
struct QueuedLibrary {
    let server: PostgresServer
    let database: String
    let address: PostgresAddress
    let catalog: PostgresCatalog
    let root = DiskPath("/photos")

    init(_ version: PostgresServer.Version) async throws {
        server = try await PostgresServer.running(version)
        database = try server.newDatabase()
        address = try PostgresAddress(server.newLibrary(in: database))
        catalog = try await PostgresCatalog.open(address, access: .write)
        try await catalog.addRoot(root)
    }

    /// As another program has it open.
    func other() async throws -> PostgresCatalog { try await PostgresCatalog.open(address, access: .write) }

    func claim(
        _ worker: Worker, _ most: Int = 64, retried: Bool = false, by catalog: PostgresCatalog? = nil
    ) async throws -> [ClaimedPhoto] {
        try await (catalog ?? self.catalog).claim(most, for: worker, below: [root], retried: retried)
    }

    /// As if a minute had passed without a word of anybody.
    func endLeases() throws {
        try server.psql(
            """
            UPDATE evoke.work SET until = clock_timestamp() - interval '1 s' WHERE until IS NOT NULL;
            UPDATE evoke.workers SET seen = seen - interval '2 minutes'
            """, in: database)
    }

    func count(_ table: String) throws -> String {
        try server.psql("SELECT count(*) FROM evoke.\(table)", in: database)
    }
}
