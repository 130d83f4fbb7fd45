import EvokeCatalog
import EvokeIndexing
import EvokePorts
import EvokeSystem
import EvokeTestSupport
import EvokeValues
import EvokeWorkers
import Glibc
import Testing

@testable import CatalogSQLite

/// What the tests of indexing stand on.
@Suite struct FakesTests {
    @Test func theyKeepTheirContracts() async throws {
        let samples = DecodingConformance.Samples(
            whole: Array("whole".utf8), cut: Array("half".utf8), damaged: Array("bad".utf8))
        try await DecodingConformance(FakeDecoder(), samples).checkAll()
        try await FactsConformance(FakeFactReader(), photo: Array("photo".utf8)) { Array($0.utf8) }.checkAll()
        try await ContentDigestingConformance(FakeDigester()).checkAll()
        try await ThumbnailKeepingConformance(FakeThumbnails()).checkAll()
    }
}

@Suite struct IndexerTests {
    private let folder = TemporaryFolder()
    private let home = TemporaryFolder()
    private let catalog: SQLiteCatalog
    private let decoder = FakeDecoder()

    init() async throws {
        catalog = try await SQLiteCatalog.open(in: home.path, access: .write)
    }

    @Test func indexesWhatLooksLikeAPhoto() async throws {
        for name in [
            "a.jpg", "deep/er/b.PNG", "c.heic", "d.txt", ".hidden.jpg", "._a.jpg", ".cache/e.jpg", "@eaDir/f.jpg",
        ] {
            try folder.write(name, name.utf8)
        }
        let report = try await index()
        #expect(report.added == 3)
        #expect(Set(decoder.decoded) == Set(["a.jpg", "deep/er/b.PNG", "c.heic"].map { folder.path.appending($0) }))
        #expect(try await catalog.summary().photos == 3)
        #expect(try await catalog.roots() == [folder.path])
    }

    @Test func skipsWhatIsUnchanged() async throws {
        try folder.write("a.jpg", "one".utf8)
        try folder.write("b.jpg", "two".utf8)
        _ = try await index()
        let report = try await index()
        #expect(report.unchanged == 2 && report.added == 0 && report.changed == 0)
        #expect(decoder.decoded.count == 2, "no photo is opened twice")
    }

    @Test(arguments: [13_569_465_600, -11_676_096_000, .max, .min])
    func photosAndSidecarsMayBeOfAnyTime(seconds: Int) async throws {
        for name in ["a.jpg", "a.xmp"] {
            let file = try folder.write(name, "one".utf8)
            let times = [timespec](repeating: timespec(tv_sec: seconds, tv_nsec: 0), count: 2)
            // What a file system cannot hold becomes the nearest that it can.
            #expect(file.withCString { utimensat(AT_FDCWD, $0, times, 0) } == 0)
        }
        #expect(try await index().added == 1)
        #expect(try await index().unchanged == 1)
    }

    @Test func doesChangedPhotosAgainAndDropsVanishedOnes() async throws {
        try folder.write("a.jpg", "one".utf8)
        try folder.write("b/c.jpg", "two".utf8)
        _ = try await index()
        let id = try #require(try await catalog.photo(at: folder.path.appending("a.jpg")))
        try folder.write("a.jpg", "other".utf8)
        try folder.move("b/c.jpg", to: "b/d.txt")

        let report = try await index()
        #expect(report.changed == 1 && report.vanished == 1 && report.added == 0)
        #expect(try await catalog.photo(at: folder.path.appending("a.jpg")) == id)
        #expect(try await catalog.summary().photos == 1)

        try folder.move("b/d.txt", to: "b/c.jpg")
        let again = try await index()
        #expect(again.returned == 1 && again.unchanged == 2)
        #expect(decoder.decoded.count == 3, "a photo that is back unchanged needs no work")
    }

    @Test func oneBadPhotoBecomesARowAndStopsNothing() async throws {
        try folder.write("a.jpg", "good".utf8)
        try folder.write("b.jpg", "bad".utf8)
        try folder.write("c.jpg", [0, 0, 0, 0])
        let errors = Locked<[EvokeError]>([])
        let report = try await index {
            if case .failed(let error) = $0 { errors.withLock { $0.append(error) } }
        }
        #expect(report.added == 1 && report.failed == 2)
        #expect(errors.withLock { Set($0.map(\.kind)) } == [.damaged, .inference])
        #expect(try await catalog.failures().count == 2)
        #expect(try await catalog.summary().photos == 1)
    }

