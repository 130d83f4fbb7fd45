import CatalogSQLite
import EvokeCatalog
import EvokeIndexing
import EvokePorts
import EvokeSystem
import EvokeTestSupport
import EvokeValues
import EvokeWorkers
import Testing

/// Photos are known by what they hold.
@Suite struct MovedPhotosTests {
    private let folder = TemporaryFolder()
    private let home = TemporaryFolder()
    private let catalog: SQLiteCatalog
    private let decoder = FakeDecoder()

    init() async throws {
        catalog = try await SQLiteCatalog.open(in: home.path, access: .write)
    }

    @Test(arguments: ["b.jpg", "A.jpg", "deep/er/a.jpg"]) func aMovedPhotoTakesItsVectorWithIt(name: String)
        async throws
    {
        try folder.write("a.jpg", "one".utf8)
        _ = try await index()
        let id = try #require(try await catalog.photo(at: folder.path.appending("a.jpg")))
        try folder.move("a.jpg", to: name)
        let report = try await index()
        #expect(report.moved == 1 && report.added == 0 && report.vanished == 0)
        #expect(try await catalog.photo(at: folder.path.appending(name)) == id)
        let summary = try await catalog.summary()
        #expect(summary.photos == 1 && summary.missing == 0)
        #expect(decoder.decoded.count == 1, "nothing is decoded again")
    }

    @Test func aCopyIsAPhotoOfItsOwn() async throws {
        try folder.write("a.jpg", "one".utf8)
        _ = try await index()
        try folder.write("b.jpg", "one".utf8)
        try folder.write("c/a.jpg", "one".utf8)
        let report = try await index()
        #expect(report.copied == 2 && report.added == 0)
        #expect(try await catalog.summary().photos == 3)
        #expect(decoder.decoded.count == 1)
    }

    @Test func whatWasDeletedLongAgoComesBackUnderAnotherName() async throws {
        try folder.write("a.jpg", "one".utf8)
        try folder.write("b.jpg", "two".utf8)
        _ = try await index()
        folder.remove("a.jpg")
        #expect(try await index().vanished == 1)
        try folder.write("c.jpg", "one".utf8)
        try folder.write("d.jpg", "one".utf8)
        let report = try await index()
        #expect(report.moved == 1 && report.copied == 1, "it can be in one place only; the other is its copy")
    }

    @Test func aPhotoOverwrittenByAMoveIsGone() async throws {
        try folder.write("a.jpg", "one".utf8)
        try folder.write("b.jpg", "two".utf8)
        _ = try await index()
        try folder.move("a.jpg", to: "b.jpg")
        let report = try await index()
        #expect(report.moved == 1 && report.added == 0)
        #expect(try await catalog.summary().photos == 1)
    }

    @Test func aDamagedPhotoIsNoTwin() async throws {
        try folder.write("a.jpg", "bad one".utf8)
        _ = try await index()
        try folder.write("b.jpg", "bad one".utf8)
        let report = try await index()
        #expect(report.failed == 2 && report.copied == 0)
    }

    /// Each takes its vector along, whichever is written first, and none is encoded again.
    @Test(arguments: [2, 3, 300]) func namesThatAreExchangedTakeTheirVectorsAlong(photos: Int) async throws {
        for number in 0..<photos { try folder.write("\(number).jpg", "\(number + 100) is its number".utf8) }
        _ = try await index()
        try folder.move("0.jpg", to: ".away")
        for number in 1..<photos { try folder.move("\(number).jpg", to: "\(number - 1).jpg") }
        try folder.move(".away", to: "\(photos - 1).jpg")
        let report = try await index()
        #expect(report.moved == photos && report.copied == 0 && report.changed == 0 && report.unchanged == 0)
        #expect(decoder.decoded.count == photos, "nothing is decoded again")
        try await expectTruth()
        #expect(try await index().unchanged == photos)
    }

