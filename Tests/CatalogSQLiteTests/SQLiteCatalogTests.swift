import CatalogSQLite
import EvokeCatalog
import EvokePorts
import EvokeSystem
import EvokeTestSupport
import EvokeValues
import Glibc
import Testing

@Suite struct SQLiteCatalogTests {
    private let folder = TemporaryFolder()

    @Test(arguments: CatalogConformance.checks)
    func keepsTheContract(check: CatalogConformance.Check) async throws {
        try await check.run(on: SQLiteCatalog.open(in: folder.path, access: .write))
    }

    @Test func throwsOnceItIsClosed() async throws {
        let catalog = try await SQLiteCatalog.open(in: folder.path, access: .write)
        try await catalog.close()
        try await catalog.close()
        let error = await #expect(throws: EvokeError.self) { try await catalog.summary() }
        #expect(error?.kind == .closed)
        await #expect(throws: EvokeError.self) { try await catalog.record([change("/a.jpg")], model: .fake) }
    }

    /// As a copying program does that overwrites it in place: what is gone is an error, and not the end of the process.
    @Test func aFileThatIsCutWhileItIsReadIsAnError() async throws {
        let model = ModelID(name: "wide", fingerprint: "f0", dimensions: 512)
        let writer = try await SQLiteCatalog.open(in: folder.path, access: .write)
        let vector = try #require(Embedding(normalizing: (0..<512).map { Float($0 + 1) }, fingerprint: "f0"))
        try await writer.record(
            (1...5_000).map { number in
                .encoded(
                    DiskPath("/photos/\(number).jpg"),
                    FileStamp(size: 1, modifiedNanoseconds: 1, inode: UInt64(number)),
                    ContentDigest(high: 1, low: UInt64(number)), PixelSize(width: 1, height: 1), vector)
            }, model: model)
        try await writer.close()
        let reader = try await SQLiteCatalog.open(in: folder.path, access: .read)
        let file = folder.path.appending(SQLiteCatalog.fileName)
        await #expect(throws: EvokeError.self) {
            try await reader.scan(model) { _, _ in
                #expect(file.withCString { truncate($0, 40_960) } == 0)
            }
        }
    }

    @Test func saysWhereThereIsNoLibrary() async throws {
        let error = await error(opening: folder.path.appending("nowhere"), .read)
        #expect(error?.kind == .notFound)
        #expect(error?.remedies == [.index(), .chooseOption(.library)])
    }

    /// What a process leaves that ended before it wrote anything.
    @Test func aLibraryThatWasOnlyBegunHasNothingInIt() async throws {
        try folder.write(SQLiteCatalog.fileName, [])
        #expect(await error(opening: folder.path, .read)?.kind == .notFound)
        _ = try await SQLiteCatalog.open(in: folder.path, access: .write)
    }

    @Test func refusesALibraryOfANewerVersion() async throws {
        try await record("/photos/a.jpg", in: folder.path)
        try setHeader(at: 60, to: 199)
        for access in [CatalogAccess.read, .write] {
            #expect(await error(opening: folder.path, access)?.kind == .libraryNewer)
        }
    }

    @Test func refusesTheDatabaseOfAnotherProgram() async throws {
        try await record("/photos/a.jpg", in: folder.path)
        try setHeader(at: 68, to: 1234)
        #expect(await error(opening: folder.path, .write)?.kind == .libraryDamaged)
    }

    @Test func refusesWhatIsNoDatabase() async throws {
        try folder.write(SQLiteCatalog.fileName, "This is not a database, though it is long enough to be one.".utf8)
        for access in [CatalogAccess.read, .write] {
            #expect(await error(opening: folder.path, access)?.kind == .libraryDamaged)
        }
    }

    @Test func readsALibraryOnAReadOnlyDisk() async throws {
        try await record("/photos/a.jpg", in: folder.path)
        _ = folder.path.withCString { chmod($0, 0o500) }
        defer { _ = folder.path.withCString { chmod($0, 0o700) } }
        let reader = try await SQLiteCatalog.open(in: folder.path, access: .read)
        #expect(try await reader.summary().photos == 1)
    }

    @Test func readersSeeWholeBatchesWhileAWriterWrites() async throws {
        let writer = try await SQLiteCatalog.open(in: folder.path, access: .write)
        try await writer.record([], model: .fake)
        let reader = try await SQLiteCatalog.open(in: folder.path, access: .read)
        async let writing: Void = {
            for batch in 0..<50 {
                let changes = (0..<10).map { change("/photos/\(batch)-\($0).jpg") }
                try await writer.record(changes, model: .fake)
            }
        }()
        for _ in 0..<50 { #expect(try await reader.summary().photos % 10 == 0) }
        try await writing
        #expect(try await reader.summary().photos == 500)
    }

    @Test func anUnusableVectorIsAnErrorAndNotAnAnswer() async throws {
        try await record("/photos/a.jpg", in: folder.path)
        let reader = try await SQLiteCatalog.open(in: folder.path, access: .read)
        let wider = ModelID(name: "fake", fingerprint: ModelID.fake.fingerprint, dimensions: 8)
        await #expect(throws: EvokeError.self) { try await reader.scan(wider) { _, _ in } }
    }

    private func change(_ path: String) -> CatalogChange {
        .encoded(
            DiskPath(path), FileStamp(size: 1, modifiedNanoseconds: 1, inode: 1), ContentDigest(high: 1, low: 1),
            PixelSize(width: 1, height: 1),
            Embedding(normalizing: [1, 0, 0, 0], fingerprint: "f0")!)
    }

    private func record(_ path: String, in folder: DiskPath) async throws {
        let catalog = try await SQLiteCatalog.open(in: folder, access: .write)
        try await catalog.record([change(path)], model: .fake)
        try await catalog.close()
    }

    private func error(opening folder: DiskPath, _ access: CatalogAccess) async -> EvokeError? {
        await #expect(throws: EvokeError.self) { _ = try await SQLiteCatalog.open(in: folder, access: access) }
    }

    /// Overwrites a big-endian number in the database's header.
    private func setHeader(at offset: Int, to value: UInt32) throws {
        let file = folder.path.appending(SQLiteCatalog.fileName)
        var bytes = try FileSystem.read(file)
        withUnsafeBytes(of: value.bigEndian) { bytes.replaceSubrange(offset..<(offset + 4), with: $0) }
        try FileSystem.replace(file, with: bytes)
    }
}
