import EvokeCatalog
import EvokePorts
import EvokeSystem
import EvokeTestSupport
import EvokeValues
import EvokeVectorIndex
import EvokeWorkers
import FetchCurl
import Testing

@testable import CatalogPostgres
@testable import VectorsMilvus

/// Vectors that a real Milvus searches, beside a real database.
@Suite struct MilvusTests {
    private static let model = ModelID(name: "few", fingerprint: "few numbers", dimensions: 8)

    /// As few photos as a test can have are looked at one by one, unless it says otherwise.
    @Test(arguments: VectorSearchingConformance.checks, [16_384, 0])
    func keepsTheContractOfASearch(check: VectorSearchingConformance.Check, few: Int) async throws {
        try await check.run(on: library(few: few))
    }

    @Test func findsManyPhotosByTheCopy() async throws {
        let makings = Locked<[SearchIndexBuild]>([])
        let log = StoreLog()
        let library = try await library(few: 0, log: log) { making in makings.withLock { $0.append(making) } }
        try await VectorSearchingConformance(library).checkMany(recall: 0.9) { searching in
            let searching = try #require(searching as? EngineVectors)
            try await searching.bringUpToDate()
            try await searching.bringUpToDate()
        }
        #expect(makings.withLock { $0.filter { $0.isDone }.map(\.photos) } == [700], "it was made once")
        #expect(log.searches >= 18, "it was asked")
    }

    /// A library with a copy of so many vectors.
    private func copied(_ count: Int) async throws -> (DiskPath, PostgresCatalog, CopiedVectors, StoreLog) {
        let (address, catalog) = try await emptyLibrary()
        let log = StoreLog()
        let engine = try engine(address, log: log)
        try await record(0..<count, catalog)
        try await engine.makeReady { _ in }
        return (address, catalog, engine, log)
    }

    @Test func whatIsNotCopiedIsToldAndFound() async throws {
        let (address, catalog) = try await emptyLibrary()
        let engine = try engine(address, log: StoreLog())
        try await record(0..<200, catalog)
        #expect(try await engine.setback() != nil)
        try await expectTruth(engine, catalog)
        try await engine.makeReady { _ in }
        #expect(try await engine.setback() == nil)
        try await expectTruth(engine, catalog)
    }

    /// Few changes are taken along, and many taken in.
    @Test func followsTheLogOfChanges() async throws {
        let (_, catalog, engine, log) = try await copied(200)
        let before = log.noted
        try await record(200..<260, catalog)
        try await record(10..<20, catalog, seed: 2)
        let gone = try await ids(50..<60, catalog)
        try await catalog.record(gone.map { .vanished($0) }, model: Self.model)
        try await expectTruth(engine, catalog)
        #expect(log.noted == before)
        try await record(300..<1_600, catalog)
        try await expectTruth(engine, catalog)
        #expect(try await log.noted.last == catalog.vectorStamp())
    }

    @Test func anotherWhoSearchesFindsItAsItIs() async throws {
        let (address, catalog, engine, log) = try await copied(200)
        _ = try await catalog.forget(under: DiskPath("/photos"))
        try await record(0..<50, catalog)
        try await expectTruth(engine, catalog)
        let made = log.cleared
        try await expectTruth(self.engine(address, log: log), catalog)
        try await self.engine(address, log: log).makeReady { _ in }
        #expect(log.cleared == made)
    }

    @Test func anInterruptedFillingIsDoneAgain() async throws {
        let (address, catalog) = try await emptyLibrary()
        let log = StoreLog()
        let engine = try engine(address, log: log)
        try await record(0..<2_500, catalog)
        log.endAfter(1)
        await #expect(throws: StoreLog.Ended.self) { try await engine.makeReady { _ in } }
        // Half of it is there, and nobody takes it for all.
        #expect(try await engine.setback() != nil)
        try await expectTruth(engine, catalog)
        try await engine.makeReady { _ in }
        try await expectTruth(engine, catalog)

    }

    /// Taken in, and not noted.
    @Test func whatWasNotNotedIsTakenInAgain() async throws {
        let (address, catalog, engine, log) = try await copied(2_500)
        try await record(0..<30, catalog, seed: 2)
        log.endAfter(1)
        await #expect(throws: StoreLog.Ended.self) { try await engine.makeReady { _ in } }
        let later = try self.engine(address, log: log)
        try await expectTruth(later, catalog)
        try await later.makeReady { _ in }
        #expect(try await log.noted.last == catalog.vectorStamp())
        try await expectTruth(later, catalog)
        #expect(log.cleared == 1)
    }

    @Test func aCollectionThatWasDroppedIsMadeAnew() async throws {
        let (address, catalog, engine, _) = try await copied(100)
        try await expectTruth(engine, catalog)
        let calls = MilvusCalls(caller: try Self.caller(), place: "")
        try await calls.order("DropCollection", Message().with(3, try await source(address).name()))
        try await expectTruth(engine, catalog)
        #expect(try await engine.setback()?.kind == .notFound)
        try await engine.makeReady { _ in }
        #expect(try await engine.setback() == nil)
        try await expectTruth(engine, catalog)
    }

    @Test func oneAtATimeFillsIt() async throws {
        let (address, catalog) = try await emptyLibrary()
        let log = StoreLog()
        try await record(0..<100, catalog)
        let lock = try #require(try await source(address).lockForFilling())
        #expect(try await source(address).lockForFilling() == nil)
        let engine = try engine(address, log: log)
        try await engine.makeReady { _ in }
        #expect(log.cleared == 0)
        try await expectTruth(engine, catalog)
        lock.release()
        try await engine.makeReady { _ in }
        #expect(log.cleared == 1)
    }

