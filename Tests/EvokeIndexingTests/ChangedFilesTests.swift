import CatalogSQLite
import EvokeCatalog
import EvokeIndexing
import EvokePorts
import EvokeSystem
import EvokeTestSupport
import EvokeValues
import EvokeWorkers
import Glibc
import Testing

/// What changed is noticed, and what did not is not done again.
@Suite struct ChangedFilesTests {
    private let folder = TemporaryFolder()
    private let home = TemporaryFolder()
    private let catalog: SQLiteCatalog
    private let decoder = FakeDecoder()
    private let digests = Locked(0)

    init() async throws {
        catalog = try await SQLiteCatalog.open(in: home.path, access: .write)
    }

    @Test(arguments: ["touch", "copy", "permissions", "link", "return"])
    func otherStampsOfTheSameContentCostADigest(what: String) async throws {
        let file = try folder.write("a.jpg", "one".utf8)
        try folder.write("b.jpg", "two".utf8)
        _ = try await index()
        switch what {
        case "touch": setTime(of: file, to: 5)
        case "copy":
            // As 'cp -a' leaves it, or a disk that numbers its files anew: another file with the same time.
            try keepingTimes(of: file) { try folder.write("a.jpg", "one".utf8) }
        case "permissions": _ = file.withCString { chmod($0, 0o400) }
        case "link":
            let other = folder.path.appending("second name")
            _ = file.withCString { file in other.withCString { link(file, $0) } }
        default:
            folder.remove("a.jpg")
            #expect(try await index().vanished == 1)
            try folder.write("a.jpg", "one".utf8)
        }
        digests.withLock { $0 = 0 }
        let report = try await index()
        #expect(report.unchanged == 2 && report.changed == 0 && report.added == 0 && report.moved == 0)
        #expect(report.returned == (what == "return" ? 1 : 0))
        #expect(digests.withLock { $0 } == 1 && decoder.decoded.count == 2)
        #expect(try await index().unchanged == 2)
        #expect(digests.withLock { $0 } == 1, "the new stamp is known from then on")
    }

    @Test(arguments: [false, true]) func otherContentOfTheSameSizeAndTimeIsNoticed(isNewFile: Bool) async throws {
        let file = try folder.write("a.jpg", "one".utf8)
        _ = try await index()
        try keepingTimes(of: file) {
            if isNewFile { try folder.write("a.jpg", "two".utf8) } else { overwrite(file, with: "two") }
        }
        #expect(try await index().changed == 1)
        #expect(decoder.decoded.count == 2)
    }

    /// What was said of faces in a photo holds where it was edited, and not where another picture took its place.
    @Test(arguments: [("aaaa and", "aaab and", true), ("aaaa and", "a  a and", false), ("aaaa and", "aaaa", false)])
    func whatWasSaidOfFacesStaysWithThePicture(before: String, after: String, isSame: Bool) async throws {
        let file = try folder.write("a.jpg", before.utf8)
        _ = try await index()
        let photo = try #require(try await catalog.photo(at: file))
        let old = try #require(try await catalog.cards(of: [photo])[photo]?.content)
        try await catalog.keepPeople(true)
        let (box, word) = (Face.Box(x: 1, y: 0, width: 3, height: 1), OwnerDecision(person: PersonID(7)))
        try await catalog.record(PeopleChange(words: [FaceSpot(old, box): word]))
        try folder.write("a.jpg", after.utf8)
        #expect(try await index().changed == 1)
        let new = try #require(try await catalog.cards(of: [photo])[photo]?.content)
        #expect(try await catalog.ownerDecisions(of: new) == (isSame ? [FaceSpot(new, box): word] : [:]))
    }

    @Test func aVectorOfWhatIsDamagedNowIsDropped() async throws {
        let file = try folder.write("a.jpg", "one".utf8)
        _ = try await index()
        try keepingTimes(of: file) { overwrite(file, with: "bad") }
        #expect(try await index().failed == 1)
        let id = try #require(try await catalog.photo(at: file))
        #expect(try await catalog.vector(of: id, model: .fake) == nil)
    }