    @Test(arguments: [-1, 1]) func photosThatAreRenumberedAreFoundUnderTheirNames(step: Int) async throws {
        let numbers = Array(100..<419)
        for number in numbers { try folder.write("\(number).jpg", "\(number) was its number".utf8) }
        _ = try await index()
        if step < 0 { folder.remove("100.jpg") }
        for number in step < 0 ? Array(numbers.dropFirst()) : numbers.reversed() {
            try folder.move("\(number).jpg", to: "\(number + step).jpg")
        }
        _ = try await index()
        #expect(decoder.decoded.count == numbers.count, "nothing is decoded again")
        try await expectTruth()
        #expect(try await catalog.summary().photos == (step < 0 ? 318 : 319))
    }

    @Test func whatComesBackIsNotTakenForWhatIsNewBesideIt() async throws {
        try folder.write("a.jpg", "one".utf8)
        try folder.write("z.jpg", "two".utf8)
        _ = try await index()
        let id = try #require(try await catalog.photo(at: folder.path.appending("a.jpg")))
        folder.remove("a.jpg")
        #expect(try await index().vanished == 1)
        for name in ["a.jpg", "b.jpg", "c.jpg"] { try folder.write(name, "one".utf8) }
        let report = try await index()
        #expect(report.returned == 1 && report.copied == 2 && report.moved == 0)
        #expect(try await catalog.photo(at: folder.path.appending("a.jpg")) == id)
        #expect(try await catalog.summary().photos == 4)
        try await expectTruth()
        let again = try await index()
        #expect(again.unchanged == 4 && again.moved == 0 && again.copied == 0)
        #expect(decoder.decoded.count == 2)
    }

    /// As older versions could leave it: the schema has such photos read once more.
    @Test func aPhotoThatHasAnothersVectorIsPutRight() async throws {
        let files = try ["a.jpg", "b.jpg"].map { try folder.write($0, $0.utf8) }
        _ = try await index()
        let known = try #require(try await catalog.known(FakeDigester().digest(of: files[0]), model: .fake))
        let status = try #require(FileSystem.status(of: files[1]).map { FileStamp($0) })
        let marked = FileStamp(
            size: status.size, modifiedNanoseconds: status.modifiedNanoseconds, inode: status.inode,
            changedNanoseconds: -1)
        try await catalog.record([.copied(files[1], marked, known)], model: .fake)
        let report = try await index()
        #expect(report.changed == 1 && report.unchanged == 1)
        try await expectTruth()
    }

    /// What is read of it first need not be what is read of it next.
    @Test func aPhotoThatIsReplacedWhileItIsReadIsReadAgain() async throws {
        let file = try folder.write("a.jpg", "one".utf8)
        let isFirst = Locked(true)
        let thumbnails = FakeThumbnails()
        let decoder = FakeDecoder { [folder] _ in
            let isTime = isFirst.withLock { isFirst in
                defer { isFirst = false }
                return isFirst
            }
            if isTime { try folder.write("a.jpg", "two".utf8) }
        }
        #expect(try await index(decoder, thumbnails).added == 1)
        try await expectTruth()
        #expect(thumbnails.count == 1)
        #expect(try await thumbnails.thumbnail(of: FakeDigester().digest(of: file))?.jpeg == Array("two".utf8))
        #expect(decoder.decoded.count == 2)
    }

    /// Each photo has the content and the vector that its file has now.
    private func expectTruth() async throws {
        for known in try await catalog.files(in: folder.path, model: .fake) where known.isHere {
            #expect(try await known.content == FakeDigester().digest(of: known.path), "\(known.path.display)")
            let image = try await FakeDecoder().decode(known.path, for: FakeEncoder().input)
            let right = try await FakeEncoder().encode(image).values
            let vector = try #require(try await catalog.vector(of: known.id, model: .fake)).values
            #expect(zip(vector, right).allSatisfy { abs($0 - $1) < 1e-3 }, "\(known.path.display)")
        }
    }

    private func index() async throws -> IndexReport { try await index(decoder, FakeThumbnails()) }

    private func index(_ decoder: FakeDecoder, _ thumbnails: FakeThumbnails) async throws -> IndexReport {
        try await Indexer(
            catalog: catalog, model: .fake, decoder: decoder, digester: FakeDigester(), metadata: FakeFactReader(),
            encoder: FakeEncoder(), thumbnails: thumbnails, executor: BlockingExecutor(width: 4)
        ).run([folder.path]) { _ in }
    }
}
