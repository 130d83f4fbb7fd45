import EvokeCSQLite
import EvokePorts
import EvokeSystem
import EvokeTestSupport
import EvokeValues
import Glibc
import Testing

@testable import CatalogSQLite

@Suite struct OlderLibraryTests {
    private let home = TemporaryFolder()

    /// After an update, nobody should have to index before they can search.
    @Test(arguments: OlderLibrary.formats) func isMadeCurrentByAReader(format: Int) async throws {
        let library = try OlderLibrary(format: format, in: home)
        let before = try FileSystem.read(library.folder.appending(SQLiteCatalog.fileName))
        let reader = try await SQLiteCatalog.open(in: library.folder, access: .read)
        let summary = try await reader.summary()
        #expect(summary.photos == (format < 4 ? 4 : 5) && summary.failed == (format < 4 ? 2 : 1))
        #expect(try await reader.cutPhotos().count == (format < 4 ? 0 : 1))
        #expect(try await reader.exclusions() == (format < 2 ? [] : ["drafts/"]))
        let report = try await reader.check { _ in }
        #expect(report.isInOrder, "\(report.faults)")
        try await reader.close()

        let copy = library.folder.appending("library-format\(format).sqlite")
        #expect(try FileSystem.read(copy).count == before.count)
        #expect(FileSystem.status(of: copy).map { $0.permissions & 0o777 } == 0o600)
        #expect(try self.format(of: copy) == format)
        #expect(try self.format(of: library.folder.appending(SQLiteCatalog.fileName)) == Schema.migrations.count)
    }

