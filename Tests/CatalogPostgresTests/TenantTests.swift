import EvokeCatalog
import EvokePorts
import EvokeTestSupport
import EvokeValues
import Testing

@testable import CatalogPostgres

/// Somebody who was admitted to one library, and is after another in the same database.
@Suite struct TenantTests {
    private struct House {
        let server: PostgresServer
        let database: String
        let role = PostgresServer.newName("tenant")
        let theirs: PostgresCatalog
        /// Of the other library, which has work in its queue and a worker with some of it.
        let worker: Worker
        let claimed: [ClaimedPhoto]

        init(_ version: PostgresServer.Version = .eighteen, mayWrite: Bool) async throws {
            server = try await PostgresServer.running(version)
            database = try server.newDatabase()
            var catalogs: [PostgresCatalog] = []
            for name in ["ours", "theirs"] {
                let catalog = try await PostgresCatalog.open(
                    PostgresAddress(server.address(ofLibrary: name, in: database)), access: .write)
                try await catalog.addRoot(DiskPath("/\(name)"))
                try await catalog.enrol((0..<4).map { planned("/\(name)/\($0).jpg") }, model: .fake, again: false)
                catalogs.append(catalog)
            }
            let ours = catalogs[0]
            let own = try await ours.join(as: "own", for: .encoding(.fake))
            _ = try await ours.claim(1, for: own, below: [DiskPath("/ours")], retried: false)
            try await ours.close()
            theirs = catalogs[1]
            worker = try await theirs.join(as: "secret machine", for: .encoding(.fake))
            claimed = try await theirs.claim(2, for: worker, below: [DiskPath("/theirs")], retried: false)
            try server.psql(
                "CREATE ROLE \(role) LOGIN; SELECT evoke.admit('ours', '\(role)', \(mayWrite))", in: database)
        }

        @discardableResult
        func tenant(_ sql: String) throws -> String { try server.psql(sql, in: database, user: role) }

        /// All that there is of the other library, as its owner sees it.
        func all() throws -> [String] {
            try (["libraries"] + Schema.ofLibraries).map { table in
                try server.psql(
                    "SELECT string_agg(t::text, E'\\n' ORDER BY t::text) FROM evoke.\(table) t WHERE library = 2",
                    in: database)
            }
        }

        func close() async throws { try await theirs.close() }
    }

    @Test(arguments: [false, true]) func seesNothingOfTheOthers(mayWrite: Bool) async throws {
        let house = try await House(mayWrite: mayWrite)
        for table in ["libraries", "members"] + Schema.ofLibraries {
            #expect(try house.tenant("SELECT count(*) FROM evoke.\(table) WHERE library = 2") == "0\n", "\(table)")
            let copied = try house.tenant("COPY (SELECT t::text FROM evoke.\(table) t) TO STDOUT")
            #expect(!copied.contains("theirs") && !copied.contains("secret"), "\(table)")
            let whole = try house.tenant("COPY evoke.\(table) TO STDOUT")
            #expect(!whole.contains("theirs") && !whole.contains("secret"), "\(table)")
        }
        #expect(try house.tenant("SELECT count(*) FROM evoke.work") == "4\n", "its own is there")
        // What the server has counted of the tables tells of all libraries.
        try house.server.psql("ANALYZE", in: house.database)
        #expect(try house.tenant("SELECT DISTINCT tablename FROM pg_stats WHERE schemaname = 'evoke'") == "format\n")
        // What a table is made of has no rules of its own.
        let parts = (0..<Schema.partsOfVectors).map { "SELECT * FROM evoke.vectors_\($0)" }
        for statement in (mayWrite ? [] : parts) + [
            "SELECT * FROM pg_statistic", "SELECT pg_read_file('PG_VERSION')", "COPY evoke.work TO '/tmp/evoke-tenant'",
            "COPY evoke.work TO PROGRAM 'cat'", "SET ROLE postgres", "SET row_security = off; TABLE evoke.work",
        ] {
            #expect(throws: Shell.Failed.self, "\(statement)") { try house.tenant(statement) }
        }
        try await house.close()
    }

