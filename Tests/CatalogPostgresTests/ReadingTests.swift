import EvokeCatalog
import EvokePorts
import EvokeTestSupport
import EvokeValues
import EvokeWorkers
import Testing

@testable import CatalogPostgres

/// The queue of photos that are to be analyzed, as several workers see it.
@Suite struct ReadingTests {
    private let reader = Analysis.text(by: TextReaderID(-7))
    private let other = Analysis.text(by: TextReaderID(8))

    @Test(arguments: PostgresServer.Version.allCases)
    func severalShareTheTextsAndEachIsReadOnce(version: PostgresServer.Version) async throws {
        let desk = try await QueuedLibrary.recording(version, photos: 100)
        try await desk.enrol(reader)
        let given = Locked<[DiskPath]>([])
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<5 {
                group.addTask {
                    let catalog = try await desk.other()
                    let worker = try await catalog.join(as: "w\(number)", for: JobKind(reader))
                    while true {
                        // Also where somebody enrols meanwhile.
                        #expect(try await catalog.enrol(reader, asPlanned: number == 0, again: false))
                        let some = try await catalog.claim(7, for: worker, below: [desk.root], retried: false)
                        if some.isEmpty { break }
                        // Whoever enrols while others finish may enrol what is read by then.
                        let cards = try await catalog.cards(lacking: reader, among: some)
                        given.withLock { $0 += cards.keys }
                        try await catalog.finish(
                            some, with: cards.compactMapValues { card in card.content.map { ($0, .lines("gate")) } },
                            as: reader, of: worker)
                    }
                    try await catalog.leave(worker, failure: nil)
                    try await catalog.close()
                }
            }
            try await group.waitForAll()
        }
        let paths = given.withLock { $0 }
        #expect(paths.count == 100 && Set(paths).count == 100)
        #expect(try await desk.found("gate").count == 100)
        #expect(try desk.count("work") == "0\n" && desk.count("texts") == "100\n")
        #expect(try await desk.catalog.check { _ in }.isInOrder)
        try await desk.catalog.close()
    }

    /// The photo is encoded by way of the queue.
    private func encode(_ number: Int, in desk: QueuedLibrary, by encoder: Worker) async throws {
        let photo = PlannedPhoto(
            path: desk.path(number), stamp: FileStamp(size: 1, modifiedNanoseconds: Int64(number), inode: 1),
            companions: .none, need: .new)
        try await desk.catalog.enrol([photo], model: .fake, again: false)
        let claimed = try await desk.claim(encoder)
        try await desk.catalog.finish(
            claimed.map { FinishedPhoto(path: $0.photo.path, claim: $0.claim, changes: [desk.encoded(number)]) },
            of: encoder)
    }

    /// From the moment on in which the library has a reader.
    @Test(arguments: PostgresServer.Version.allCases)
    func whatIsRecordedWaitsForItsText(version: PostgresServer.Version) async throws {
        let desk = try await QueuedLibrary.recording(version)
        let encoder = try await desk.catalog.join(as: "e", for: .encoding(.fake))
        try await encode(1, in: desk, by: encoder)
        #expect(try await desk.catalog.queue().textsWaiting == 0, "nobody reads here")
        try await desk.enrol(reader)
        try await encode(2, in: desk, by: encoder)
        let queue = try await desk.catalog.queue()
        #expect(queue.textsWaiting == 2 && queue.waiting == 0 && queue.textsClaimed == 0)
        #expect(try await desk.claim(encoder).isEmpty, "these are no photos to encode")
    }

    @Test func textsAreReadAndTold() async throws {
        let desk = try await QueuedLibrary.recording(photos: 2)
        try await desk.enrol(reader)
        let worker = try await desk.catalog.join(as: "w", for: JobKind(reader))
        let claimed = try await desk.claim(worker)
        #expect(claimed.map(\.photo.path) == [desk.path(1), desk.path(0)], "the newest first")
        let during = try await desk.catalog.queue()
        #expect(during.textsClaimed == 2 && during.claimed == 0 && during.textsWaiting == 0)
        #expect(during.workers.map(\.analysis) == ["text"] && during.workers.map(\.claimed) == [2])
        try await desk.finish(claimed, ["gate", ""], reader, worker)
        #expect(try await desk.found("gate").count == 1)
        #expect(try await desk.catalog.count(lacking: reader) == 0)
        #expect(try desk.count("work") == "0\n")
    }

    /// As a worker that was stopped in the midst of its work, and wakes up when others have done it.
    @Test func whoComesLateChangesNothing() async throws {
        let desk = try await QueuedLibrary.recording(photos: 2)
        try await desk.enrol(reader)
        let late = try await desk.catalog.join(as: "late", for: JobKind(reader))
        let claimed = try await desk.claim(late)
        try desk.endLeases()
        let worker = try await desk.catalog.join(as: "w", for: JobKind(reader))
        let taken = try await desk.claim(worker, 1, retried: true)
        #expect(taken.map(\.photo.path) == [desk.path(1)])
        try await desk.finish([claimed[0]], ["wrong"], reader, late)
        #expect(try await desk.found("wrong").count == 0)
        try await desk.finish([taken[0]], ["right"], reader, worker)
        try await desk.finish([claimed[0]], ["wrong"], reader, late)
        #expect(try await desk.found("right").count == 1)
        #expect(try await desk.found("wrong").count == 0)
        try await desk.catalog.close()
    }

    /// What one reader has read is not undone by another.
    @Test func aLibraryHasOneReader() async throws {
        let desk = try await QueuedLibrary.recording(photos: 3)
        try await desk.enrol(reader)
        #expect(try await !desk.catalog.enrol(other, asPlanned: false, again: false))
        let second = try await desk.catalog.join(as: "other", for: JobKind(other))
        #expect(try await desk.claim(second).isEmpty)
        #expect(try await desk.catalog.queue().textsWaiting == 3)
        // In a library of version 0.1, the faces say whose it is.
        let (finder, stranger) = (FaceFinderID(-3), FaceFinderID(-4))
        try await desk.catalog.keepPeople(true)
        try await desk.catalog.record([desk.digest(0): .fake([1, 0], by: finder)], as: .faces(by: finder))
        #expect(try await !desk.catalog.enrol(.faces(by: stranger), asPlanned: false, again: false))
        #expect(try await desk.catalog.enrol(.faces(by: finder), asPlanned: false, again: false))
    }

    @Test func whoPlansTakesAnotherReader() async throws {
        let desk = try await QueuedLibrary.recording(photos: 3)
        try await desk.enrol(reader)
        let first = try await desk.catalog.join(as: "first", for: JobKind(reader))
        let claimed = try await desk.claim(first, 2)
        try await desk.finish([claimed[0]], ["gate"], reader, first)
        try await desk.enrol(other, asPlanned: true)
        try await desk.finish([claimed[1]], ["late"], reader, first)
        #expect(try await desk.found("late").count == 0, "what it had is no longer wanted")
        #expect(try await desk.found("gate").count == 1, "and what it has read stays until it is read anew")
        let second = try await desk.catalog.join(as: "other", for: JobKind(other))
        #expect(try await desk.claim(second).count == 3, "all of them, by the other one")
        #expect(try await !desk.catalog.enrol(reader, asPlanned: false, again: false))
    }

    /// It is tried three times in all: a copy of it is not tried in its place.
    @Test(arguments: PostgresServer.Version.allCases)
    func aPhotoOverWhichThreeEndIsSetAside(version: PostgresServer.Version) async throws {
        let desk = try await QueuedLibrary.recording(version, photos: 1)
        try await desk.catalog.record([desk.encoded(7, holding: 0)], model: .fake)
        var given: [[DiskPath]] = []
        for number in 0..<4 {
            try await desk.enrol(reader, asPlanned: number == 3)
            let worker = try await desk.catalog.join(as: "host:\(number)", for: JobKind(reader))
            given.append(try await desk.claim(worker, 1, retried: number > 0).map(\.photo.path))
            try desk.endLeases()
        }
        #expect(given == [[desk.path(0)], [desk.path(0)], [desk.path(0)], []])
        let queue = try await desk.catalog.queue()
        #expect(queue.textsWaiting == 0 && queue.setAside.map(\.path) == [desk.path(0)])
        let error = try #require(queue.setAside.first?.error)
        #expect(error.doing == "read the text in the photo" && error.reason.contains("host:0, host:1, host:2"))
    }

    @Test func whatWasSetAsideIsReadWhenSomebodySaysSo() async throws {
        let desk = try await QueuedLibrary.recording(photos: 1)
        for number in 0..<3 {
            try await desk.enrol(reader)
            let worker = try await desk.catalog.join(as: "host:\(number)", for: JobKind(reader))
            #expect(try await desk.claim(worker, 1, retried: number > 0).count == 1)
            try desk.endLeases()
        }
        try await desk.enrol(reader, asPlanned: true, again: true)
        let worker = try await desk.catalog.join(as: "host:3", for: JobKind(reader))
        #expect(try await desk.claim(worker).map(\.photo.path) == [desk.path(0)])
    }

    /// What is gone, or is another photo by now, need not be read.
    @Test func whatNeedNotBeReadHasNoCard() async throws {
        let desk = try await QueuedLibrary.recording(photos: 3)
        try await desk.enrol(reader)
        let worker = try await desk.catalog.join(as: "w", for: JobKind(reader))
        let claimed = try await desk.claim(worker)
        let gone = try #require(try await desk.catalog.photo(at: desk.path(0)))
        try await desk.catalog.record([.vanished(gone)], model: .fake)
        try await desk.catalog.record([desk.digest(1): .lines("known")], as: reader)
        #expect(try await desk.catalog.cards(lacking: reader, among: claimed).keys.sorted() == [desk.path(2)])
        try await desk.finish(claimed, [], reader, worker)
        #expect(try desk.count("work") == "0\n")
        // It was left to a later run.
        try await desk.enrol(reader, asPlanned: true)
        #expect(try await desk.claim(worker).map(\.photo.path) == [desk.path(2)])
        try await desk.catalog.record([desk.encoded(2, holding: 9)], model: .fake)
        let card = try #require(try await desk.catalog.cards(lacking: reader, among: claimed)[desk.path(2)])
        #expect(card.content == desk.digest(9))
        try await desk.catalog.close()
    }

    /// And nothing stays of them when people are forgotten.
    @Test(arguments: PostgresServer.Version.allCases)
    func facesWaitWhilePeopleAreOn(version: PostgresServer.Version) async throws {
        let (desk, finder) = (
            try await QueuedLibrary.recording(version, photos: 1), Analysis.faces(by: FaceFinderID(-3))
        )
        let encoder = try await desk.catalog.join(as: "e", for: .encoding(.fake))
        let worker = try await desk.catalog.join(as: "w", for: JobKind(finder))
        try await desk.enrol(reader)
        try await desk.enrol(finder)
        #expect(try await desk.claim(worker).isEmpty)
        try await desk.catalog.keepPeople(true)
        try await desk.enrol(finder)
        try await encode(2, in: desk, by: encoder)
        let queue = try await desk.catalog.queue()
        #expect(queue.textsWaiting == 2 && queue.waiting == 0 && queue.workers.map(\.analysis) == [nil, "faces"])
        let claimed = try await desk.claim(worker)
        #expect(claimed.map(\.photo.path) == [desk.path(2), desk.path(0)])
        try await desk.catalog.leave(worker, failure: "the test says so")
        for number in 0..<2 {
            let another = try await desk.catalog.join(as: "w\(number)", for: JobKind(finder))
            while try await !desk.claim(another, 1, retried: true).isEmpty {}
            try await desk.catalog.leave(another, failure: "the test says so")
        }
        #expect(try await desk.catalog.queue().setAside.first?.error.doing == "find the faces in the photo")
        try await desk.catalog.forgetPeople()
        try await encode(3, in: desk, by: encoder)
        #expect(try desk.count("work WHERE model LIKE 'faces:%'") == "0\n")
        #expect(try desk.count("settings WHERE name LIKE '%maker%'") == "0\n")
        #expect(try await desk.catalog.queue().textsWaiting == 3)
    }

    /// A photo that waits for its text is encoded, so it may have moved.
    @Test func aPhotoThatWaitsForItsTextMayBeGone() async throws {
        let desk = try await QueuedLibrary.recording(photos: 1)
        try await desk.enrol(reader)
        let photo = try #require(try await desk.catalog.photo(at: desk.path(0)))
        try await desk.catalog.record([.vanished(photo)], model: .fake)
        #expect(try await desk.catalog.known(desk.digest(0), model: .fake)?.places[photo]?.isGone == true)
        try await desk.catalog.close()
    }
}

