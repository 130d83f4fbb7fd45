import EvokePorts
import EvokeSystem
import EvokeTestSupport
import EvokeValues
import Testing

@testable import Evoke

@Suite struct LibraryBackupTests {
    private let test = SmallLibrary()

    private var file: DiskPath { test.folder.path.appending("library.backup") }
    private var database: DiskPath { test.configuration.library.appending("library.sqlite") }

    private func restore(replacing: Bool = false) async throws -> BackupReport {
        try await LibraryBackups(of: test.configuration).restore(from: file, replacing: replacing)
    }

    private func names(_ library: PhotoLibrary? = nil) async throws -> Set<String> {
        let open: PhotoLibrary
        if let library { open = library } else { open = try await PhotoLibrary.open(test.configuration, access: .read) }
        let found = try await open.search(SearchRequest("a photo", showsAll: true))
        if library == nil { try await open.close() }
        return Set(EvokeTests.names(of: found))
    }

    private func refusal(_ body: () async throws -> BackupReport) async -> EvokeError? {
        do {
            _ = try await body()
            return nil
        } catch { return error as? EvokeError }
    }

    /// Whoever has it open meanwhile sees the restored one from then on.
    @Test func bringsBackWhatWasThere() async throws {
        let library = try await test.indexed()
        let report = try await LibraryBackups(of: test.configuration).make(at: file)
        #expect(report.photos == 3 && FileSystem.status(of: file).map { $0.permissions & 0o777 } == 0o600)
        #expect(FileSystem.isMissing(DiskPath(bytes: file.bytes + Array("-wal".utf8))))
        try await library.close()

        try FileSystem.erase(test.red)
        _ = try await test.configuration.opened().forget(test.photos)
        let reader = try await PhotoLibrary.open(test.configuration, access: .read)
        #expect(try await names(reader).isEmpty)
        let restored = try await restore(replacing: true)
        #expect(restored.photos == 3)
        #expect(try await names(reader) == ["red.bmp", "green.bmp", "blue.bmp"])
        try await reader.close()

        let kept = try #require(restored.kept)
        #expect(try await test.configuration.catalog.copies() == [kept])
        let emptied = TemporaryFolder()
        let configuration = LibraryConfiguration(
            library: emptied.path.appending("library"), models: test.configuration.models,
            cache: test.configuration.cache)
        #expect(try await LibraryBackups(of: configuration).restore(from: kept).photos == 0)
    }

    @Test func makesALibraryWhereThereIsNone() async throws {
        try await test.indexed().close()
        _ = try await LibraryBackups(of: test.configuration).make(at: file)
        try FileSystem.erase(test.configuration.library)
        #expect(try await restore() == BackupReport(photos: 3))
        #expect(try await names().count == 3)
        #expect(FileSystem.status(of: database).map { $0.permissions & 0o777 } == 0o600)
    }

    @Test func takesNothingAway() async throws {
        let library = try await test.indexed()
        _ = try await LibraryBackups(of: test.configuration).make(at: file)
        // Whoever indexes is left alone.
        let busy = await refusal { try await restore(replacing: true) }
        try await library.close()
        let twice = await refusal { try await LibraryBackups(of: test.configuration).make(at: file) }
        #expect([busy?.kind, twice?.kind] == [.libraryBusy, .notAllowed])
        let unasked = await refusal { try await restore() }
        #expect(unasked?.remedies == [.chooseOption(.replacement), .chooseOption(.library)])
        #expect(try await names().count == 3)
    }

    @Test func whatIsNoBackupChangesNothing() async throws {
        try await test.indexed().close()
        let missing = await refusal { try await restore(replacing: true) }
        #expect(missing?.kind == .notFound, "\(String(describing: missing))")
        for bytes in [[], Array("no database".utf8), Array(try FileSystem.read(database).prefix(20_000))] {
            try FileSystem.replace(file, with: bytes)
            let refusal = await refusal { try await restore(replacing: true) }
            #expect(refusal?.kind == .libraryDamaged, "\(String(describing: refusal))")
        }
        #expect(try await names().count == 3)
        #expect(try await test.configuration.catalog.copies().isEmpty)
    }

    /// As after a disk has failed: that is what backups are for.
    @Test func aDamagedLibraryIsReplaced() async throws {
        try await test.indexed().close()
        _ = try await LibraryBackups(of: test.configuration).make(at: file)
        try FileSystem.replace(database, with: Array("no database".utf8))
        let kept = try #require(try await restore(replacing: true).kept)
        #expect(try FileSystem.read(kept) == Array("no database".utf8))
        #expect(try await names().count == 3)
    }

    @Test func oneOfAnOlderEvokeIsMadeCurrent() async throws {
        let older = try OlderLibrary(in: test.folder)
        try FileSystem.move(older.folder.appending("library.sqlite"), to: file, doing: "move")
        #expect(try await restore().photos == 5)
        let catalog = try await test.configuration.catalog.open(.read) { _ in }
        #expect(try await catalog.check { _ in }.isInOrder)
        try await catalog.close()
    }

    @Test func aDatabaseHasItsOwnTools() async throws {
        let configuration = LibraryConfiguration(
            library: DiskPath("postgres://localhost/photos?library=me"), models: [], cache: test.configuration.cache)
        let refusal = await refusal { try await LibraryBackups(of: configuration).make(at: file) }
        #expect(refusal?.kind == .wrongUsage)
    }
}