    /// Nothing tells it where no time of change is known, as in an older library; and it is not read for that.
    @Test func rereadingLooksAtEverything() async throws {
        let file = try folder.write("a.jpg", "one".utf8)
        for name in ["b.jpg", "c.jpg"] { try folder.write(name, name.utf8) }
        try folder.write("d.jpg", "bad".utf8)
        _ = try await index()
        try keepingTimes(of: file) { overwrite(file, with: "two") }
        for known in try await catalog.files(in: folder.path, model: .fake) {
            let old = FileStamp(
                size: known.stamp.size, modifiedNanoseconds: known.stamp.modifiedNanoseconds, inode: known.stamp.inode)
            try await catalog.record([.seen(known.id, old)], model: .fake)
        }
        digests.withLock { $0 = 0 }
        #expect(try await index().unchanged == 3)
        #expect(digests.withLock { $0 } == 0)
        let stamps = try await catalog.files(in: folder.path, model: .fake).map(\.stamp.changedNanoseconds)
        #expect(!stamps.contains(nil), "it is recorded when a file is met")

        let report = try await index(rereading: true)
        #expect(report.unchanged == 2 && report.changed == 1 && report.failed == 1)
        #expect(digests.withLock { $0 } == 4)
        #expect(decoder.decoded.count == 6, "the four of the first run, what is another, and what could not be read")
    }

    @Test func factsFollowAFileThatOnlyLooksDifferent() async throws {
        let file = try folder.write("a.jpg", "one".utf8)
        try folder.write("a.xmp", "a title".utf8)
        _ = try await index()
        setTime(of: file, to: 5)
        try folder.write("a.xmp", "another one".utf8)
        let report = try await index()
        #expect(report.unchanged == 1 && report.described == 1)
        let id = try #require(try await catalog.photo(at: file))
        #expect(try await catalog.metadata(of: id)?.metadata.title == "another one")
    }

    private func failures() async throws -> [DiskPath] { try await catalog.failures().map(\.path) }

    /// Permissions that are taken away and given back leave the photo with its vector.
    @Test func aPhotoThatCannotBeReadForAWhileKeepsItsVector() async throws {
        let file = try folder.write("a.jpg", "one".utf8)
        _ = try await index()
        _ = file.withCString { chmod($0, 0o200) }
        let report = try await index(isReadable: false)
        #expect(report.failed == 1 && report.unchanged == 0)
        #expect(try await catalog.summary().photos == 1)
        let listed = try #require(try await catalog.failures().first)
        #expect(listed.path == file && listed.error.kind == .notAllowed && !listed.error.remedy.isEmpty)
        _ = file.withCString { chmod($0, 0o600) }
        #expect(try await index().unchanged == 1 && decoder.decoded.count == 1)
        #expect(try await failures().isEmpty)
    }

    /// Nothing of it changes where a disk or a network was the reason.
    @Test func aPhotoThatCannotBeReadIsTriedAgain() async throws {
        let file = try folder.write("a.jpg", "one".utf8)
        _ = try await index()
        #expect(try await index(rereading: true, isReadable: false).failed == 1)
        #expect(try await index(isReadable: false).failed == 1)
        #expect(try await failures() == [file])
        #expect(try await index().unchanged == 1 && decoder.decoded.count == 1)
        #expect(try await failures().isEmpty)
    }

    /// It is another photo for all that anybody knows.
    @Test func aPhotoThatWasWrittenToAndCannotBeReadFails() async throws {
        let file = try folder.write("a.jpg", "one".utf8)
        _ = try await index()
        setTime(of: file, to: 5)
        #expect(try await index(isReadable: false).failed == 1)
        #expect(try await catalog.summary().failed == 1)
        #expect(try await index().changed == 1)
    }

    private func setTime(of file: DiskPath, to seconds: Int) {
        var times = [timespec(), timespec()]
        times[1].tv_sec = seconds
        _ = file.withCString { utimensat(AT_FDCWD, $0, &times, 0) }
    }

    private func overwrite(_ file: DiskPath, with text: String) {
        let descriptor = file.withCString { open($0, O_WRONLY | O_CLOEXEC) }
        _ = Array(text.utf8).withUnsafeBytes { FileSystem.writeAll($0, to: descriptor) }
        close(descriptor)
    }

    private func index(rereading: Bool = false, isReadable: Bool = true) async throws -> IndexReport {
        try await Indexer(
            catalog: catalog, model: .fake, decoder: decoder,
            digester: CountingDigester(count: digests, isReadable: isReadable), metadata: FakeFactReader(),
            encoder: FakeEncoder(), thumbnails: FakeThumbnails(), executor: BlockingExecutor(width: 2)
        ).run([folder.path], rereading: rereading) { _ in }
    }
}

private struct CountingDigester: ContentDigesting {
    let count: Locked<Int>
    let isReadable: Bool

    func digest(of file: DiskPath) async throws -> ContentDigest {
        count.withLock { $0 += 1 }
        guard isReadable else { throw EvokeError.system(EACCES, doing: "read the photo", subject: file) }
        return try await FakeDigester().digest(of: file)
    }
}
