import EvokeCatalog
import EvokePorts
import EvokeTestSupport
import EvokeValues
import Testing

@testable import CatalogPostgres

/// Who may see a library, and who may write to it.
@Suite struct RoleTests {
    private struct House {
        let server: PostgresServer
        let database: String
        let reader = PostgresServer.newName("reader")
        let worker = PostgresServer.newName("worker")
        let stranger = PostgresServer.newName("stranger")

        /// Two libraries with a photo each; roles are admitted to the first alone.
        init(_ version: PostgresServer.Version) async throws {
            server = try await PostgresServer.running(version)
            database = try server.newDatabase()
            for (name, path) in [("ours", "/ours/a.jpg"), ("theirs", "/theirs/b.jpg")] {
                let catalog = try await PostgresCatalog.open(
                    PostgresAddress(server.address(ofLibrary: name, in: database)), access: .write)
                try await catalog.addRoot(DiskPath(path).parent!)
                try await catalog.record([encoded(DiskPath(path))], model: .fake)
                try await catalog.close()
            }
            for role in [reader, worker, stranger] { try server.psql("CREATE ROLE \(role) LOGIN", in: database) }
            try server.psql(
                "SELECT evoke.admit('ours', '\(reader)'); SELECT evoke.admit('ours', '\(worker)', true)", in: database)
        }

        func open(_ library: String, as user: String, _ access: CatalogAccess) async throws -> PostgresCatalog {
            try await PostgresCatalog.open(
                PostgresAddress(server.address(ofLibrary: library, in: database, user: user)), access: access)
        }

        @discardableResult
        func rows(_ sql: String, as user: String) throws -> String {
            try server.psql(sql, in: database, user: user)
        }
    }

    @Test(arguments: PostgresServer.Version.allCases)
    func aReaderReadsTheirLibraryAlone(version: PostgresServer.Version) async throws {
        let house = try await House(version)
        let catalog = try await house.open("ours", as: house.reader, .read)
        #expect(try await catalog.summary().photos == 1)
        #expect(try await catalog.photos(meeting: .all([])).count == 1)
        #expect(try await catalog.photos(with: #require(TextQuery("a.jpg"))).named.count == 1)
        // By COPY, which takes no table of which rows are hidden.
        let photos = Locked(0)
        try await catalog.scan(.fake) { ids, _ in photos.withLock { $0 += ids.count } }
        #expect(photos.withLock { $0 } == 1)
        await #expect(throws: EvokeError.self) { try await catalog.addRoot(DiskPath("/x")) }
        try await catalog.close()
        let error = await #expect(throws: EvokeError.self) {
            _ = try await house.open("theirs", as: house.reader, .read)
        }
        #expect(error?.kind == .notFound)
    }

    /// It upgrades nothing.
    @Test func aReaderOfAnOlderLibraryIsTold() async throws {
        let house = try await House(.eighteen)
        try house.rows(
            "ALTER TABLE evoke.metadata RENAME TO facts; UPDATE evoke.format SET version = \(Schema.oldest)",
            as: "postgres")
        let error = await #expect(throws: EvokeError.self) {
            _ = try await house.open("ours", as: house.reader, .read)
        }
        #expect(error?.kind == .unsupported)
        #expect(try house.rows("SELECT version FROM evoke.format", as: "postgres") == "\(Schema.oldest)\n")
    }

    @Test func aWorkerWritesToTheirLibraryAlone() async throws {
        let house = try await House(.eighteen)
        let catalog = try await house.open("ours", as: house.worker, .write)
        try await catalog.record([encoded(DiskPath("/ours/c.jpg"))], model: .fake)
        #expect(try await catalog.forget(under: DiskPath("/ours/a.jpg")).photos == 1)
        #expect(try await catalog.summary().photos == 1)
        for library in ["theirs", "a new one"] {
            await #expect(throws: EvokeError.self, "\(library)") {
                _ = try await house.open(library, as: house.worker, .write)
            }
        }
        let stranger = await #expect(throws: EvokeError.self) {
            _ = try await house.open("ours", as: house.stranger, .read)
        }
        #expect(stranger?.kind == .notAllowed)
    }

    @Test func whoIsDismissedSeesNothing() async throws {
        let house = try await House(.eighteen)
        try house.rows("SELECT evoke.dismiss('ours', '\(house.reader)')", as: "postgres")
        #expect(try house.rows("SELECT count(*) FROM evoke.photos", as: house.reader) == "0\n")
        await #expect(throws: EvokeError.self) { _ = try await house.open("ours", as: house.reader, .read) }
        #expect(throws: Shell.Failed.self) {
            try house.rows("SELECT evoke.admit('nothing', '\(house.reader)')", as: "postgres")
        }
    }
}