extension QueuedLibrary {
    /// With so many photos that have their vectors.
    fileprivate static func recording(
        _ version: PostgresServer.Version = .eighteen, photos count: Int = 0
    ) async throws -> QueuedLibrary {
        let library = try await QueuedLibrary(version)
        try await library.catalog.record((0..<count).map { library.encoded($0) }, model: .fake)
        return library
    }

    /// For one who is its maker or may become that.
    fileprivate func enrol<Result>(_ analysis: Analysis<Result>, asPlanned: Bool = false, again: Bool = false)
        async throws
    {
        #expect(try await catalog.enrol(analysis, asPlanned: asPlanned, again: again))
    }

    fileprivate func path(_ number: Int) -> DiskPath { root.appending("\(number).jpg") }

    fileprivate func encoded(_ number: Int, holding content: Int? = nil) -> CatalogChange {
        .encoded(
            path(number), FileStamp(size: 1, modifiedNanoseconds: Int64(number), inode: 1),
            digest(content ?? number), PixelSize(width: 9, height: 9),
            Embedding(normalizing: [1, 0, 0, 0], fingerprint: ModelID.fake.fingerprint)!)
    }

    fileprivate func digest(_ number: Int) -> ContentDigest { ContentDigest(high: 1, low: UInt64(number)) }

    /// With what is written in the photos, each of which has the number in its name as its content.
    fileprivate func finish(
        _ photos: [ClaimedPhoto], _ texts: [String], _ reader: Analysis<PictureText>, _ worker: Worker
    ) async throws {
        let results = zip(photos, texts).map { photo, text in
            let number = Int(photo.photo.path.display.drop { !$0.isNumber }.prefix { $0.isNumber }) ?? 0
            return (photo.photo.path, (content: digest(number), result: PictureText.lines(text)))
        }
        try await catalog.finish(photos, with: Dictionary(uniqueKeysWithValues: results), as: reader, of: worker)
    }

    fileprivate func found(_ words: String) async throws -> PhotoSet {
        try await catalog.photos(meeting: .test(.pictureText(words)))
    }
}