    /// Forty photos, of which the model answers none: it is the model's fault, and no photo is marked for it.
    @Test(arguments: [2, 40])
    func aModelThatFailsStopsTheRun(photos: Int) async throws {
        for number in 0..<photos { try folder.write("\(number).jpg", [1, 1, 1, 1, UInt8(number)]) }
        let error = await #expect(throws: EvokeError.self) { try await index(encoder: FailingEncoder()) }
        #expect(error?.kind == .inference && error?.description.contains("The photos are fine") == true)
        #expect(try await catalog.failures().isEmpty)
        #expect(try await index().added == photos, "each is tried again")
    }

    /// With photos in between that it answers, or alone: then it is the photo's.
    @Test func photosThatTheModelHasNoVectorOfAreMarked() async throws {
        for number in 0..<20 {
            let pixel: UInt8 = number % 5 == 0 ? 1 : 0
            try folder.write("\(10 + number).jpg", [pixel, pixel, pixel, pixel, UInt8(number)])
        }
        let report = try await index()
        #expect(report.added == 4 && report.failed == 16)
        #expect(try await catalog.failures().count == 16)
    }

    @Test func retriesOnlyWhatMayPassByItself() async throws {
        try folder.write("bad.jpg", "bad".utf8)
        try folder.write("locked.jpg", "locked".utf8)
        _ = try await index()
        let report = try await index()
        #expect(report.failed == 2)
        #expect(decoder.decoded.filter { $0.name.elementsEqual("bad.jpg".utf8) }.count == 1)
        #expect(decoder.decoded.filter { $0.name.elementsEqual("locked.jpg".utf8) }.count == 2)
        try folder.write("bad.jpg", "mended".utf8)
        #expect(try await index().changed == 1)
    }

    @Test func whatHasLostItsEndIsIndexedAndMarked() async throws {
        try folder.write("a.jpg", "half a photo".utf8)
        try folder.write("b.jpg", "a whole one".utf8)
        let truncated = TruncatedPhoto(path: folder.path.appending("a.jpg"), share: 0.5)
        let told = Locked<[TruncatedPhoto]>([])
        let report = try await index { if case .truncated(let photo) = $0 { told.withLock { $0.append(photo) } } }
        #expect(report.added == 2 && report.truncated == 1 && report.failed == 0)
        #expect(told.withLock { $0 } == [truncated])
        #expect(try await catalog.truncatedPhotos() == [truncated])
        let again = try await index()
        #expect(again.unchanged == 2 && again.truncated == 1)

        // A file that was still being copied, or has been mended.
        try folder.write("a.jpg", "all of the photo".utf8)
        let mended = try await index()
        #expect(mended.changed == 1 && mended.truncated == 0)
        #expect(try await catalog.truncatedPhotos().isEmpty)
    }

    @Test(arguments: [true, false]) func aMissingOrEmptiedRootKeepsItsPhotos(isMissing: Bool) async throws {
        try folder.write("disk/a.jpg", "one".utf8)
        let root = folder.path.appending("disk")
        _ = try await index([root])
        if isMissing { try folder.move("disk", to: "unplugged") } else { folder.remove("disk/a.jpg") }
        let report = try await index([])
        #expect(report.problems.map(\.path) == [root] && report.vanished == 0)
        #expect(try await catalog.summary().photos == 1)
    }

    /// What is there now is another folder, which nobody has named.
    @Test func aRootThatBecameALinkKeepsItsPhotosAndTakesInNoOthers() async throws {
        try folder.write("photos/a.jpg", "one".utf8)
        try folder.write("elsewhere/b.jpg", "two".utf8)
        let root = folder.path.appending("photos")
        #expect(try await index([root]).added == 1)
        try folder.move("photos", to: "moved")
        link("photos", to: folder.path.appending("elsewhere"))
        let changes = FolderChanges(trees: [root, folder.path.appending("elsewhere")])
        for report in [try await index([]), try await indexer().refresh(changes, willRead: { _ in }, notify: { _ in })]
        {
            #expect(report.problems.map(\.path) == [root] && report.vanished == 0 && report.added == 0)
            #expect(report.problems.first?.error.reason.contains("elsewhere") == true)
        }
        #expect(try await index([root]).added == 1, "until somebody says so")
        #expect(try await catalog.roots() == [folder.path.appending("elsewhere"), root])
    }

    @Test func whatIsNeitherFolderNorFileIsNoRoot() async throws {
        let pipe = folder.path.appending("pipe")
        #expect(pipe.withCString { mkfifo($0, 0o600) } == 0)
        let report = try await index([DiskPath("/dev/null"), pipe])
        #expect(report.problems.map(\.error.kind) == [.unsupported, .unsupported] && report.failed == 0)
        #expect(try await catalog.roots().isEmpty)
    }

