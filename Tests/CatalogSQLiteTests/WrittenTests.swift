import Dispatch
import EvokeCatalog
import EvokePorts
import EvokeSystem
import EvokeTestSupport
import EvokeValues
import Testing

@testable import CatalogSQLite

/// The index of texts follows the photos, and a check sees when it does not.
@Suite struct WrittenTests {
    private let folder = TemporaryFolder()
    private let stamp = FileStamp(size: 1, modifiedNanoseconds: 1, inode: 1)

    @Test(arguments: [
        "DELETE FROM full_text WHERE rowid = 1",
        "UPDATE full_text SET title = 'something' WHERE rowid = 1",
        "DELETE FROM full_text_data WHERE id > 10",
        "UPDATE full_text_content SET c2 = 'holidays' WHERE id = 1",
        "INSERT INTO full_text(rowid, title) VALUES(99, 'nobody')",
        "UPDATE metadata SET title = 'by others' WHERE photo = 1",
    ])
    func damageIsSeenAndPutRight(_ statement: String) async throws {
        let catalog = try await catalog()
        #expect(try await catalog.check { _ in }.isInOrder)
        try await catalog.read { try $0.execute(statement) }
        let report = try await catalog.check { _ in }
        #expect(report.faults(of: .tables) >= 1 && report.suspects.contains(.library))
        try await catalog.leave(report.suspects)
        _ = try await catalog.repaired(inside: [DiskPath("/photos")], model: .fake)
        #expect(try await catalog.check { _ in }.isInOrder)
        #expect(try await found("lena birthday", in: catalog) == [PhotoID(1)])
    }

    /// The folder is not remembered then, and texts are what they were.
    @Test func readingThemAnewCanBeEnded() async throws {
        let catalog = try await catalog()
        let (hasBegun, isCancelled) = (Locked(false), DispatchSemaphore(value: 0))
        let task = Task {
            try await catalog.addRoot(DiskPath("/")) { _, _ in
                hasBegun.withLock { $0 = true }
                isCancelled.wait()
            }
        }
        try await wait(for: "the first photo") { hasBegun.withLock { $0 } }
        task.cancel()
        isCancelled.signal()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(try await !catalog.roots().contains(DiskPath("/")))
        #expect(try await found("lena birthday", in: catalog) == [PhotoID(1)])
        #expect(try await catalog.check { _ in }.isInOrder)
    }

    /// A place with more photos than tell anything finds none by itself, and narrows what other words find.
    @Test func aPlaceOfVeryManyPhotosFindsNoneByItself() async throws {
        let catalog = try await catalog()
        try await catalog.read { connection in
            try connection.execute(
                """
                WITH RECURSIVE number(i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM number WHERE i <= \(TextMatches.most))
                INSERT INTO photos(photo, folder, name, size, modified, inode)
                    SELECT i, (SELECT folder FROM photos WHERE photo = 1), CAST('a' || i AS BLOB), 1, i, i FROM number;
                INSERT INTO places(photo, known, city) SELECT photo, 1, 7 FROM photos;
                """)
        }
        // In the table first, and then in the columns.
        for _ in 1...2 {
            for (text, photos) in [("home", []), ("lena home", [PhotoID(1)]), ("nobody home", [])] {
                let words = try #require(TextQuery(text)).naming(
                    folding: { "\($0)" }, places: { name, _ in name == "home" ? [.city(7)] : [] })
                let found = try await catalog.photos(with: words)
                #expect(found.all.ids == photos && found.placed.isEmpty, "\(text)")
            }
        }
    }

    /// A few are taken out of the index; where most go, it follows as it does elsewhere.
    @Test(arguments: [("few", left: 3), ("many", left: 1)])
    func forgettingLeavesTheTextsOfTheOthers(_ name: String, left: Int) async throws {
        let catalog = try await catalog()
        let error = EvokeError(.damaged, doing: "read the photo", subject: "", reason: "it is cut")
        for file in ["few/tree.jpg", "many/1 tree.jpg", "many/2 tree.jpg", "many/3 tree.jpg"] {
            try await catalog.record([.failed(DiskPath("/photos/\(file)"), stamp, error)], model: .fake)
        }
        _ = try await catalog.forget(under: DiskPath("/photos/\(name)"))
        let rows = try await catalog.read { try $0.count("SELECT count(*) FROM full_text") }
        // And that of the birthday.
        #expect(rows == left + 1)
        #expect(try await found("lena birthday", in: catalog) == [PhotoID(1)])
        #expect(try await catalog.check { _ in }.isInOrder)
    }

    private static let path = DiskPath("/photos/2019 Birthday/lena.jpg")

    private func catalog() async throws -> SQLiteCatalog {
        let catalog = try await SQLiteCatalog.open(in: folder.path, access: .write)
        try await catalog.addRoot(DiskPath("/photos"))
        let vector = try #require(
            Embedding(
                normalizing: (0..<ModelID.fake.dimensions).map { Float($0 + 1) }, fingerprint: ModelID.fake.fingerprint)
        )
        var metadata = PhotoMetadata()
        metadata.title = "Under the tree"
        try await catalog.record(
            [
                .encoded(
                    Self.path, stamp, ContentDigest(high: 1, low: 1), PixelSize(width: 4, height: 3), vector),
                .described(Self.path, (metadata, .none)),
            ], model: .fake)
        return catalog
    }

    private func found(_ words: String, in catalog: SQLiteCatalog) async throws -> [PhotoID] {
        try await catalog.photos(with: #require(TextQuery(words))).all.ids
    }
}