    /// The texts in photos are read after it, as in any other library.
    @Test(arguments: OlderLibrary.formats) func noTextIsReadInItYet(format: Int) async throws {
        let library = try OlderLibrary(format: format, in: home)
        let catalog = try await SQLiteCatalog.open(in: library.folder, access: .write)
        let searches = try await catalog.savedSearches()
        #expect(searches == (format < 11 ? [] : [SavedSearch(name: "boats", query: "two sails")]))
        #expect(try await catalog.photos(meeting: .test(.keyword("harbour"))).count == (format < 17 ? 0 : 1))
        let reader = TextReaderID(7)
        // Those of the first format have no digest yet, and a text belongs to what a file holds.
        let waiting = try await catalog.photosWithoutText(by: reader, after: PhotoID(-1), limit: 9)
        #expect(waiting.count == (format == 1 ? 0 : format < 4 ? 4 : 5))
        guard let photo = waiting.first, let content = photo.content else { return }
        try await catalog.note([content: ReadText(.lines("gate 12"), by: reader)])
        #expect(try await catalog.photos(meeting: .test(.pictureText("gate"))).contains(photo.id))
        let named = try await catalog.photos(with: #require(WrittenWords("dated")))
        #expect(named.all.count == 1, "the index that has them in it has all else, too")
        let report = try await catalog.check { _ in }
        #expect(report.isInOrder, "\(report.faults)")
        try await catalog.close()
    }

    /// Who goes back finds all that was there, and may come again.
    @Test func theCopyIsTheLibraryAsItWas() async throws {
        let library = try OlderLibrary(format: 3, in: home)
        let file = library.folder.appending(SQLiteCatalog.fileName)
        // What lies in the log only is a part of it, too.
        let writer = try connection(to: file)
        try writer.execute("PRAGMA wal_autocheckpoint = 0; INSERT INTO exclusions(pattern) VALUES('late/')")
        let log = try FileSystem.read(library.folder.appending(SQLiteCatalog.fileName + "-wal"))
        #expect(!log.isEmpty)
        try home.write("library/library-format1.sqlite", "one of long ago".utf8)
        try home.write("library/library-format3.sqlite", "one of an upgrade that was taken back".utf8)
        try await SQLiteCatalog.open(in: library.folder, access: .write).close()
        let names = try FileSystem.names(in: library.folder).map { String(decoding: $0, as: UTF8.self) }
        #expect(names.filter { $0.hasPrefix("library-format") } == ["library-format3.sqlite"])

        let copy = library.folder.appending("library-format3.sqlite")
        let patterns = try connection(to: copy).count("SELECT count(*) FROM exclusions")
        #expect(patterns == 2)
        for suffix in ["-wal", "-shm"] {
            try FileSystem.erase(library.folder.appending(SQLiteCatalog.fileName + suffix))
        }
        try FileSystem.replace(file, with: FileSystem.read(copy))
        let again = try await SQLiteCatalog.open(in: library.folder, access: .read)
        #expect(try await again.exclusions() == ["drafts/", "late/"])
    }

    /// An older Evoke that writes to it is not disturbed; what it writes is seen.
    @Test func isReadAsItIsWhileAnotherWrites() async throws {
        let library = try OlderLibrary(format: 2, in: home)
        let file = library.folder.appending(SQLiteCatalog.fileName)
        let lock = try LibraryLock(in: library.folder)
        let reader = try await SQLiteCatalog.open(in: library.folder, access: .read)
        #expect(try await reader.summary().photos == 4)
        let writer = try connection(to: file)
        try writer.execute("UPDATE photos SET missing = 1 WHERE id = 2")
        #expect(try await reader.summary().photos == 3)
        #expect(try format(of: file) == 2)
        lock.release()
        try writer.execute("UPDATE photos SET missing = 0 WHERE id = 2")
        #expect(try await reader.summary().photos == 4)
        #expect(try format(of: file) == Schema.migrations.count)
    }

    /// A newer Evoke may read what an older one called damaged.
    @Test func whatWasDamagedIsTriedOnceMore() async throws {
        let library = try OlderLibrary(format: 3, in: home)
        try connection(to: library.folder.appending(SQLiteCatalog.fileName)).execute(library.moving())
        let catalog = try await SQLiteCatalog.open(in: library.folder, access: .write)
        let model = try #require(try await catalog.models().first)
        func state() async throws -> KnownFile.State? {
            let cut = library.photos.appending("cut.png")
            return try await catalog.files(in: library.photos, model: model).first { $0.path == cut }?.state
        }
        #expect(try await state() == .failed(.unreadable), "which is tried again")
        let status = try #require(FileSystem.status(of: library.photos.appending("cut.png")))
        let error = EvokeError(.damaged, doing: "read the photo", subject: "", reason: "the test says so")
        try await catalog.record(
            [.failed(library.photos.appending("cut.png"), FileStamp(status), error)], model: model)
        try await catalog.close()
        let later = try await SQLiteCatalog.open(in: library.folder, access: .write)
        #expect(try await later.failures().contains { $0.error.kind == .damaged })
    }

    /// A number that no Evoke writes: damage, and no end of the process.
    @Test func aFormatBelowZeroIsDamage() async throws {
        let library = try OlderLibrary(format: 3, in: home)
        try connection(to: library.folder.appending(SQLiteCatalog.fileName)).execute("PRAGMA user_version = -1")
        for access in [CatalogAccess.read, .write] {
            let error = await #expect(throws: EvokeError.self) {
                try await SQLiteCatalog.open(in: library.folder, access: access)
            }
            #expect(error?.kind == .libraryDamaged)
        }
    }

    /// Formats before the fifth could give photos that exchanged their names one content, and one vector.
    @Test(arguments: 2...4) func photosThatShareAContentAreReadOnceMore(format: Int) async throws {
        let library = try OlderLibrary(format: format, in: home)
        try connection(to: library.folder.appending(SQLiteCatalog.fileName)).execute(library.moving())
        let catalog = try await SQLiteCatalog.open(in: library.folder, access: .write)
        let model = try #require(try await catalog.models().first)
        for (folder, name, isTrusted) in [
            ("", "dated.jpg", false), ("more", "copy.jpg", false), ("", "plain.png", true),
        ] {
            let folder = folder.isEmpty ? library.photos : library.photos.appending(folder)
            let files = try await catalog.files(in: folder, model: model)
            let known = try #require(files.first { $0.path.name == FilePath(name).name })
            let status = try #require(FileSystem.status(of: known.path))
            #expect(known.state == .encoded, "until then it is found")
            #expect(FileStamp(status).fits(known.stamp) == isTrusted, "\(name)")
        }
    }

    private func connection(to file: FilePath) throws -> Connection {
        try Connection(uri: Connection.uri(file), file: file, flags: SQLITE_OPEN_READWRITE)
    }

    private func format(of file: FilePath) throws -> Int {
        try connection(to: file).count("PRAGMA user_version")
    }
}
