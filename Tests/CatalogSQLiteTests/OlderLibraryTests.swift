import PhotoCore
import TestSupport
import Testing

@testable import CatalogSQLite

@Suite struct OlderLibraryTests {
    private let folder = TemporaryFolder()
    private let photo = FilePath("/photos/a.tif")

    /// A newer Evoke may read what an older one called damaged.
    @Test func whatWasDamagedIsTriedOnceMore() async throws {
        let before = try await SQLiteCatalog.open(in: folder.path, access: .write)
        try await fail(before)
        #expect(try await state(before) == .failed(.damaged))
        try await makeOlder(before)

        let after = try await SQLiteCatalog.open(in: folder.path, access: .write)
        #expect(try await state(after) == .failed(.unreadable), "which is tried again")
        try await fail(after)
        try await after.close()
        let later = try await SQLiteCatalog.open(in: folder.path, access: .write)
        #expect(try await state(later) == .failed(.damaged))
    }

    /// After an update, nobody should have to index before they can search.
    @Test func isMadeCurrentByAReader() async throws {
        let before = try await SQLiteCatalog.open(in: folder.path, access: .write)
        try await fail(before)
        try await makeOlder(before)
        let reader = try await SQLiteCatalog.open(in: folder.path, access: .read)
        #expect(try await reader.summary().failed == 1)
        #expect(try await reader.cutPhotos().isEmpty)
        #expect(try await state(reader) == .failed(.unreadable))
    }

    /// A number that no Evoke writes: damage, and no end of the process.
    @Test func aFormatBelowZeroIsDamage() async throws {
        let before = try await SQLiteCatalog.open(in: folder.path, access: .write)
        try await before.use { try $0.execute("PRAGMA user_version = -1") }
        try await before.close()
        for access in [SQLiteCatalog.Access.read, .write] {
            let error = await #expect(throws: EvokeError.self) {
                try await SQLiteCatalog.open(in: folder.path, access: access)
            }
            #expect(error?.kind == .libraryDamaged)
        }
    }

    /// Versions before the fifth could give photos that exchanged their names one content, and one vector.
    @Test func photosThatShareAContentAreReadOnceMore() async throws {
        let before = try await SQLiteCatalog.open(in: folder.path, access: .write)
        let vector = try #require(Embedding(normalizing: [1, 2, 3, 4], fingerprint: "f0"))
        let stamp = FileStamp(size: 1, modifiedNanoseconds: 1, inode: 1, changedNanoseconds: 1)
        let changes = [("a", 1), ("b", 1), ("c", 2)].map { name, content in
            CatalogChange.encoded(
                FilePath("/photos/\(name).jpg"), stamp, ContentDigest(high: 0, low: content),
                PixelSize(width: 1, height: 1), vector)
        }
        try await before.record(changes, model: .fake)
        try await makeOlder(before)

        let after = try await SQLiteCatalog.open(in: folder.path, access: .write)
        let files = try await after.files(in: FilePath("/photos"), model: .fake).sorted { $0.path < $1.path }
        #expect(files.map { stamp.fits($0.stamp) } == [false, false, true])
        #expect(files.map(\.state) == [.encoded, .encoded, .encoded], "until then they are found")
        #expect(files.map(\.stamp.changedNanoseconds).last == .some(nil), "it is learned when the file is met")
    }

    /// Makes it a library of the third version.
    private func makeOlder(_ catalog: SQLiteCatalog) async throws {
        try await catalog.use {
            try $0.execute(
                "DROP TABLE cuts; ALTER TABLE photos DROP COLUMN changed; PRAGMA user_version = 3")
        }
        try await catalog.close()
    }

    private func fail(_ catalog: SQLiteCatalog) async throws {
        let stamp = FileStamp(size: 1, modifiedNanoseconds: 1, inode: 1)
        let error = EvokeError(.damaged, doing: "read the photo", subject: "", reason: "the test says so")
        try await catalog.record([.failed(photo, stamp, error)], model: .fake)
    }

    private func state(_ catalog: SQLiteCatalog) async throws -> KnownFile.State? {
        try await catalog.files(in: FilePath("/photos"), model: .fake).first?.state
    }
}
