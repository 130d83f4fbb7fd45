import EvokeCatalog
import EvokePorts
import EvokeTestSupport
import EvokeValues
import EvokeWorkers
import Testing

@testable import CatalogPostgres

/// The queue of photos, as several workers see it.
@Suite struct WorkTests {
    @Test(arguments: PostgresServer.Version.allCases)
    func twoWorkersNeverGetTheSamePhoto(version: PostgresServer.Version) async throws {
        let shop = try await QueuedLibrary.enrolling(version, photos: 300)
        let given = Locked<[DiskPath]>([])
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<6 {
                group.addTask {
                    let catalog = try await shop.other()
                    let worker = try await catalog.join(as: "w\(number)", for: .encoding(.fake))
                    while true {
                        let some = try await shop.claim(worker, 7, by: catalog)
                        if some.isEmpty { break }
                        #expect(some.count <= 7)
                        given.withLock { $0 += some.map(\.photo.path) }
                    }
                    try await catalog.close()
                }
            }
            try await group.waitForAll()
        }
        let paths = given.withLock { $0 }
        #expect(paths.count == 300 && Set(paths).count == 300)
        try await shop.catalog.close()
    }

    @Test func theNewestComeFirstAsTheyWerePlanned() async throws {
        let shop = try await QueuedLibrary.enrolling(photos: 5)
        let worker = try await shop.catalog.join(as: "w", for: .encoding(.fake))
        let first = try await shop.claim(worker, 2)
        #expect(first.map(\.photo) == [photo(4), photo(3)])
        #expect(first.allSatisfy { $0.known == nil })
        let second = try await shop.claim(worker, 9)
        #expect(second.map(\.photo) == [photo(2), photo(1), photo(0)])
        #expect(second[0].claim > first[0].claim)
        #expect(try await shop.claim(worker).isEmpty)
        #expect(try await shop.catalog.photosLeft(for: worker, below: [shop.root]) == 5)
    }

    @Test(arguments: PostgresServer.Version.allCases)
    func whatIsFinishedIsRecordedOnce(version: PostgresServer.Version) async throws {
        let shop = try await QueuedLibrary.enrolling(version, photos: 3)
        let worker = try await shop.catalog.join(as: "w", for: .encoding(.fake))
        let claimed = try await shop.claim(worker)
        try await shop.catalog.finish(claimed.map(finished), of: worker)
        #expect(try await shop.catalog.summary().photos == 3)
        #expect(try shop.count("work") == "0\n")
        let state = try await shop.catalog.vectorStamp()
        try await shop.catalog.finish(claimed.map(finished), of: worker)
        #expect(try await shop.catalog.vectorStamp() == state, "the second time, nothing is its own")
        #expect(try await shop.catalog.check { _ in }.isInOrder)

        // Once more, as the catalogue knows it by now.
        try await shop.catalog.enrol([photo(1)], model: .fake, again: false)
        let again = try await shop.claim(worker)
        #expect(again.first?.known?.state == .encoded && again.first?.known?.stamp == photo(1).stamp)
    }

    /// As a worker that was stopped in the midst of its work, and wakes up while others do a photo of it.
    @Test(arguments: PostgresServer.Version.allCases)
    func whoComesLateFinishesOnlyWhatNobodyTook(version: PostgresServer.Version) async throws {
        let shop = try await QueuedLibrary.enrolling(version, photos: 3)
        let late = try await shop.catalog.join(as: "late", for: .encoding(.fake))
        let claimed = try await shop.claim(late)
        try shop.endLeases()
        let worker = try await shop.catalog.join(as: "other", for: .encoding(.fake))
        let taken = try await shop.claim(worker, 1, retried: true)
        let lost = try #require(claimed.first { $0.photo == taken.first?.photo })
        let before = try await shop.catalog.vectorStamp()
        try await shop.catalog.finish([finished(lost)], of: late)
        #expect(try await shop.catalog.vectorStamp() == before)
        try await shop.catalog.finish(claimed.map(finished), of: late)
        #expect(try await shop.catalog.summary().photos == 2)
        try await shop.catalog.finish(taken.map(finished), of: worker)
        #expect(try await shop.catalog.summary().photos == 3)
    }

    /// And wakes up when others have done it.
    @Test func whoComesTooLateChangesNothing() async throws {
        let shop = try await QueuedLibrary.enrolling(photos: 1)
        let late = try await shop.catalog.join(as: "late", for: .encoding(.fake))
        let claimed = try await shop.claim(late)
        try shop.endLeases()
        let worker = try await shop.catalog.join(as: "other", for: .encoding(.fake))
        try await shop.catalog.finish(shop.claim(worker, 1, retried: true).map(finished), of: worker)
        let after = try await shop.catalog.vectorStamp()
        try await shop.catalog.finish(claimed.map(finished), of: late)
        #expect(try await shop.catalog.vectorStamp() == after)
        #expect(try shop.count("work") == "0\n")
    }

    @Test func aLeaseIsRenewedByTheServersClock() async throws {
        let shop = try await QueuedLibrary.enrolling(photos: 2)
        let worker = try await shop.catalog.join(as: "w", for: .encoding(.fake))
        let claimed = try await shop.claim(worker)
        try shop.endLeases()
        try await shop.catalog.renew(Set(claimed.map(\.claim)), of: worker, done: 7)
        let other = try await shop.catalog.join(as: "other", for: .encoding(.fake))
        #expect(try await shop.claim(other, retried: true).isEmpty)
        let queue = try await shop.catalog.queue()
        #expect(queue.claimed == 2 && queue.waiting == 0)
        let seen = try #require(queue.workers.first)
        #expect(seen.name == "w" && seen.claimed == 2 && seen.done == 7 && !seen.isLost)
        #expect(try #require(seen.photosAMinute) > 0)
        // A claim whose answer was lost is nobody's, and ends.
        try shop.endLeases()
        try await shop.catalog.renew([], of: worker, done: 7)
        #expect(try await shop.claim(other, retried: true).count == 2)
    }

    @Test func whoLeavesGivesBackAtOnce() async throws {
        let shop = try await QueuedLibrary.enrolling(photos: 2)
        for _ in 0..<4 {
            let worker = try await shop.catalog.join(as: "w", for: .encoding(.fake))
            #expect(try await shop.claim(worker).count == 2, "it does not count against the photos")
            try await shop.catalog.leave(worker, failure: nil)
        }
        #expect(try await shop.catalog.queue() == queue(waiting: 2))
    }

    /// Three workers end over what they are given, which is handed over: what is new, and then one of what was tried.
    private func endThree(over shop: QueuedLibrary) async throws -> [[PlannedPhoto]] {
        var given: [[PlannedPhoto]] = []
        for number in 0..<3 {
            let worker = try await shop.catalog.join(as: "host:\(number)", for: .encoding(.fake))
            given.append(try await shop.claim(worker).map(\.photo))
            if number > 0 { given.append(try await shop.claim(worker, 1, retried: true).map(\.photo)) }
            try shop.endLeases()
        }
        return given
    }

    /// The photos that were taken along with it are done alone, and are not blamed.
    @Test(arguments: PostgresServer.Version.allCases)
    func aPhotoOverWhichThreeEndIsSetAside(version: PostgresServer.Version) async throws {
        let shop = try await QueuedLibrary.enrolling(version, photos: 4)
        #expect(try await endThree(over: shop) == [(0...3).reversed().map(photo), [], [photo(3)], [], [photo(3)]])
        let worker = try await shop.catalog.join(as: "host:3", for: .encoding(.fake))
        var alone: [PlannedPhoto] = []
        for _ in 0..<4 {
            let claimed = try await shop.claim(worker, 1, retried: true)
            alone += claimed.map(\.photo)
            try await shop.catalog.finish(claimed.map(finished), of: worker)
        }
        #expect(alone == [photo(2), photo(1), photo(0)])
        #expect(try await shop.catalog.photosLeft(for: worker, below: [shop.root]) == 0)
        let aside = try await shop.catalog.queue().setAside
        #expect(aside.map(\.path) == [photo(3).path])
        #expect(aside.first?.error.reason.contains("host:0, host:1, host:2") == true, "\(aside)")
    }

    /// Neither a further look at it frees it, nor does a lease end; but somebody's word does.
    @Test func whatWasSetAsideIsTriedAgainWhenSomebodySaysSo() async throws {
        let shop = try await QueuedLibrary.enrolling(photos: 1)
        _ = try await endThree(over: shop)
        let worker = try await shop.catalog.join(as: "host:3", for: .encoding(.fake))
        try await shop.catalog.enrol([photo(0)], model: .fake, again: false)
        #expect(try await shop.claim(worker, 1, retried: true).isEmpty)
        try await shop.catalog.enrol([photo(0)], model: .fake, again: true)
        #expect(try await shop.claim(worker).count == 1)
        try await shop.catalog.leave(worker, failure: "it is poison")
        let freed = try await shop.catalog.queue()
        #expect(freed.waiting == 1 && freed.setAside.isEmpty)
    }

    @Test func whatAWorkerWasGivenInVainIsForOthers() async throws {
        let shop = try await QueuedLibrary.enrolling(photos: 1)
        let worker = try await shop.catalog.join(as: "w", for: .encoding(.fake))
        let other = try await shop.catalog.join(as: "other", for: .encoding(.fake))
        _ = try await shop.claim(worker)
        try shop.server.psql("UPDATE evoke.work SET until = NULL", in: shop.database)
        #expect(try await shop.claim(worker, retried: true).isEmpty)
        #expect(try await shop.catalog.photosLeft(for: worker, below: [shop.root]) == 0)
        #expect(try await shop.catalog.photosLeft(for: other, below: [shop.root]) == 1)
        try await shop.catalog.leave(other, failure: nil)
        #expect(try await shop.claim(worker, retried: true).count == 1, "there is nobody else")
    }

    @Test func aFailureIsKept() async throws {
        let shop = try await QueuedLibrary.enrolling(photos: 1)
        for number in 0..<3 {
            let worker = try await shop.catalog.join(as: "w\(number)", for: .encoding(.fake))
            #expect(try await shop.claim(worker, 1, retried: number > 0).count == 1)
            try await shop.catalog.leave(worker, failure: "error \(number)")
        }
        let aside = try await shop.catalog.queue().setAside
        #expect(aside.first?.error.reason.hasSuffix("the last one reported: error 2") == true, "\(aside)")
    }

    @Test func aWorkerTakesWhatItReachesOfItsModel() async throws {
        let shop = try await QueuedLibrary.enrolling(photos: 2)
        let other = planned("/other/a.jpg", 1)
        for root in ["/other/a.jpg", "/photos2"] { try await shop.catalog.addRoot(DiskPath(root)) }
        try await shop.catalog.enrol([other, planned("/photos2/a.jpg", 1)], model: .fake, again: false)
        try await shop.catalog.enrol([photo(7)], model: .otherFake, again: false)
        let worker = try await shop.catalog.join(as: "w", for: .encoding(.fake))
        func claim(_ roots: String...) async throws -> [DiskPath] {
            try await shop.catalog.claim(64, for: worker, below: roots.map { DiskPath($0) }, retried: false)
                .map(\.photo.path)
        }
        #expect(try await claim().isEmpty)
        #expect(try await claim("/nothing", "/other/a").isEmpty)
        #expect(try await claim("/other/a.jpg") == [other.path], "a root may be a file")
        #expect(try await claim("/photos", "/photos2").count == 3)
        let queue = try await shop.catalog.queue()
        #expect(queue.models == [WorkQueue.Model(fingerprint: ModelID.otherFake.fingerprint, waiting: 1)])
    }

    /// A photo that lies in two roots belongs to the inner one, for as long as that is one.
    @Test func aPhotoIsOfItsInnermostRoot() async throws {
        let shop = try await QueuedLibrary.enrolling()
        let inner = DiskPath("/photos/in")
        for root in [inner, DiskPath("/")] { try await shop.catalog.addRoot(root) }
        let (deep, plain) = (planned("/photos/in/a.jpg", 1), planned("/photos/a.jpg", 2))
        try await shop.catalog.enrol([deep, plain, planned("/b.jpg", 3)], model: .fake, again: false)
        let worker = try await shop.catalog.join(as: "w", for: .encoding(.fake))
        func left(_ root: DiskPath) async throws -> Int {
            try await shop.catalog.photosLeft(for: worker, below: [root])
        }
        #expect(try await left(inner) == 1)
        #expect(try await left(shop.root) == 1)
        #expect(try await left(DiskPath("/")) == 1)
        _ = try await shop.catalog.forget(under: inner)
        #expect(try await left(inner) == 0)
        #expect(try await left(shop.root) == 2)
        #expect(try await shop.claim(worker).map(\.photo) == [plain, deep])
    }

    @Test(arguments: PostgresServer.Version.allCases)
    func whatAWorkerDoesNotFindIsForOthers(version: PostgresServer.Version) async throws {
        let shop = try await QueuedLibrary.enrolling(version, photos: 3)
        let worker = try await shop.catalog.join(as: "w", for: .encoding(.fake))
        _ = try await shop.catalog.join(as: "other", for: .encoding(.fake))
        let all = try await shop.claim(worker)
        try await shop.catalog.putBack([all[0]], of: worker, isLost: true)
        try await shop.catalog.putBack(Array(all[1...]), of: worker, isLost: false)
        #expect(try await shop.catalog.photosLeft(for: worker, below: [shop.root]) == 2)
        #expect(try await shop.catalog.lostPhotos(below: [shop.root], model: .fake) == [photo(2).path])
        #expect(try await shop.claim(worker, retried: true).isEmpty, "it was not there")
        #expect(try await shop.claim(worker).count == 2, "these are as new")
    }

    /// Three workers of a library with one photo, which is not where it was.
    private func lose(_ shop: QueuedLibrary) async throws {
        var workers: [Worker] = []
        for number in 0..<3 { workers.append(try await shop.catalog.join(as: "host:\(number)", for: .encoding(.fake))) }
        for (number, worker) in workers.enumerated() {
            let lost = try await shop.claim(worker, 1, retried: number > 0)
            try await shop.catalog.putBack(lost, of: worker, isLost: true)
            // By now it is nobody's.
            try await shop.catalog.putBack(lost, of: worker, isLost: false)
        }
    }

    @Test func whatThreeWorkersDoNotFindIsSetAside() async throws {
        let shop = try await QueuedLibrary.enrolling(photos: 1)
        try await lose(shop)
        let aside = try await shop.catalog.queue().setAside
        #expect(aside.first?.error.reason.contains("host:0, host:1, host:2") == true, "\(aside)")
        #expect(aside.first?.error.kind == .notFound)
    }

    /// Or finds that it is gone.
    @Test func whoPlansSeesALostPhotoAgain() async throws {
        let shop = try await QueuedLibrary.enrolling(photos: 1)
        try await lose(shop)
        let other = planned("/photos/other.jpg", -1)
        try await shop.catalog.enrol([photo(0), other], model: .fake, again: false)
        let worker = try await shop.catalog.join(as: "w", for: .encoding(.fake))
        let again = try await shop.claim(worker, 1)
        #expect(again.map(\.photo) == [photo(0)])
        try await shop.catalog.putBack(again, of: worker, isLost: true)
        try await shop.catalog.withdraw([photo(0).path, other.path], model: .fake)
        #expect(try shop.count("work") == "1\n", "what was not lost stays")
    }

    /// What stands in front and cannot be reached is not read.
    @Test func aClaimReadsItsRootsAlone() async throws {
        let shop = try await QueuedLibrary.enrolling(photos: 3)
        try await shop.catalog.addRoot(DiskPath("/other"))
        try shop.server.psql(
            """
            INSERT INTO evoke.work(
                library, model, root, folder, name, need, size, modified, inode, companions, sidecars, sidecar_stamp)
            SELECT library, model, sha256('/other'), '/other', n::text::bytea, need, size, 9000000000000000000, 1,
                companions, sidecars, sidecar_stamp
            FROM evoke.work, generate_series(1, 20000) AS n WHERE name = '000.jpg';
            ANALYZE evoke.work
            """, in: shop.database)
        let worker = try await shop.catalog.join(as: "w", for: .encoding(.fake))
        let catalog = try await shop.other()
        // A connection tells what it has read when it ends, at the latest.
        try await shop.catalog.close()
        let others =
            "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
        try await wait(for: "the end of the other connection") {
            try shop.server.psql(others, in: shop.database) == "1\n"
        }
        try shop.server.psql("SELECT pg_stat_reset()", in: shop.database)
        #expect(try await shop.claim(worker, 2, by: catalog).map(\.photo) == [photo(2), photo(1)])
        try await catalog.close()
        let read = "SELECT coalesce(sum(idx_tup_read), 0) FROM pg_stat_user_indexes WHERE relname = 'work'"
        let scanned = "SELECT coalesce(sum(seq_scan), 0) FROM pg_stat_user_tables WHERE relname = 'work'"
        try await wait(for: "the server's statistics") { try shop.server.psql(read, in: shop.database) != "0\n" }
        #expect(try #require(Int(shop.server.psql(read, in: shop.database).dropLast())) < 1_000)
        #expect(try shop.server.psql(scanned, in: shop.database) == "0\n")
    }

    @Test func aWorkerThatWasForgottenHearsOfIt() async throws {
        let shop = try await QueuedLibrary.enrolling(photos: 1)
        let worker = try await shop.catalog.join(as: "w", for: .encoding(.fake))
        try shop.server.psql("UPDATE evoke.workers SET seen = seen - interval '2 days'", in: shop.database)
        let other = try await shop.catalog.join(as: "other", for: .encoding(.fake))
        let error = await #expect(throws: EvokeError.self) { try await shop.claim(worker) }
        #expect(error?.kind == .libraryUnavailable)
        #expect(try await shop.claim(other).count == 1)
    }

    /// Enrolled again and again, a photo has one place in the queue.
    @Test func aChangedFileFreesItsPhoto() async throws {
        let shop = try await QueuedLibrary.enrolling(photos: 1)
        try await shop.catalog.enrol([photo(0)], model: .fake, again: true)
        let worker = try await shop.catalog.join(as: "w", for: .encoding(.fake))
        let claimed = try await shop.claim(worker)
        try await shop.catalog.enrol([photo(0)], model: .fake, again: true)
        #expect(try shop.count("work") == "1\n")
        #expect(try await shop.claim(worker).isEmpty, "whoever has it keeps it")
        let changed = planned("/photos/000.jpg", 99)
        try await shop.catalog.enrol([changed], model: .fake, again: false)
        try await shop.catalog.finish(claimed.map(finished), of: worker)
        #expect(try await shop.catalog.summary().photos == 0, "it was another file")
        #expect(try await shop.claim(worker).map(\.photo) == [changed])
    }

    @Test func whatIsForgottenIsNotWorkedOn() async throws {
        let shop = try await QueuedLibrary.enrolling(photos: 2)
        try await shop.catalog.enrol([planned("/photos/in/a.jpg", 1)], model: .fake, again: false)
        let worker = try await shop.catalog.join(as: "w", for: .encoding(.fake))
        let claimed = try await shop.claim(worker)
        _ = try await shop.catalog.forget(under: DiskPath("/photos/in"))
        #expect(try shop.count("work") == "2\n")
        _ = try await shop.catalog.forget(under: shop.root)
        #expect(try shop.count("work") == "0\n")
        try await shop.catalog.finish(claimed.map(finished), of: worker)
        #expect(try await shop.catalog.summary().photos == 0)
    }

    /// A file that waits in the place of a photo which is gone says that the photo has not moved.
    @Test func aPlaceThatWaitsToBeLookedAtIsNotGone() async throws {
        let shop = try await QueuedLibrary.enrolling(photos: 1)
        let worker = try await shop.catalog.join(as: "w", for: .encoding(.fake))
        try await shop.catalog.finish(try await shop.claim(worker).map(finished), of: worker)
        let content = content(of: photo(0).path)
        let id = try #require(try await shop.catalog.photo(at: photo(0).path))
        try await shop.catalog.record([.vanished(id)], model: .fake)
        #expect(try await shop.catalog.known(content, model: .fake)?.places[id]?.isGone == true)
        try await shop.catalog.enrol([photo(0)], model: .fake, again: false)
        #expect(try await shop.catalog.known(content, model: .fake)?.places[id]?.isGone == false)
    }
}

