import CatalogSQLite
import EvokeCatalog
import EvokeIndexing
import EvokePorts
import EvokeSystem
import EvokeTestSupport
import EvokeValues
import EvokeWorkers
import Testing

/// A folder that is renamed takes its files away, and may bring them back with the stamps that they had.
@Suite struct ExchangedFoldersTests {
    enum Step: CaseIterable { case digest, metadata, pixels }

    private let folder = TemporaryFolder()
    private let home = TemporaryFolder()
    private let catalog: SQLiteCatalog

    init() async throws {
        catalog = try await SQLiteCatalog.open(in: home.path, access: .write)
    }

    @Test(arguments: Step.allCases, ["three", "bad"])
    func nothingIsKeptOfWhatAnotherFolderHeldMeanwhile(step: Step, other: String) async throws {
        try folder.write("a/photo.jpg", "one".utf8)
        try folder.write("b/photo.jpg", other.utf8)
        _ = try await index()
        let file = try folder.write("a/photo.jpg", "two".utf8)
        _ = try await index(before: step) { [folder] in try Self.exchange(in: folder) }
        try Self.exchange(in: folder)
        _ = try await index()
        try await expect(file, holds: "two")
    }

    @Test func nothingIsKeptWhereTheFolderIsAwayWhenFactsAreRead() async throws {
        try folder.write("a/photo.jpg", "one".utf8)
        _ = try await index()
        let file = try folder.write("a/photo.jpg", "two".utf8)
        _ = try await index(before: .metadata) { [folder] in try folder.move("a", to: ".away") }
        try folder.move(".away", to: "a")
        _ = try await index()
        try await expect(file, holds: "two")
    }

    @Test func nothingIsKeptOfWhatIsSaidOfACopyInAnotherFolder() async throws {
        try folder.write("a/photo.jpg", "one".utf8)
        try folder.write("b/photo.jpg", "two".utf8)
        let words = try ["a", "b"].map { try folder.write("\($0)/photo.xmp", " of \($0)".utf8) }
        _ = try await index()
        try folder.write("a/photo.jpg", "two".utf8)
        _ = try await index(before: .metadata) { [folder] in try Self.exchange(in: folder) }
        try Self.exchange(in: folder)
        _ = try await index()
        for (words, text) in zip(words, ["two of a", "two of b"]) {
            try await expect((words.parent ?? words).appending("photo.jpg"), holds: text)
        }
    }

    @Test func aRunThatIsStoppedAtTheFactsLeavesThePhotoToTheNext() async throws {
        try folder.write("a/photo.jpg", "one".utf8)
        _ = try await index()
        let file = try folder.write("a/photo.jpg", "two".utf8)
        #expect(try await index(before: .metadata) { throw CancellationError() }.isInterrupted)
        _ = try await index()
        try await expect(file, holds: "two")
    }

    private static func exchange(in folder: TemporaryFolder) throws {
        try folder.move("a", to: ".away")
        try folder.move("b", to: "a")
        try folder.move(".away", to: "b")
    }

    private func expect(_ file: DiskPath, holds text: String) async throws {
        let known = try #require(
            try await catalog.files(in: file.parent ?? file, model: .fake).first { $0.path == file })
        #expect(known.state == .encoded && known.isHere)
        #expect(try await known.content == FakeDigester().digest(of: file))
        #expect(try await catalog.metadata(of: known.id)?.metadata.title == text)
        let image = try await FakeDecoder().decode(file, for: FakeEncoder().input, thumbnail: false)
        let right = try await FakeEncoder().encode(image).values
        let vector = try #require(try await catalog.vector(of: known.id, model: .fake)).values
        #expect(zip(vector, right).allSatisfy { abs($0 - $1) < 1e-3 })
    }

    /// `act` is done the first time that the step is reached.
    private func index(
        before step: Step? = nil, _ act: @escaping @Sendable () throws -> Void = {}
    ) async throws -> IndexReport {
        let isDue = Locked(true)
        let reached: @Sendable (Step) throws -> Void = { reached in
            guard reached == step,
                isDue.withLock({ isDue in
                    defer { isDue = false }
                    return isDue
                })
            else { return }
            try act()
        }
        return try await Indexer(
            catalog: catalog, model: .fake, decoder: FakeDecoder { _ in try reached(.pixels) },
            digester: LateDigester(reached: reached), metadata: TitleReader(reached: reached), encoder: FakeEncoder(),
            thumbnails: FakeThumbnails(), executor: BlockingExecutor(width: 2)
        ).run([folder.path]) { _ in }
    }
}

private struct LateDigester: ContentDigesting {
    let reached: @Sendable (ExchangedFoldersTests.Step) throws -> Void

    func digest(of file: DiskPath) async throws -> ContentDigest {
        try reached(.digest)
        return try await FakeDigester().digest(of: file)
    }
}

/// The title is what the file holds, and what its sidecars say.
private struct TitleReader: MetadataReading {
    let reached: @Sendable (ExchangedFoldersTests.Step) throws -> Void

    func metadata(of file: DiskPath, sidecars: [DiskPath]) async throws -> PhotoMetadata {
        try reached(.metadata)
        var metadata = PhotoMetadata()
        metadata.title = String(decoding: try ([file] + sidecars).flatMap { try FileSystem.read($0) }, as: UTF8.self)
        return metadata
    }
}