    @Test(arguments: [false, true]) func changesNothingOfTheOthers(mayWrite: Bool) async throws {
        let house = try await House(mayWrite: mayWrite)
        let before = try house.all()
        for table in Schema.ofLibraries {
            // Those who may not write are refused, and those who may find no such row.
            _ = try? house.tenant("DELETE FROM evoke.\(table) WHERE library = 2")
            _ = try? house.tenant("UPDATE evoke.\(table) SET library = library WHERE library = 2")
            #expect(throws: Shell.Failed.self, "\(table)") {
                try house.tenant("COPY evoke.\(table)(library) FROM STDIN")
            }
        }
        for statement in [
            "UPDATE evoke.work SET library = 2",
            "INSERT INTO evoke.workers(library, name, model) VALUES(2, 'x', 'x')",
            "INSERT INTO evoke.vector_changes(library, number, token) VALUES(2, 99, 1)",
            "INSERT INTO evoke.photo_changes(library, number, token) VALUES(2, 99, 1)",
            "INSERT INTO evoke.numbers(library, kind, last) VALUES(2, 'x', 0)",
            "UPDATE evoke.libraries SET library = 2", "SELECT setval('evoke.workers_worker_seq', 1)",
            "SELECT evoke.admit('theirs', '\(house.role)', true)", "SELECT evoke.dismiss('theirs', '\(house.role)')",
            "CREATE FUNCTION evoke.admit(text, text) RETURNS void LANGUAGE sql AS ''",
            "CREATE TRIGGER mine BEFORE INSERT ON evoke.work EXECUTE FUNCTION suppress_redundant_updates_trigger()",
            "INSERT INTO evoke.settings VALUES(2, 'model', 'x')", "DELETE FROM evoke.members",
            "INSERT INTO evoke.members VALUES(2, '\(house.role)', true)", "UPDATE evoke.libraries SET name = 'x'",
            "INSERT INTO evoke.libraries(name, token) VALUES('x', 1)", "TRUNCATE evoke.photos CASCADE",
            "DROP TABLE evoke.cuts", "ALTER TABLE evoke.photos DISABLE ROW LEVEL SECURITY",
            "UPDATE evoke.format SET version = 0", "CREATE TABLE evoke.mine(x int)",
            "CREATE POLICY mine ON evoke.work USING (true)", "LOCK TABLE evoke.members IN ACCESS EXCLUSIVE MODE",
        ] {
            #expect(throws: Shell.Failed.self, "\(statement)") { try house.tenant(statement) }
        }
        for statement in ["UPDATE evoke.libraries SET writes = 0", "DELETE FROM evoke.photos"] where !mayWrite {
            #expect(throws: Shell.Failed.self, "\(statement)") { try house.tenant(statement) }
        }
        #expect(try house.all() == before)
        // Not under the other worker's name either.
        if mayWrite {
            let address = try PostgresAddress(
                house.server.address(ofLibrary: "ours", in: house.database, user: house.role))
            let own = try await PostgresCatalog.open(address, access: .write)
            try await own.renew([house.claimed[0].claim], of: house.worker, done: 99)
            try await own.finish(
                house.claimed.map { FinishedPhoto(path: $0.photo.path, claim: $0.claim, changes: []) },
                of: house.worker)
            try await own.leave(house.worker, failure: "x")
            #expect(try house.all() == before)
            try await own.close()
        }
        try await house.close()
    }

    /// Locks have no owners in PostgreSQL. Whoever holds those of another library keeps it from being written to, and
    /// from nothing else.
    @Test func aLockKeepsNobodyFromReading() async throws {
        let house = try await House(mayWrite: false)
        let hostile = try PostgresConnection(
            to: PostgresAddress(house.server.address(ofLibrary: "ours", in: house.database, user: house.role)))
        try hostile.execute("SELECT pg_advisory_lock(\(0x4576_6F6B), hashint8(2))")
        let reader = try await PostgresCatalog.open(
            PostgresAddress(house.server.address(ofLibrary: "theirs", in: house.database)), access: .read)
        #expect(try await reader.summary().photos == 0)
        #expect(try await reader.queue().claimed == 2)
        try await reader.close()
        let writing = Task { try await house.theirs.setExclusions(["*.tmp"]) }
        let waiting = """
            SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted
                AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
            """
        try await wait(
            for: "a writer that waits", watching: { try house.server.psql(waiting, in: house.database) },
            until: { $0 != "0\n" })
        try hostile.execute("SELECT pg_advisory_unlock_all()")
        try await writing.value
        try await house.close()
    }
}
