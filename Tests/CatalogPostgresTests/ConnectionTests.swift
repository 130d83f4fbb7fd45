import EvokeCatalog
import EvokePorts
import EvokeTestSupport
import EvokeValues
import EvokeWorkers
import Glibc
import Testing

@testable import CatalogPostgres

/// Connections that break, and statements of those who no longer wait for them.
@Suite struct ConnectionTests {
    private static let endless = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)"

    @Test func aStatementEndsWithItsTask() async throws {
        let catalog = try await open()
        try await expectEnd { begun in
            _ = try await catalog.read { connection in
                begun()
                return try connection.integer("\(Self.endless) SELECT count(*) FROM n")
            }
        }
        #expect(try await catalog.roots().isEmpty, "the connection is as good as before")
        try await catalog.close()
    }

    /// As a standby ends what is in the way of its primary's changes.
    @Test func whatWasEndedForOthersIsReadOnceMore() async throws {
        let (primary, standby) = try await PostgresServer.withStandby()
        let name = PostgresServer.newName("library")
        let writer = try await PostgresCatalog.open(PostgresAddress(primary.address(ofLibrary: name)), access: .write)
        try await writer.addRoot(DiskPath("/photos"))
        let copy = try PostgresAddress(standby.address(ofLibrary: name))
        try await wait(for: "the standby to have it") {
            guard let reader = try? await PostgresCatalog.open(copy, access: .read) else { return false }
            let roots = try await reader.roots()
            try await reader.close()
            return !roots.isEmpty
        }
        let reader = try await PostgresCatalog.open(copy, access: .read)
        func read(ending ends: Int) async throws -> (roots: [DiskPath], tries: Int) {
            let tries = Locked(0)
            let roots = try await reader.read { connection in
                try connection.snapshot {
                    let number = tries.withLock { tries in
                        tries += 1
                        return tries
                    }
                    if number <= ends {
                        try connection.execute(
                            "DO $$ BEGIN RAISE EXCEPTION 'in the way' USING ERRCODE = '40001'; END $$")
                    }
                    return try connection.roots()
                }
            }
            return (roots, tries.withLock { $0 })
        }
        let once = try await read(ending: 1)
        #expect(once.roots == [DiskPath("/photos")] && once.tries == 2)
        let error = await #expect(throws: EvokeError.self) { _ = try await read(ending: 2) }
        #expect(error?.kind == .libraryBusy && error?.reason.contains("standby") == true, "\(error as Any)")
        #expect(try await read(ending: 0).tries == 1, "the connection is as good as before")
        for catalog in [reader, writer] { try await catalog.close() }
    }

    @Test func aWriteThatIsEndedLeavesNothing() async throws {
        let catalog = try await open()
        try await catalog.setExclusions(["before"])
        try await expectEnd { begun in
            try await catalog.write { connection throws(EvokeError) in
                begun()
                try connection.rows("DELETE FROM evoke.exclusions WHERE library = $1")
                try connection.rows(
                    "INSERT INTO evoke.exclusions \(Self.endless) SELECT $1, i, 'p' FROM n")
            }
        }
        #expect(try await catalog.exclusions() == ["before"])
        try await catalog.close()
    }

    /// As behind a run of another process.
    @Test func whoWaitsForAnotherWriterIsLetGo() async throws {
        let server = try await PostgresServer.running()
        let address = try PostgresAddress(server.newLibrary())
        let writer = try await PostgresCatalog.open(address, access: .write)
        let other = try await PostgresCatalog.open(address, access: .write)
        let (written, done) = (Locked(false), Locked(false))
        let writing = Task {
            try await writer.write { connection throws(EvokeError) in
                try connection.rows("UPDATE evoke.libraries SET writes = writes WHERE library = $1")
                written.withLock { $0 = true }
                while !done.withLock({ $0 }) { try connection.rows("SELECT pg_sleep(0.01)") }
            }
        }
        try await wait(for: "the transaction") { written.withLock { $0 } }
        try await expectEnd { begun in
            begun()
            try await other.addRoot(DiskPath("/cancelled"))
        }
        done.withLock { $0 = true }
        try await writing.value
        try await other.addRoot(DiskPath("/later"))
        #expect(try await writer.roots() == [DiskPath("/later")])
        try await writer.close()
        try await other.close()
    }

    @Test func whatIsReadGoesOnOverANewConnection() async throws {
        let server = try await PostgresServer.running()
        let catalog = try await PostgresCatalog.open(PostgresAddress(server.newLibrary()), access: .write)
        try await catalog.addRoot(DiskPath("/photos"))
        for _ in 0..<3 {
            try await cut(catalog, at: server)
            #expect(try await catalog.roots() == [DiskPath("/photos")])
            #expect(try await catalog.photos(meeting: .all([])).isEmpty)
        }
        try await cut(catalog, at: server)
        try await catalog.addRoot(DiskPath("/more"))
        #expect(try await catalog.roots().count == 2)
        try await catalog.close()
    }

    /// A server that is asked to end that, too, may stay in the midst of the transaction.
    @Test(arguments: [false, true]) func nobodyEndsWhatUndoesATransaction(writes: Bool) async throws {
        let (catalog, wire) = try await wired()
        let before = wire.connections
        let (begun, cancelled) = (Locked(false), Locked(false))
        @Sendable func waitForTheEnd() throws(EvokeError) {
            begun.withLock { $0 = true }
            while !cancelled.withLock({ $0 }) { usleep(1_000) }
            throw EvokeError(.unreadable, doing: "wait", subject: "", reason: "nobody wants it any more")
        }
        let task = Task {
            if writes {
                try await catalog.write { _ throws(EvokeError) in try waitForTheEnd() }
            } else {
                try await catalog.read { connection in try connection.snapshot { try waitForTheEnd() } }
            }
        }
        try await wait(for: "the transaction") { begun.withLock { $0 } }
        task.cancel()
        cancelled.withLock { $0 = true }
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(wire.connections == before)
        #expect(try await catalog.roots().isEmpty, "the connection is as good as before")
        try await catalog.close()
    }

    /// What was lost before the server had it is done again, and what it had is not.
    @Test(arguments: [CutWire.Cut.before, .after])
    func aConnectionThatIsCutInMidCommitLosesNothing(cut: CutWire.Cut) async throws {
        let (catalog, wire) = try await wired()
        wire.arm(cut)
        try await catalog.record([encoded(1), encoded(2)], model: .fake)
        #expect(try await catalog.summary().photos == 2)
        let stamp = try await catalog.vectorStamp()
        // This comes to something else when it is done twice.
        wire.arm(cut)
        #expect(try await catalog.forget(under: DiskPath("/photos")).photos == 2)
        #expect(wire.cuts == 2)
        let followed = try #require(try await catalog.vectorChanges(since: stamp, model: .fake, limit: 99))
        #expect(followed.dropped.count == 2 && followed.isAll)
        #expect(try await catalog.check { _ in }.isInOrder)
    }

    @Test(arguments: [CutWire.Cut.before, .after])
    func theAnswerOfACutCommitIsTold(cut: CutWire.Cut) async throws {
        let (catalog, wire) = try await wired()
        #expect(try await catalog.save(SavedSearch(name: "a", query: "b"), most: 9))
        wire.arm(cut)
        #expect(try await catalog.removeSearch("a"))
        #expect(wire.cuts == 1)
    }

    /// A library behind a connection that can be cut.
    private func wired() async throws -> (PostgresCatalog, CutWire) {
        let server = try await PostgresServer.running()
        let wire = try CutWire(to: server)
        let address = try PostgresAddress(wire.address(of: server.newLibrary(), at: server))
        return (try await PostgresCatalog.open(address, access: .write), wire)
    }

    /// Another writer may have come between, which the library's row tells only of.
    @Test func whatWasCommittedIsKnownAfterOthersHaveWritten() async throws {
        let server = try await PostgresServer.running()
        let database = try server.newDatabase()
        let library = server.newLibrary(in: database)
        let wire = try CutWire(to: server)
        let catalog = try await PostgresCatalog.open(
            PostgresAddress(wire.address(of: library, at: server)), access: .write)
        try server.psql(
            """
            CREATE FUNCTION others() RETURNS trigger LANGUAGE plpgsql AS
            'BEGIN NEW.write_token := 0; RETURN NEW; END';
            CREATE TRIGGER others BEFORE UPDATE ON evoke.libraries FOR EACH ROW EXECUTE FUNCTION others()
            """, in: database)
        #expect(try await catalog.save(SavedSearch(name: "a", query: "b"), most: 9))
        wire.arm(.after)
        #expect(try await catalog.removeSearch("a"))
        #expect(wire.cuts == 1)
        try await catalog.close()
    }

    @Test func saysWhatIsInTheWay() async throws {
        let server = try await PostgresServer.running()
        let nowhere = DiskPath("postgres:///evoke?host=\(TemporaryFolder().path)&user=postgres&library=x")
        let unreachable = await error(opening: nowhere)
        #expect(unreachable?.kind == .libraryUnavailable)
        #expect(await error(opening: server.newLibrary(in: "nothing"))?.kind == .notFound)
        #expect(await error(opening: server.newLibrary(user: "nobody"))?.kind == .notAllowed)
        #expect(await error(opening: server.newLibrary())?.kind == .notFound)
        let empty = try server.newDatabase()
        #expect(await error(opening: server.newLibrary(in: empty))?.kind == .notFound)
        let latin = try server.newDatabase("ENCODING 'LATIN1' TEMPLATE template0")
        #expect(await error(opening: server.newLibrary(in: latin), .write)?.kind == .unsupported)
    }

    /// That server has no pgvector: where the way to it is trusted, it is asked for that.
    @Test func aServerIsTrustedByItsCertificateAlone() async throws {
        let server = try await PostgresServer.encrypted()
        func failure(_ parameters: String) async throws -> EvokeError? {
            await error(opening: try server.networkAddress(ofLibrary: "x", "sslmode=\(parameters)"), .write)
        }
        let trusted = "verify-full&sslrootcert=\(server.folder)"
        let right = try server.networkAddress(ofLibrary: "x", "sslmode=\(trusted)/certificate")
        let connection = try PostgresConnection(to: PostgresAddress(right))
        #expect(try connection.integer("SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()") == 1)
        #expect(try await failure("\(trusted)/certificate")?.reason.contains("pgvector") == true)
        for wrong in ["\(trusted)/other", "\(trusted)/nothing", "\(trusted)/certificate&hostaddr=127.0.0.1&host=db"] {
            let refused = try await failure(wrong)
            #expect(refused?.kind == .notAllowed && refused?.reason.contains("trusted") == true, "\(wrong)")
            #expect(refused?.remedy.contains("sslrootcert=FILE") == true, "\(wrong)")
        }
    }

    @Test func whatIsOnlyReadCannotBeWrittenTo() async throws {
        let server = try await PostgresServer.running()
        let address = try PostgresAddress(server.newLibrary())
        try await PostgresCatalog.open(address, access: .write).close()
        let reader = try await PostgresCatalog.open(address, access: .read)
        let error = await #expect(throws: EvokeError.self) { try await reader.addRoot(DiskPath("/x")) }
        #expect(error?.kind == .readOnly)
        try await reader.close()
        let closed = await #expect(throws: EvokeError.self) { try await reader.roots() }
        #expect(closed == .libraryIsClosed)
    }

    private func open() async throws -> PostgresCatalog {
        try await PostgresCatalog.open(
            PostgresAddress(PostgresServer.running().newLibrary()), access: .write)
    }

    private func error(opening address: DiskPath, _ access: CatalogAccess = .read) async -> EvokeError? {
        await #expect(throws: EvokeError.self) {
            _ = try await PostgresCatalog.open(PostgresAddress(address), access: access)
        }
    }

    /// Has the server end the connection.
    private func cut(_ catalog: PostgresCatalog, at server: PostgresServer) async throws {
        let process = try await catalog.read { try $0.integer("SELECT pg_backend_pid()::bigint") }
        let number = try #require(process)
        try server.psql("SELECT pg_terminate_backend(\(number))")
        try await wait(for: "its end") {
            try server.psql("SELECT count(*) FROM pg_stat_activity WHERE pid = \(number)") == "0\n"
        }
    }

    /// Cancels the call once it has begun.
    private func expectEnd(
        _ call: @escaping @Sendable (_ begun: @escaping @Sendable () -> Void) async throws -> Void
    ) async throws {
        let hasBegun = Locked(false)
        let task = Task { try await call { hasBegun.withLock { $0 = true } } }
        try await wait(for: "the call") { hasBegun.withLock { $0 } }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }
}