extension QueuedLibrary {
    /// With so many photos in its queue.
    fileprivate static func enrolling(
        _ version: PostgresServer.Version = .eighteen, photos count: Int = 0
    ) async throws -> QueuedLibrary {
        let library = try await QueuedLibrary(version)
        try await library.catalog.enrol((0..<count).map { photo($0) }, model: .fake, again: false)
        return library
    }
}

private func queue(waiting: Int) -> WorkQueue {
    WorkQueue(
        workers: [], models: [.init(fingerprint: ModelID.fake.fingerprint, waiting: waiting)], claimed: 0, setAside: [])
}

private func photo(_ number: Int) -> PlannedPhoto {
    let name = "/photos/\(String(1_000 + number).dropFirst())"
    return PlannedPhoto(
        path: DiskPath(name + ".jpg"),
        stamp: FileStamp(
            size: 1, modifiedNanoseconds: Int64(number), inode: .max - 1, changedNanoseconds: number == 3 ? nil : 5),
        companions: number == 1
            ? .none
            : PhotoCompanions(
                files: [DiskPath(name + ".raw")], sidecars: [DiskPath(name + ".xmp"), DiskPath(name + ".jpg.xmp")],
                sidecarStamp: -7),
        need: number == 2 ? .described : .new)
}

private func content(of path: DiskPath) -> ContentDigest {
    ContentDigest(high: 1, low: path.bytes.reduce(0) { $0 &* 31 &+ UInt64($1) })
}

private func finished(_ claimed: ClaimedPhoto) -> FinishedPhoto {
    let path = claimed.photo.path
    let vector = Embedding(normalizing: [1, 0, 0, 0], fingerprint: ModelID.fake.fingerprint)!
    return FinishedPhoto(
        path: path, claim: claimed.claim,
        changes: [
            .encoded(path, claimed.photo.stamp, content(of: path), PixelSize(width: 1, height: 1), vector),
            .described(path, (PhotoMetadata(), claimed.photo.companions)),
        ])
}
