import EvokePorts
import EvokeTestSupport
import EvokeValues
import EvokeWorkers
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
                try await catalog.addRoot(FilePath(path).parent!)
                try await catalog.record([encoded(FilePath(path))], model: .fake)
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
        #expect(try await catalog.photos(with: #require(WrittenWords("a.jpg"))).named.count == 1)
        #expect(try await catalog.check { _ in }.isInOrder)
        // By COPY, which takes no table of which rows are hidden.
        let photos = Locked(0)
        try await catalog.scan(.fake) { ids, _ in photos.withLock { $0 += ids.count } }
        #expect(photos.withLock { $0 } == 1)
        await #expect(throws: EvokeError.self) { try await catalog.addRoot(FilePath("/x")) }
        try await catalog.close()
        let error = await #expect(throws: EvokeError.self) {
            _ = try await house.open("theirs", as: house.reader, .read)
        }
        #expect(error?.kind == .notFound)
    }

    @Test(arguments: PostgresServer.Version.allCases)
    func aHostileReaderLearnsNothingOfOthers(version: PostgresServer.Version) async throws {
        let house = try await House(version)
        for table in Tables.all where !["format", "members"].contains(table) {
            let counted = try house.rows("SELECT count(DISTINCT library) FROM evoke.\(table)", as: house.reader)
            #expect(["0\n", "1\n"].contains(counted), "\(table): \(counted)")
        }
        #expect(try house.rows("SELECT string_agg(name, ',') FROM evoke.libraries", as: house.reader) == "ours\n")
        #expect(try house.rows("SELECT count(*) FROM evoke.members", as: house.reader) == "1\n")
        var forbidden = [
            "SELECT evoke.admit('theirs', '\(house.reader)')", "SELECT evoke.dismiss('ours', '\(house.worker)')",
            "INSERT INTO evoke.members VALUES(2, '\(house.reader)', true)",
            "UPDATE evoke.libraries SET writes = 0", "DELETE FROM evoke.photos", "DROP TABLE evoke.cuts",
            "ALTER TABLE evoke.photos DISABLE ROW LEVEL SECURITY", "UPDATE evoke.format SET version = 0",
            "CREATE TABLE evoke.mine(x int)",
        ]
        // What a table is made of has no rules of its own.
        forbidden += (0..<Schema.partsOfVectors).map { "SELECT * FROM evoke.vectors_\($0)" }
        for statement in forbidden {
            #expect(throws: Shell.Failed.self, "\(statement)") { try house.rows(statement, as: house.reader) }
        }
        for user in [house.reader, house.stranger] {
            #expect(throws: Shell.Failed.self) { try house.rows("DELETE FROM evoke.members", as: user) }
        }
        let error = await #expect(throws: EvokeError.self) {
            _ = try await house.open("ours", as: house.stranger, .read)
        }
        #expect(error?.kind == .notAllowed)
    }

    @Test func aWorkerWritesToTheirLibraryAlone() async throws {
        let house = try await House(.eighteen)
        let catalog = try await house.open("ours", as: house.worker, .write)
        try await catalog.record([encoded(FilePath("/ours/c.jpg"))], model: .fake)
        #expect(try await catalog.forget(under: FilePath("/ours/a.jpg")).photos == 1)
        #expect(try await catalog.summary().photos == 1)
        try await catalog.close()
        for library in ["theirs", "a new one"] {
            await #expect(throws: EvokeError.self, "\(library)") {
                _ = try await house.open(library, as: house.worker, .write)
            }
        }
        let count = "SELECT count(*) FROM evoke.photos WHERE library = 2"
        let before = try house.rows(count, as: "postgres")
        try house.rows(
            "DELETE FROM evoke.photos WHERE library = 2; UPDATE evoke.libraries SET writes = 9", as: house.worker)
        #expect(try house.rows(count, as: "postgres") == before && before == "1\n")
        #expect(try house.rows("SELECT count(*) FROM evoke.libraries WHERE writes = 9", as: "postgres") == "1\n")
        for statement in [
            "INSERT INTO evoke.settings VALUES(2, 'model', 'x')", "UPDATE evoke.photos SET library = 2",
            "UPDATE evoke.libraries SET name = 'x'", "INSERT INTO evoke.libraries(name, token) VALUES('x', 1)",
            "SELECT evoke.admit('theirs', '\(house.worker)', true)", "TRUNCATE evoke.photos CASCADE",
        ] {
            #expect(throws: Shell.Failed.self, "\(statement)") { try house.rows(statement, as: house.worker) }
        }
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

private func encoded(_ path: FilePath) -> CatalogChange {
    .encoded(
        path, FileStamp(size: 1, modifiedNanoseconds: 1, inode: 1), ContentDigest(high: 1, low: 1),
        PixelSize(width: 1, height: 1), Embedding(normalizing: [1, 0, 0, 0], fingerprint: ModelID.fake.fingerprint)!)
}
