import EvokeCatalog
import EvokePorts
import EvokeTestSupport
import EvokeValues
import EvokeVectorIndex
import EvokeWorkers
import Testing

@testable import CatalogPostgres

/// Vectors that are searched in the database.
@Suite struct PostgresVectorsTests {
    @Test(arguments: VectorSearchingConformance.checks, PostgresServer.Version.allCases)
    func keepsTheContractOfASearch(
        check: VectorSearchingConformance.Check, version: PostgresServer.Version
    ) async throws {
        try await check.run(on: library(on: PostgresServer.running(version)))
    }

    @Test(arguments: PostgresServer.Version.allCases)
    func findsAllOfManyPhotos(version: PostgresServer.Version) async throws {
        try await VectorSearchingConformance(library(on: PostgresServer.running(version))).checkMany(recall: 1)
    }

    /// As few photos as a test can have are looked at one by one, unless it says otherwise.
    @Test(arguments: PostgresServer.Version.allCases)
    func findsManyPhotosByTheIndex(version: PostgresServer.Version) async throws {
        let server = try await PostgresServer.running(version)
        let database = try server.newDatabase()
        let makings = Locked<[SearchIndexBuild]>([])
        // The server would sort so few rows.
        let library = try await library(
            on: server, in: database, few: 100, options: "-c%20enable_sort%3Doff",
            notify: { making in makings.withLock { $0.append(making) } })
        try await VectorSearchingConformance(library).checkMany(recall: 0.9) { searching in
            let searching = try #require(searching as? EngineVectors)
            try await searching.bringUpToDate()
            try await searching.bringUpToDate()
        }
        #expect(makings.withLock { $0.filter { $0.isDone }.map(\.photos) } == [700], "it was made once")
        // What connections did is known once they have ended.
        try await wait(for: "the index to be used") {
            try? server.psql(
                "SELECT sum(idx_scan) FROM pg_stat_user_indexes WHERE indexrelname LIKE 'near%'", in: database)
        } until: {
            Int($0?.prefix { $0.isNumber } ?? "").map { $0 > 0 } ?? false
        }
    }

    @Test func whoeverMayNotMakeTheIndexIsToldAndSearchesAllTheSame() async throws {
        let server = try await PostgresServer.running()
        let name = PostgresServer.newName("library")
        let reader = PostgresServer.newName("reader")
        let (owned, catalog) = try await filled(server.address(ofLibrary: name))
        try server.psql("CREATE ROLE \(reader) LOGIN")
        try server.psql("SELECT evoke.admit('\(name)', '\(reader)')")
        let engine = PostgresVectors(
            try PostgresAddress(server.address(ofLibrary: name, user: reader)), model: Self.model, few: 5)
        let setback = try #require(try await engine.setback())
        #expect(setback.kind == .notFound && setback.remedies.last == .chooseOption(.vectors, "database"))
        await #expect(throws: EvokeError.self) { try await engine.makeReady { _ in } }
        let searching = EngineVectors(engine, of: Self.model, catalog: catalog)
        #expect(try await searching.search([Self.vector(3)], top: 1)[0].count == 1)

        // The owner makes it, also where an interrupted run has left a part of it.
        try await owned.makeReady { _ in }
        try server.psql(
            """
            UPDATE pg_index SET indisvalid = false FROM evoke.libraries l
            WHERE l.name = '\(name)' AND indexrelid = format('evoke.near_%s_1_3', l.library)::regclass
            """)
        #expect(try await engine.setback() != nil)
        try await owned.makeReady { _ in }
        #expect(try await engine.setback() == nil)
        #expect(try await searching.search([Self.vector(3)], top: 1)[0].count == 1)
    }