    @Test func whereMilvusIsAwayTheSearchSaysSo() async throws {
        let (address, catalog) = try await emptyLibrary()
        try await record(0..<20, catalog)
        let nowhere = try MilvusAddress("milvus://127.0.0.1:1")
        let caller = try CurlCaller(nowhere.server(token: nil))
        let engine = CopiedVectors(of: try source(address), few: 0) { name in
            MilvusCollection(name, at: nowhere, of: Self.model, by: caller)
        }
        let error = await #expect(throws: EvokeError.self) {
            try await engine.candidates(near: Self.vector(1), limit: 4, among: nil)
        }
        #expect(error?.kind == .unreachable && error?.subject == "127.0.0.1:1")
    }

    @Test(arguments: [nil, "root:wrong"])
    func withoutTheTokenTheSearchSaysSo(_ token: String?) async throws {
        let (address, catalog) = try await emptyLibrary()
        try await record(0..<20, catalog)
        let milvus = try Self.address()
        let caller = try CurlCaller(milvus.server(token: token))
        let engine = CopiedVectors(of: try source(address), few: 0) { name in
            MilvusCollection(name, at: milvus, of: Self.model, by: caller)
        }
        let error = await #expect(throws: EvokeError.self) { try await engine.makeReady { _ in } }
        #expect(error?.kind == .notAllowed)
        #expect(error?.reason.hasPrefix("access denied (") == true)
    }

    // MARK: - Helpers

    private static func address() throws -> MilvusAddress {
        let place = try #require(Environment.variable("EVOKE_MILVUS"), "Run 'make milvus'.")
        return try MilvusAddress(place.display)
    }

    private static func caller() throws -> any RemoteCalling {
        try CurlCaller(address().server(token: Environment.variable(MilvusAddress.tokenVariable)?.string))
    }

    private func source(_ address: DiskPath) throws -> PostgresVectors {
        PostgresVectors(try PostgresAddress(address), model: Self.model)
    }

    private func engine(_ address: DiskPath, log: StoreLog) throws -> CopiedVectors {
        try Self.engine(address, of: Self.model, few: 0, log: log)
    }

    private static func engine(_ address: DiskPath, of model: ModelID, few: Int, log: StoreLog) throws -> CopiedVectors
    {
        let (milvus, caller) = (try self.address(), try caller())
        return CopiedVectors(of: PostgresVectors(try PostgresAddress(address), model: model), few: few) { name in
            LoggedStore(store: MilvusCollection(name, at: milvus, of: model, by: caller), log: log)
        }
    }

    private func emptyLibrary() async throws -> (DiskPath, PostgresCatalog) {
        let address = try await PostgresServer.running().newLibrary()
        return (address, try await PostgresCatalog.open(PostgresAddress(address), access: .write))
    }

    /// What is filled before anything is searched.
    private func library(
        few: Int, log: StoreLog = StoreLog(),
        notify: @escaping @Sendable (SearchIndexBuild) -> Void = { _ in }
    ) async throws -> VectorSearchingConformance.Library {
        let (address, catalog) = try await emptyLibrary()
        return (
            catalog,
            { model in
                let engine = try Self.engine(address, of: model, few: few, log: log)
                return EngineVectors(engine, of: model, catalog: catalog, notify: notify)
            }
        )
    }

    private static func vector(_ seed: Int) -> Embedding {
        var random = SeededGenerator(seed: UInt64(truncatingIfNeeded: seed &* 7_919 &+ 17))
        let values = (0..<model.dimensions).map { _ in Float.random(in: -1...1, using: &random) }
        return Embedding(normalizing: values, fingerprint: model.fingerprint)!
    }

    private func record(_ numbers: Range<Int>, _ catalog: PostgresCatalog, seed: Int = 1) async throws {
        try await catalog.record(
            numbers.map { number in
                .encoded(
                    DiskPath("/photos/\(number).jpg"),
                    FileStamp(size: Int64(seed), modifiedNanoseconds: 1, inode: UInt64(number)),
                    ContentDigest(high: UInt64(seed), low: UInt64(number)), PixelSize(width: 1, height: 1),
                    Self.vector(seed * 100_000 + number))
            }, model: Self.model)
    }

    private func ids(_ numbers: Range<Int>, _ catalog: PostgresCatalog) async throws -> [PhotoID] {
        var ids: [PhotoID] = []
        for number in numbers {
            ids.append(try #require(try await catalog.photo(at: DiskPath("/photos/\(number).jpg"))))
        }
        return ids
    }

    /// What looking at each photo finds, but for one in ten.
    private func expectTruth(
        _ engine: CopiedVectors, _ catalog: PostgresCatalog, _ place: SourceLocation = #_sourceLocation
    ) async throws {
        let searching = EngineVectors(engine, of: Self.model, catalog: catalog)
        let queries = [1, 2, 200_015, 100_055, 100_450].map(Self.vector)
        let found = try await searching.search(queries, top: 10)
        let truth = try await Nearest(catalog, model: Self.model).search(queries, top: 10)
        for (found, truth) in zip(found, truth) {
            #expect(Set(found.map(\.id)).intersection(truth.map(\.id)).count >= 9, sourceLocation: place)
            #expect(found.first == truth.first, sourceLocation: place)
        }
    }
}