    @Test func pathsThatAreTooLongAreNamed() async throws {
        var deep = folder.path
        while deep.bytes.count < 3_890 { deep = deep.appending(String(repeating: "d", count: 200)) }
        try FileSystem.makeFolder(deep)
        let parent = open(deep.display, O_RDONLY | O_DIRECTORY)
        defer { close(parent) }
        let name = String(repeating: "n", count: 240) + ".jpg"
        close(openat(parent, name, O_WRONLY | O_CREAT, 0o600))
        defer { unlinkat(parent, name, 0) }
        try folder.write("a.jpg", "one".utf8)
        let report = try await index()
        #expect(report.added == 1 && report.problems.count == 1)
        #expect(report.problems.first?.path == deep.appending(name))
        #expect(report.problems.first?.error.reason.contains("4096") == true)
    }

    @Test func saysWhichPathIsNotThere() async throws {
        let report = try await index([folder.path.appending("nowhere"), folder.path])
        #expect(report.problems.map(\.error.kind) == [.notFound])
        #expect(try await catalog.roots() == [folder.path])
    }

    @Test func indexesASingleFile() async throws {
        try folder.write("b.jpg", "two".utf8)
        let file = try folder.write("a.jpg", "one".utf8)
        #expect(try await index([file]).added == 1)
        #expect(try await index([file]).unchanged == 1)
        #expect(try await catalog.summary().photos == 1)
    }

    @Test func overlappingFoldersAreDoneOnce() async throws {
        try folder.write("in/a.jpg", "one".utf8)
        let report = try await index([folder.path, folder.path.appending("in"), folder.path])
        #expect(report.added == 1)
        #expect(decoder.decoded.count == 1)
    }

    @Test func followsLinksThatLeadOutAndNeverInCircles() async throws {
        let outside = TemporaryFolder()
        try outside.write("far.jpg", "far".utf8)
        try folder.write("a.jpg", "one".utf8)
        try folder.write(".store/kept.jpg", "kept".utf8)
        link("circle", to: folder.path)
        link("again.jpg", to: folder.path.appending("a.jpg"))
        link("out", to: outside.path)
        link("out2", to: outside.path)
        link("kept.jpg", to: folder.path.appending(".store/kept.jpg"))
        link("broken.jpg", to: folder.path.appending("nothing"))
        let report = try await index()
        #expect(report.added == 3, "a.jpg, kept.jpg and far.jpg, each once")
        #expect(report.problems.isEmpty)
    }

    @Test func aCircleOfLinksIsSaidToBeNoPhoto() async throws {
        try folder.write("a.jpg", "one".utf8)
        link("loop.jpg", to: folder.path.appending("loop.jpg"))
        let report = try await index()
        #expect(report.added == 1 && report.failed == 1)
        #expect(try await catalog.failures().first?.path == folder.path.appending("loop.jpg"))
    }

    @Test func anotherModelEncodesAgainAndKeepsTheFirst() async throws {
        try folder.write("a.jpg", "one".utf8)
        _ = try await index()
        #expect(try await index(model: .otherFake).added == 1)
        #expect(try await catalog.summary().models.map(\.photos) == [1, 1])
        #expect(try await index().unchanged == 1)
    }

    @Test(arguments: [Int.min, -1, 0, .max]) func anEncoderMaySayAnyWidth(width: Int) async throws {
        for number in 0..<3 { try folder.write("\(number).jpg", "photo \(number)".utf8) }
        #expect(try await index(width: width).added == 3)
    }

    @Test func newestPhotosComeFirst() async throws {
        for (place, name) in ["old.jpg", "new.jpg", "middle.jpg"].enumerated() {
            let file = try folder.write(name, name.utf8)
            var times = [timespec(), timespec()]
            times[1].tv_sec = [1_000, 3_000, 2_000][place]
            _ = file.withCString { utimensat(AT_FDCWD, $0, &times, 0) }
        }
        _ = try await index(width: 1)
        #expect(try await catalog.cards(of: (1...3).map { PhotoID($0) }).count == 3)
        #expect(try await catalog.photo(at: folder.path.appending("new.jpg")) == PhotoID(1))
        #expect(try await catalog.photo(at: folder.path.appending("old.jpg")) == PhotoID(3))
    }

    @Test func aCancelledRunKeepsWhatIsDoneAndTheNextGoesOn() async throws {
        for number in 0..<300 { try folder.write("\(number).jpg", "photo \(number)".utf8) }
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
        let run = Task {
            try await index {
                if case .encoding(let done, _) = $0, done == 100 { continuation.finish() }
            }
        }
        for await _ in stream {}
        run.cancel()
        let report = try await run.value
        let kept = try await catalog.summary().photos
        #expect(report.isInterrupted)
        #expect(kept == report.added && (100..<300).contains(kept))
        let rest = try await index()
        #expect(rest.added == 300 - kept && rest.unchanged == kept && !rest.isInterrupted)
    }

