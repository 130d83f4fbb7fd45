import EvokeCSQLite
import EvokeCatalog
import EvokePorts
import EvokeTestSupport
import EvokeValues
import Testing

@testable import CatalogSQLite

/// Every fault that a check knows, put into a library on purpose.
@Suite struct CheckTests {
    private let folder = TemporaryFolder()

    @Test func findsNothingInALibraryInOrder() async throws {
        let report = try await check(after: "")
        #expect(report.isInOrder && report.faults.isEmpty)
        #expect(report.counts[.photos] == 3 && report.counts[.vectors] == 2)
        for state in 1...2 { #expect(try await check(after: "UPDATE photos SET missing = \(state)").isInOrder) }
    }

    @Test(arguments: [
        ("UPDATE vectors SET half_floats = zeroblob(6) WHERE photo = 1", "6 bytes instead of 8"),
        ("UPDATE vectors SET half_floats = zeroblob(8) WHERE photo = 1", "length 0.0"),
        // 0x3C10 is 1.016 as a half.
        ("UPDATE vectors SET half_floats = x'103C000000000000' WHERE photo = 1", "length 1.015625"),
        ("UPDATE vectors SET half_floats = x'007E000000000000' WHERE photo = 1", "not numbers"),
        ("UPDATE vectors SET half_floats = x'007C000000000000' WHERE photo = 1", "not numbers"),
    ]) func findsVectorsThatAreNone(sql: String, words: String) async throws {
        let report = try await check(after: sql)
        #expect(report.faultCount == 1 && report.faults.first?.part == .vectors)
        let said = report.faults.first?.words ?? ""
        #expect(said.contains("'/photos/a.jpg'") && said.contains(words), "\(said)")
    }

    @Test(arguments: [Int64.min, -1, 0, .max]) func aModelMayHaveAnyWidth(dimensions: Int64) async throws {
        let report = try await check(after: "UPDATE models SET dimensions = \(dimensions)")
        #expect(report.faults(of: .vectors) == 2 && report.faults[0].words.contains("\(dimensions) dimensions"))
    }

    /// The nearest half of a value is no fault.
    @Test func allowsWhatRoundingDoes() async throws {
        let report = try await check(after: "UPDATE vectors SET half_floats = x'FF3B000000000000' WHERE photo = 1")
        #expect(report.isInOrder)
    }

    @Test(arguments: [
        ("DELETE FROM vectors WHERE photo = 1", CheckReport.Part.photos, "'/photos/a.jpg' has no vector"),
        ("UPDATE photos SET missing = 7 WHERE photo = 1", .photos, "3 photos, but 2 are marked present"),
        ("DELETE FROM failures", .photos, "'/photos/c.jpg' has no vector"),
        ("UPDATE vectors SET photo = 9 WHERE photo = 1", .references, "'vectors' refers to a missing row of 'photos'"),
        ("UPDATE vectors SET model = 9 WHERE photo = 1", .references, "'vectors' refers to a missing row of 'models'"),
        (
            "PRAGMA writable_schema = ON; DELETE FROM sqlite_schema WHERE name = 'vectors_by_photo'", .file,
            "SQLite reports"
        ),
    ]) func findsWhatDoesNotBelongTogether(sql: String, part: CheckReport.Part, words: String) async throws {
        let report = try await check(after: sql)
        #expect(!report.isInOrder)
        #expect(report.faults.contains { $0.part == part && $0.words.contains(words) }, "\(report.faults)")
    }

    @Test func aListHasAnEnd() async throws {
        let report = try await check(
            after: """
                WITH RECURSIVE n(i) AS (SELECT 10 UNION ALL SELECT i + 1 FROM n WHERE i < 300)
                INSERT INTO photos(photo, folder, name, size, modified, inode) SELECT i, 1, 'p' || i, 1, 1, 1 FROM n
                """)
        #expect(report.faults(of: .photos) == 291)
        #expect(report.faults.count { $0.part == .photos } == CheckReport.faultsListedOfAPart)
    }

    /// Its full text is left.
    @Test(arguments: ["", "DELETE FROM vector_changes WHERE photo = 1"])
    func findsThatAnotherProgramDeletedAPhoto(hiding sql: String) async throws {
        #expect(try await check(after: "").isInOrder)
        try change("PRAGMA foreign_keys = ON; DELETE FROM photos WHERE photo = 1; \(sql)")
        var catalog = try await SQLiteCatalog.open(in: folder.path, access: .write)
        let vector = try #require(Embedding(normalizing: [1, 2, 3, 4], fingerprint: "f0"))
        try await catalog.record(
            [
                .encoded(
                    DiskPath("/photos/d.jpg"), FileStamp(size: 1, modifiedNanoseconds: 1, inode: 2),
                    ContentDigest(high: 0, low: 2), PixelSize(width: 1, height: 1), vector)
            ], model: .fake)
        try await catalog.close()
        catalog = try await SQLiteCatalog.open(in: folder.path, access: .read)
        let report = try await catalog.check { _ in }
        try await catalog.close()
        #expect(!report.isInOrder && report.suspects == [.library], "\(report.faults)")

        catalog = try await SQLiteCatalog.open(in: folder.path, access: .write)
        try await catalog.leave(report.suspects)
        #expect(try await catalog.repaired(inside: [DiskPath("/photos")], model: .fake).isEmpty)
        #expect(try await catalog.check { _ in }.isInOrder)
        try await catalog.close()
    }

    /// What SQLite and the lengths of vectors cannot know: each is whole, but another photo's.
    @Test func swappedVectorsAreFound() async throws {
        #expect(try await check(after: "").isInOrder)
        try change(
            """
            CREATE TEMP TABLE two AS SELECT photo, half_floats FROM vectors;
            UPDATE vectors SET half_floats = (SELECT half_floats FROM two WHERE photo = 3 - vectors.photo)
            """)
        let report = try await SQLiteCatalog.open(in: folder.path, access: .read).check { _ in }
        #expect(report.faults(of: .vectors) == 2 && report.faults(of: .photos) == 0)
        #expect(report.suspects == [.photo(PhotoID(1)), .photo(PhotoID(2))])
    }

    /// Only its user knows what it was: it goes, and is named.
    @Test func aSavedSearchThatOthersChangedGoesAndIsNamed() async throws {
        let kept = SavedSearch(name: "cats", query: "cat")
        var catalog = try await SQLiteCatalog.open(in: folder.path, access: .write)
        for search in [kept, SavedSearch(name: "dogs", query: "dog")] {
            #expect(try await catalog.save(search, most: 2))
        }
        try await catalog.close()
        try change("UPDATE searches SET query = CAST('hog' AS BLOB) WHERE name = CAST('dogs' AS BLOB)")
        catalog = try await SQLiteCatalog.open(in: folder.path, access: .write)
        let report = try await catalog.check { _ in }
        #expect(report.faultCount == 1 && report.faults.first?.words.contains("the saved search 'dogs'") == true)
        try await catalog.leave(report.suspects)
        let lost = try await catalog.repaired(inside: [], model: .fake)
        #expect(lost.map(\.subject) == ["dogs"] && lost[0].reason.contains("'hog'"))
        #expect(try await catalog.savedSearches() == [kept])
        #expect(try await catalog.check { _ in }.isInOrder)
        try await catalog.close()
    }

    /// As another program does it.
    private func change(_ sql: String) throws {
        let file = folder.path.appending(SQLiteCatalog.fileName)
        try SQLiteConnection(uri: SQLiteConnection.uri(file), file: file, flags: SQLITE_OPEN_READWRITE).execute(sql)
    }

    private func check(after sql: String) async throws -> CheckReport {
        let catalog = try await SQLiteCatalog.open(in: folder.path, access: .write)
        let stamp = FileStamp(size: 1, modifiedNanoseconds: 1, inode: 1)
        let size = PixelSize(width: 1, height: 1)
        let error = EvokeError(.damaged, doing: "read the photo", subject: "c", reason: "cut")
        let vectors = try [[1, 2, 3, 4], [4, 3, 2, 1]].map { (values: [Float]) in
            try #require(Embedding(normalizing: values, fingerprint: "f0"))
        }
        try await catalog.record(
            [
                .encoded(DiskPath("/photos/a.jpg"), stamp, ContentDigest(high: 0, low: 1), size, vectors[0]),
                .encoded(DiskPath("/photos/b.jpg"), stamp, ContentDigest(high: 0, low: 1), size, vectors[1]),
                .failed(DiskPath("/photos/c.jpg"), stamp, error),
            ], model: .fake)
        try await catalog.read { try $0.execute("PRAGMA foreign_keys = OFF; \(sql)") }
        try await catalog.close()
        return try await SQLiteCatalog.open(in: folder.path, access: .read).check { _ in }
    }
}