    /// Whoever deletes a library need not know how its indexes are called.
    @Test func theIndexesOfALibraryThatWasDeletedAreDroppedByTheNextRun() async throws {
        let server = try await PostgresServer.running()
        let database = try server.newDatabase()
        let (deleted, kept) = (PostgresServer.newName("library"), PostgresServer.newName("library"))
        for name in [deleted, kept] {
            let (engine, catalog) = try await filled(server.address(ofLibrary: name, in: database))
            try await engine.makeReady { _ in }
            try await catalog.close()
        }
        let indexes = "SELECT count(*) FROM pg_class WHERE relname LIKE 'near%'"
        #expect(try server.psql(indexes, in: database) == "16\n")
        try server.psql("DELETE FROM evoke.libraries WHERE name = '\(deleted)'", in: database)

        let writer = PostgresServer.newName("writer")
        try server.psql("CREATE ROLE \(writer) LOGIN; SELECT evoke.admit('\(kept)', '\(writer)', true)", in: database)
        for (user, left) in [(writer, 16), ("postgres", 8)] {
            let catalog = try await PostgresCatalog.open(
                PostgresAddress(server.address(ofLibrary: kept, in: database, user: user)), access: .write)
            #expect(try await catalog.repaired(inside: [], model: Self.model).isEmpty)
            try await catalog.close()
            #expect(try server.psql(indexes, in: database) == "\(left)\n", "\(user)")
        }
        let engine = PostgresVectors(
            try PostgresAddress(server.address(ofLibrary: kept, in: database)), model: Self.model, few: 5)
        #expect(try await engine.setback() == nil, "its own are there")
    }

    @Test func aCancelledSearchEndsOnTheServer() async throws {
        let server = try await PostgresServer.running()
        // Whoever holds the table keeps the search waiting, and everybody else in the database.
        let database = try server.newDatabase()
        let (engine, catalog) = try await filled(server.newLibrary(in: database))
        let searching = EngineVectors(engine, of: Self.model, catalog: catalog)
        let holder = try PostgresConnection(to: PostgresAddress(server.newLibrary(in: database)))
        try holder.execute("BEGIN; LOCK TABLE evoke.vectors IN ACCESS EXCLUSIVE MODE")
        let search = Task { try await searching.search([Self.vector(1)], top: 1) }
        let waiting = """
            SELECT count(*) FROM pg_stat_activity
            WHERE datname = '\(database)' AND wait_event_type = 'Lock' AND query LIKE '%near AS%'
            """
        try await wait(for: "the search to wait") {
            try? server.psql(waiting)
        } until: {
            $0?.hasPrefix("1") == true
        }
        search.cancel()
        await #expect(throws: CancellationError.self) { try await search.value }
        #expect(try server.psql(waiting).hasPrefix("0"))
        try holder.execute("ROLLBACK")
        #expect(try await searching.search([Self.vector(1)], top: 1)[0].count == 1)
    }

    private static let model = ModelID(name: "few", fingerprint: "few", dimensions: 4)

    private static func vector(_ number: Int) throws -> Embedding {
        let values = (0..<4).map { Float(1 + (number >> $0) % 7) }
        return try #require(Embedding(normalizing: values, fingerprint: model.fingerprint))
    }

    private func filled(_ address: DiskPath) async throws -> (PostgresVectors, PostgresCatalog) {
        let address = try PostgresAddress(address)
        let catalog = try await PostgresCatalog.open(address, access: .write)
        try await catalog.record(
            (0..<20).map { number in
                .encoded(
                    DiskPath("/photos/\(number).jpg"),
                    FileStamp(size: 1, modifiedNanoseconds: 1, inode: UInt64(number)),
                    ContentDigest(high: 1, low: UInt64(number)), PixelSize(width: 1, height: 1),
                    try Self.vector(number))
            }, model: Self.model)
        return (PostgresVectors(address, model: Self.model, few: 5), catalog)
    }

    private func library(
        on server: PostgresServer, in database: String = "evoke", few: Int = PostgresVectors.few, options: String = "",
        notify: @escaping @Sendable (SearchIndexBuild) -> Void = { _ in }
    ) async throws -> VectorSearchingConformance.Library {
        let plain = server.newLibrary(in: database)
        let address = try PostgresAddress(
            options.isEmpty ? plain : DiskPath("\(plain)&options=\(options)"))
        let catalog = try await PostgresCatalog.open(address, access: .write)
        return (
            catalog,
            { model in
                EngineVectors(
                    PostgresVectors(address, model: model, few: few), of: model, catalog: catalog, notify: notify)
            }
        )
    }
}