    @Test func aFailingCatalogEndsTheRunWithItsReason() async throws {
        try folder.write("a.jpg", "one".utf8)
        _ = try await index()
        try folder.write("b.jpg", "two".utf8)
        // As long as it is there, no photo comes in.
        try await catalog.read {
            try $0.execute("CREATE TRIGGER full BEFORE INSERT ON photos BEGIN SELECT RAISE(ABORT, 'it is full'); END")
        }
        let error = await #expect(throws: EvokeError.self) { try await index() }
        #expect(error?.kind == .libraryFailed)
        try await catalog.read { try $0.execute("DROP TRIGGER full") }
        #expect(try await index().added == 1)
    }

    @Test func aPhotoDeletedMeanwhileIsNoFailure() async throws {
        let file = try folder.write("a.jpg", "one".utf8)
        let decoder = FakeDecoder { _ in _ = file.withCString { unlink($0) } }
        let report = try await index(decoder: decoder)
        #expect(report.failed == 0 && report.added == 0)
        #expect(try await catalog.summary().failed == 0)
    }

    @Test func needsNoModelWhenThereIsNothingToEncode() async throws {
        try folder.write("a.jpg", "one".utf8)
        _ = try await index()
        try folder.write("a.xmp", "a title".utf8)
        let indexer = Indexer(
            catalog: catalog, model: .fake, decoder: decoder, digester: FakeDigester(), metadata: FakeFactReader(),
            encoder: MissingEncoder(), thumbnails: FakeThumbnails(), executor: BlockingExecutor(width: 2))
        #expect(try await indexer.run([folder.path]) { _ in }.described == 1)
        #expect(try await indexer.run([folder.path]) { _ in }.unchanged == 1)
        try folder.write("b.jpg", "two".utf8)
        await #expect(throws: EvokeError.self) { try await indexer.run([folder.path]) { _ in } }
    }

    @Test func keepsAThumbnailOfEachContent() async throws {
        try folder.write("a.jpg", "one".utf8)
        try folder.write("b.jpg", "two".utf8)
        try folder.write("bad.jpg", "bad".utf8)
        let thumbnails = FakeThumbnails()
        _ = try await Indexer(
            catalog: catalog, model: .fake, decoder: decoder, digester: FakeDigester(), metadata: FakeFactReader(),
            encoder: FakeEncoder(), thumbnails: thumbnails, executor: BlockingExecutor(width: 2)
        ).run([folder.path]) { _ in }
        #expect(thumbnails.count == 2)
        let content = try await FakeDigester().digest(of: folder.path.appending("a.jpg"))
        #expect(try await thumbnails.thumbnail(of: content)?.jpeg == Array("one".utf8))
    }

    private func index(
        _ paths: [DiskPath]? = nil, model: ModelID = .fake, width: Int = 2, decoder: FakeDecoder? = nil,
        encoder: (any ImageEncoding)? = nil, notify: @escaping @Sendable (IndexEvent) -> Void = { _ in }
    ) async throws -> IndexReport {
        try await indexer(model, decoder ?? self.decoder, encoder ?? FakeEncoder(width: width, model: model))
            .run(paths ?? [folder.path], notify: notify)
    }

    private func indexer(
        _ model: ModelID = .fake, _ decoder: FakeDecoder = FakeDecoder(), _ encoder: any ImageEncoding = FakeEncoder()
    ) -> Indexer {
        Indexer(
            catalog: catalog, model: model, decoder: decoder, digester: FakeDigester(), metadata: FakeFactReader(),
            encoder: encoder, thumbnails: FakeThumbnails(), executor: BlockingExecutor(width: 4))
    }

    private func link(_ name: String, to target: DiskPath) {
        let link = folder.path.appending(name)
        #expect(target.withCString { target in link.withCString { symlink(target, $0) } } == 0)
    }
}

/// A model that cannot be loaded.
private struct MissingEncoder: ImageEncoding {
    let input = FakeEncoder().input
    let width = 2

    func encode(_ image: PreparedImage) async throws -> Embedding {
        throw EvokeError(.modelInvalid, doing: "load the model", subject: "", reason: "the test says so")
    }
}

/// Gives no vector of anything.
private struct FailingEncoder: ImageEncoding {
    let input = FakeEncoder().input
    let width = 2

    func encode(_ image: PreparedImage) async throws -> Embedding {
        throw EvokeError(.inference, doing: "run the graph", subject: "fake", reason: "its output is not a number")
    }
}
