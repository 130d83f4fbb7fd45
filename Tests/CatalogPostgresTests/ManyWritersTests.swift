import EvokeCatalog
import EvokePorts
import EvokeTestSupport
import EvokeValues
import Testing

@testable import CatalogPostgres

/// Several record into one library at the same time.
@Suite struct ManyWritersTests {
    fileprivate static let folders = 20

    /// Half of the photos are recorded by all of them, in different orders.
    @Test(arguments: PostgresServer.Version.allCases)
    func allThatTheyRecordIsThereOnce(version: PostgresServer.Version) async throws {
        let server = try await PostgresServer.running(version)
        let address = try PostgresAddress(server.newLibrary())
        let reader = try await PostgresCatalog.open(address, access: .write)
        try await reader.addRoot(DiskPath("/photos"))
        let first = try await reader.vectorStamp()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for writer in 0..<4 {
                group.addTask {
                    let catalog = try await PostgresCatalog.open(address, access: .write)
                    let numbers = Array(0..<500) + (0..<125).map { 500 + 4 * $0 + writer }
                    let shuffled = numbers.sorted { Self.place($0, writer) < Self.place($1, writer) }
                    for start in stride(from: 0, to: shuffled.count, by: 90) {
                        let batch = shuffled[start..<min(start + 90, shuffled.count)]
                        try await catalog.record(batch.flatMap { Self.changes($0) }, model: .fake)
                    }
                    try await catalog.close()
                }
            }
            // Whoever follows them misses none, though it looks while they write.
            group.addTask {
                var (stamp, followed) = (first, Set<PhotoID>())
                try await wait(for: "all photos") {
                    while true {
                        let changes = try #require(
                            try await reader.vectorChanges(since: stamp, model: .fake, limit: 500))
                        stamp = changes.stamp
                        followed.formUnion(changes.ids)
                        if changes.isAll { return followed.count }
                    }
                } until: {
                    $0 == 1_000
                }
            }
            try await group.waitForAll()
        }
        let summary = try await reader.summary()
        #expect(summary.photos == 1_000 && summary.missing == 0 && summary.failed == 0)
        let report = try await reader.check { _ in }
        #expect(report.isInOrder, "\(report.faults)")
        for number in [0, 499, 500, 999] {
            let photo = try #require(try await reader.photo(at: Self.path(number)))
            #expect(try await reader.photos(with: #require(TextQuery("title \(number)"))).own.ids == [photo])
        }
        try await reader.close()
    }

    /// No transaction waits for one that records other photos, though both make new ones in one folder, also where they are
    /// the first of their model.
    @Test(arguments: [ModelID.fake, ModelID(name: "new", fingerprint: "new", dimensions: 4)])
    func whoRecordsOtherPhotosDoesNotWait(model: ModelID) async throws {
        let house = try await House()
        let (writer, other) = (house.writer, house.other)
        let gate = Locked(false)
        let isRecorded = Locked(false)
        let writing = Task {
            let changes = Self.changes(1, model)
            try await writer.write(recording: changes, by: model) { connection throws(EvokeError) in
                try connection.record(changes, model: model)
                isRecorded.withLock { $0 = true }
                while !gate.withLock({ $0 }) { try connection.rows("SELECT pg_sleep(0.01)") }
            }
        }
        try await wait(for: "the first photo") { isRecorded.withLock { $0 } }
        try await other.record(Self.changes(1 + Self.folders, model), model: model)
        #expect(try await other.photo(at: Self.path(1)) == nil)
        gate.withLock { $0 = true }
        try await writing.value
        #expect(try await other.photo(at: Self.path(1)) != nil)
        try await expectOrder(of: other, photos: 3)
    }

    /// Whoever comes second waits, and records it as a photo that is known.
    @Test func aPhotoThatAnotherRecordsAtTheSameTimeIsOne() async throws {
        let house = try await House()
        let (writer, other) = (house.writer, house.other)
        let (gate, isRecorded, runs) = (Locked(false), Locked(false), Locked(0))
        let writing = Task {
            try await writer.write(recording: Self.changes(1)) { connection throws(EvokeError) in
                try connection.record(Self.changes(1), model: .fake)
                isRecorded.withLock { $0 = true }
                while !gate.withLock({ $0 }) { try connection.rows("SELECT pg_sleep(0.01)") }
            }
        }
        try await wait(for: "the first photo") { isRecorded.withLock { $0 } }
        let second = Task {
            try await other.write(recording: Self.changes(1) + Self.changes(2)) {
                connection throws(EvokeError) in
                runs.withLock { $0 += 1 }
                try connection.rows("INSERT INTO evoke.settings(library, name, value) VALUES($1, 'mine', 'too')")
                try connection.record(Self.changes(1) + Self.changes(2), model: .fake)
            }
        }
        try await house.waitForWaiting(in: "INSERT")
        gate.withLock { $0 = true }
        try await writing.value
        try await second.value
        #expect(runs.withLock { $0 } == 2, "with all that belongs to the transaction")
        try await expectOrder(of: other, photos: 3)
    }

    /// It is told soon, and nothing of it is left.
    @Test func aRowThatIsAlwaysThereTwiceIsNoRace() async throws {
        let catalog = try await PostgresCatalog.open(
            PostgresAddress(PostgresServer.running().newLibrary()), access: .write)
        let tries = Locked(0)
        let error = await #expect(throws: EvokeError.self) {
            try await catalog.write { connection throws(EvokeError) in
                tries.withLock { $0 += 1 }
                try connection.rows("INSERT INTO evoke.settings VALUES($1, 'a', 'x'), ($1, 'a', 'y')")
            }
        }
        #expect(error?.kind == .libraryFailed && tries.withLock { $0 } == 4)
        #expect(try await catalog.check { _ in }.isInOrder)
        try await catalog.close()
    }

    /// Two that wait for each other: the server ends one, which is done again.
    @Test func aDeadlockIsNobodysLoss() async throws {
        let house = try await House()
        let (writer, other) = (house.writer, house.other)
        for name in ["a", "b"] {
            #expect(try await writer.save(SavedSearch(name: name, query: ""), most: 9))
        }
        let hasBegun = Locked<Set<String>>([])
        @Sendable func change(_ names: [String], by catalog: PostgresCatalog) async throws {
            try await catalog.write { connection throws(EvokeError) in
                for (place, name) in names.enumerated() {
                    try connection.rows(
                        "UPDATE evoke.searches SET query = query || $3 WHERE library = $1 AND name = $2",
                        Blob(name.utf8), Blob(names[0].utf8))
                    guard place == 0 else { continue }
                    hasBegun.withLock { _ = $0.insert(name) }
                    // The other one has its first, too; or had it, and was undone.
                    while hasBegun.withLock({ $0.count < 2 }) { try connection.rows("SELECT pg_sleep(0.01)") }
                }
            }
        }
        async let first: Void = change(["a", "b"], by: writer)
        async let second: Void = change(["b", "a"], by: other)
        _ = try await (first, second)
        let queries = try await writer.savedSearches().map { $0.query.sorted() }
        #expect(queries == [["a", "b"], ["a", "b"]], "each is done once")
    }

    /// The remembered folders say where the texts of photos begin.
    @Test func nobodyRecordsWhileTheTextsAreWrittenAnew() async throws {
        let house = try await House()
        let (writer, other) = (house.writer, house.other)
        let (gate, isRecorded) = (Locked(false), Locked(false))
        let writing = Task {
            try await writer.write { connection throws(EvokeError) in
                try connection.record(Self.changes(1), model: .fake)
                try connection.writeTexts(of: connection.changes.photos)
                isRecorded.withLock { $0 = true }
                while !gate.withLock({ $0 }) { try connection.rows("SELECT pg_sleep(0.01)") }
            }
        }
        try await wait(for: "the photo") { isRecorded.withLock { $0 } }
        let adding = Task { try await other.addRoot(DiskPath("/")) }
        try await house.waitForWaiting(in: "BEGIN")
        gate.withLock { $0 = true }
        try await writing.value
        try await adding.value
        try await expectOrder(of: other, photos: 2)
    }

    // MARK: - What they work on

    /// Two writers of a library that has the folder of the first photos, and one in it.
    private struct House {
        let writer: PostgresCatalog
        let other: PostgresCatalog
        private let server: PostgresServer
        private let database: String

        init() async throws {
            server = try await PostgresServer.running()
            database = try server.newDatabase()
            let address = try PostgresAddress(server.newLibrary(in: database))
            writer = try await PostgresCatalog.open(address, access: .write)
            other = try await PostgresCatalog.open(address, access: .write)
            try await writer.addRoot(DiskPath("/photos"))
            try await writer.record(ManyWritersTests.changes(1 + 2 * ManyWritersTests.folders), model: .fake)
        }

        /// Until a statement that begins so waits for another transaction.
        func waitForWaiting(in statement: String) async throws {
            try await wait(for: "\(statement) to wait") {
                try server.psql(
                    "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() "
                        + "AND wait_event_type = 'Lock' AND query LIKE '\(statement)%'", in: database) == "1\n"
            }
        }
    }

    private func expectOrder(of catalog: PostgresCatalog, photos: Int) async throws {
        let report = try await catalog.check { _ in }
        #expect(report.isInOrder, "\(report.faults)")
        #expect(try await catalog.summary().photos == photos)
    }

    /// Where it comes in a writer's order.
    private static func place(_ number: Int, _ writer: Int) -> Int { number * [1, 7, 11, 13][writer] % 2_003 }

    private static func path(_ number: Int) -> DiskPath {
        DiskPath("/photos/of/\(number % folders)/\(number).jpg")
    }

    fileprivate static func changes(_ number: Int, _ model: ModelID = .fake) -> [CatalogChange] {
        var metadata = PhotoMetadata()
        metadata.title = "Title \(number)"
        metadata.keywords = ["sea", "salt"]
        metadata.place = Coordinates(latitude: 1, longitude: 2)
        return [
            .encoded(
                path(number), FileStamp(size: 1, modifiedNanoseconds: 1, inode: UInt64(number)),
                ContentDigest(high: 1, low: UInt64(number)), PixelSize(width: 1, height: 1),
                Embedding(normalizing: [1, 0, Float(number), 0], fingerprint: model.fingerprint)!,
                colors: PhotoColors([.red]), share: 0.5),
            .described(path(number), (metadata, .none)),
        ]
    }
}
