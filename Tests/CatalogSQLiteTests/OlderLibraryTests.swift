import EvokeCSQLite
import EvokeCatalog
import EvokePorts
import EvokeSystem
import EvokeTestSupport
import EvokeValues
import Glibc
import Testing

@testable import CatalogSQLite

@Suite struct OlderLibraryTests {
    private let home = TemporaryFolder()

    /// After an update, nobody should have to index before they can search. Its tables are those of a new library then,
    /// which they are not where a released step was changed.
    @Test func isMadeCurrentByAReader() async throws {
        let library = try OlderLibrary(in: home)
        let file = library.folder.appending(SQLiteCatalog.fileName)
        let before = try FileSystem.read(file)
        let reader = try await SQLiteCatalog.open(in: library.folder, access: .read)
        let summary = try await reader.summary()
        #expect([summary.photos, summary.failed, try await reader.truncatedPhotos().count] == [5, 1, 1])
        #expect(try await reader.exclusions() == ["drafts/"])
        #expect(try await reader.savedSearches() == [SavedSearch(name: "boats", query: "two sails")])
        #expect(try await reader.photos(meeting: .test(.keyword("harbour"))).count == 1)
        let report = try await reader.check { _ in }
        #expect(report.isInOrder, "\(report.faults)")
        try await reader.close()

        let copy = library.folder.appending("library-format\(OlderLibrary.format).sqlite")
        #expect(try FileSystem.read(copy).count == before.count)
        #expect(FileSystem.status(of: copy).map { $0.permissions & 0o777 } == 0o600)
        #expect(try [format(of: copy), format(of: file)] == [OlderLibrary.format, Schema.format])
        #expect(try Schema.tables(of: connection(to: file)) == Schema.expected.get())
    }

    /// Who goes back finds all that was there, and may come again.
    @Test func theCopyIsTheLibraryAsItWas() async throws {
        let library = try OlderLibrary(in: home)
        let copyName = "library-format\(OlderLibrary.format).sqlite"
        let file = library.folder.appending(SQLiteCatalog.fileName)
        // What lies in the log only is a part of it, too.
        let writer = try connection(to: file)
        try writer.execute("PRAGMA wal_autocheckpoint = 0; INSERT INTO exclusions(pattern) VALUES('late/')")
        let log = try FileSystem.read(library.folder.appending(SQLiteCatalog.fileName + "-wal"))
        #expect(!log.isEmpty)
        try home.write("library/library-format1.sqlite", "one of long ago".utf8)
        try home.write("library/\(copyName)", "one of an upgrade that was taken back".utf8)
        try await SQLiteCatalog.open(in: library.folder, access: .write).close()
        let names = try FileSystem.names(in: library.folder).map { String(decoding: $0, as: UTF8.self) }
        #expect(names.filter { $0.hasPrefix("library-format") } == [copyName])

        let copy = library.folder.appending(copyName)
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
        let library = try OlderLibrary(in: home)
        let file = library.folder.appending(SQLiteCatalog.fileName)
        let lock = try LibraryLock(in: library.folder)
        let reader = try await SQLiteCatalog.open(in: library.folder, access: .read)
        #expect(try await reader.summary().photos == 5)
        let writer = try connection(to: file)
        try writer.execute("UPDATE photos SET missing = 1 WHERE id = 3")
        #expect(try await reader.summary().photos == 4)
        #expect(try format(of: file) == OlderLibrary.format)
        lock.release()
        try writer.execute("UPDATE photos SET missing = 0 WHERE id = 3")
        #expect(try await reader.summary().photos == 5)
        #expect(try format(of: file) == Schema.format)
    }

    /// docs/schema has the definitions, to be read. `EVOKE_SCHEMA=docs/schema` writes them there.
    @Test func theDefinitionsInTheDocumentsAreTheseTables() throws {
        try expectDocumented(Schema.tables, as: "sqlite.sql")
    }

    /// No release wrote them. The file stays as it is.
    @Test func aFormatBeforeThatIsRefused() async throws {
        let library = try OlderLibrary(in: home)
        let file = library.folder.appending(SQLiteCatalog.fileName)
        try connection(to: file).execute("PRAGMA user_version = 20")
        let before = try FileSystem.read(file)
        for access in [CatalogAccess.read, .write] {
            let error = await #expect(throws: EvokeError.self) {
                try await SQLiteCatalog.open(in: library.folder, access: access)
            }
            #expect(error?.kind == .unsupported)
        }
        #expect(try FileSystem.read(file) == before)
    }

    /// What was wrong with a row is still found.
    @Test func damageOutlastsTheUpgrade() async throws {
        let library = try OlderLibrary(in: home)
        try connection(to: library.folder.appending(SQLiteCatalog.fileName)).execute(
            "UPDATE facts SET orientation = 7 WHERE photo = 1")
        let catalog = try await SQLiteCatalog.open(in: library.folder, access: .write)
        let faults = try await catalog.check { _ in }.faults
        #expect(faults.count == 1 && faults[0].words.contains("metadata"), "\(faults)")
        try await catalog.close()
    }

    /// A number that no Evoke writes: damage, and no end of the process.
    @Test func aFormatBelowZeroIsDamage() async throws {
        let library = try OlderLibrary(in: home)
        try connection(to: library.folder.appending(SQLiteCatalog.fileName)).execute("PRAGMA user_version = -1")
        for access in [CatalogAccess.read, .write] {
            let error = await #expect(throws: EvokeError.self) {
                try await SQLiteCatalog.open(in: library.folder, access: access)
            }
            #expect(error?.kind == .libraryDamaged)
        }
    }

    private func connection(to file: DiskPath) throws -> SQLiteConnection {
        try SQLiteConnection(uri: SQLiteConnection.uri(file), file: file, flags: SQLITE_OPEN_READWRITE)
    }

    private func format(of file: DiskPath) throws -> Int {
        try connection(to: file).count("PRAGMA user_version")
    }
}
