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

    @Test func textsThatChangeAreFoundAsTheyAreNow() async throws {
        let catalog = try await catalog()
        #expect(try await found("lena birthday", in: catalog) == [PhotoID(1)])
        #expect(try await found("tree", in: catalog) == [PhotoID(1)])
        var facts = PhotoFacts()
        facts.title = "Harbour"
        try await catalog.record([.described(Self.path, facts, .none)], model: .fake)
        #expect(try await found("tree", in: catalog) == [])
        #expect(try await found("harbour", in: catalog) == [PhotoID(1)])
        _ = try await catalog.forget(under: FilePath("/photos"))
        #expect(try await found("harbour", in: catalog) == [])
        #expect(try await catalog.check { _ in }.faults(of: .tables) == 0)
    }

    /// What lies above the remembered folders says nothing of a photo.
    @Test func folderNamesBeginBelowTheOutermostRememberedOne() async throws {
        let catalog = try await catalog()
        #expect(try await found("photos", in: catalog) == [])
        try await catalog.addRoot(FilePath("/"))
        #expect(try await found("photos", in: catalog) == [PhotoID(1)])
        _ = try await catalog.forget(under: FilePath("/"))
        #expect(try await found("photos", in: catalog) == [])
        #expect(try await found("birthday", in: catalog) == [PhotoID(1)])
    }

    @Test func whatIsOfNoUseAsAQuestionFindsNothing() async throws {
        let catalog = try await catalog()
        let texts = [
            "\"", "\"lena\" OR *", "NEAR(lena, 2)", "name : lena", "lena\0x", "\u{301}", "^lena", "*", "-lena -- '",
            "(",
            String(repeating: "lena ", count: 800), String(repeating: "\u{301}", count: 4_096), "\u{E000}lena",
        ]
        for text in texts {
            if let words = WrittenWords(text) { _ = try await catalog.photos(with: words) }
        }
        #expect(try await found("lena\" OR \"nobody", in: catalog) == [])
    }

    @Test(arguments: [
        "DELETE FROM written WHERE rowid = 1",
        "UPDATE written SET title = 'something' WHERE rowid = 1",
        "DELETE FROM written_data WHERE id > 10",
        "UPDATE written_content SET c2 = 'holidays' WHERE id = 1",
        "INSERT INTO written(rowid, title) VALUES(99, 'nobody')",
        "UPDATE facts SET title = 'by others' WHERE photo = 1",
    ])
    func damageIsSeenAndPutRight(_ statement: String) async throws {
        let catalog = try await catalog()
        #expect(try await catalog.check { _ in }.isInOrder)
        try await catalog.use { try $0.execute(statement) }
        let report = try await catalog.check { _ in }
        #expect(report.faults(of: .tables) >= 1 && report.doubts.contains(.library))
        try await catalog.leave(report.doubts)
        _ = try await catalog.putRight(inside: [FilePath("/photos")], model: .fake)
        #expect(try await catalog.check { _ in }.isInOrder)
        #expect(try await found("lena birthday", in: catalog) == [PhotoID(1)])
    }

    private static let path = FilePath("/photos/2019 Birthday/lena.jpg")

    private func catalog() async throws -> SQLiteCatalog {
        let catalog = try await SQLiteCatalog.open(in: folder.path, access: .write)
        try await catalog.addRoot(FilePath("/photos"))
        let vector = try #require(
            Embedding(
                normalizing: (0..<ModelID.fake.dimensions).map { Float($0 + 1) }, fingerprint: ModelID.fake.fingerprint)
        )
        var facts = PhotoFacts()
        facts.title = "Under the tree"
        try await catalog.record(
            [
                .encoded(
                    Self.path, stamp, ContentDigest(high: 1, low: 1), PixelSize(width: 4, height: 3), vector),
                .described(Self.path, facts, .none),
            ], model: .fake)
        return catalog
    }

    private func found(_ words: String, in catalog: SQLiteCatalog) async throws -> [PhotoID] {
        try await catalog.photos(with: #require(WrittenWords(words))).all.ids
    }
}
