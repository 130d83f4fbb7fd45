import EvokePorts
import EvokeSystem
import EvokeTestSupport
import EvokeValues
import Testing

@testable import CatalogPostgres

/// A library whose photos each machine has elsewhere. A machine is a folder that remembers where roots are.
@Suite struct NamedRootTests {
    private struct Machines {
        let home = TemporaryFolder()
        let server: PostgresServer
        let database: String
        let address: PostgresAddress

        init(_ version: PostgresServer.Version = .eighteen) async throws {
            server = try await PostgresServer.running(version)
            database = try server.newDatabase()
            address = try PostgresAddress(server.newLibrary(in: database))
        }

        func open(_ machine: String) async throws -> PostgresCatalog {
            try await PostgresCatalog.open(
                address, access: .write, placesFolder: RootPlacesFolder(path: home.path.appending(machine)))
        }
    }

    @Test(arguments: PostgresServer.Version.allCases)
    func eachMachineSeesItsOwnPaths(version: PostgresServer.Version) async throws {
        let machines = try await Machines(version)
        let (one, two, none) = (
            try await machines.open("1"), try await machines.open("2"), try await machines.open("3")
        )
        try await one.enrol(archive("/mnt/archive"))
        try await one.record(photo("/mnt/archive/Reisen/2019/a.jpg", 1), model: .fake)
        try await two.place(archive("/Volumes/disk"))
        try await two.record(photo("/Volumes/disk/b.jpg", 2), model: .fake)

        for (catalog, root) in [(one, "/mnt/archive"), (two, "/Volumes/disk"), (none, "archive:")] {
            #expect(try await catalog.roots() == [FilePath(root)])
            let paths = try await catalog.cards(among: nil, order: .name, top: 9, offset: 0).map(\.path)
            #expect(paths == [FilePath(root + "/Reisen/2019/a.jpg"), FilePath(root + "/b.jpg")])
            let names = try await catalog.files(in: FilePath(root + "/Reisen/2019"), model: .fake).map(\.path)
            #expect(names == [FilePath(root + "/Reisen/2019/a.jpg")])
            #expect(try await catalog.photo(at: FilePath(root + "/b.jpg")) != nil)
            #expect(try await catalog.folders(under: FilePath(root)).count == 2)
            let id = try #require(try await catalog.photo(at: FilePath(root + "/Reisen/2019/a.jpg")))
            #expect(try await catalog.facts(of: id)?.companions == [FilePath(root + "/Reisen/2019/a.xmp")])
            // What is written on a photo, and what folders are called, is the same everywhere.
            #expect(try await catalog.photos(meeting: .test(.folder(["archive", "reisen"]))).count == 1)
            #expect(try await catalog.photos(meeting: .test(.folder(["archive:"]))).count == 2)
            #expect(
                try await catalog.values(of: .folder).map(\.text).sorted() == ["archive", "archive/Reisen/2019"])
            for (words, found) in [("Reisen", 1), ("archive", 0), ("mnt", 0), ("Volumes", 0)] {
                #expect(try await catalog.photos(with: #require(WrittenWords(words))).all.count == found, "\(words)")
            }
            #expect(try await catalog.check { _ in }.isInOrder)
        }
        #expect(try await two.photos(meeting: .test(.folder(["Volumes", "disk"]))).count == 2, "its own path, too")
        for catalog in [one, two, none] { try await catalog.close() }
    }

    /// Nothing of it is encoded again, and whoever has the library open sees the new paths.
    @Test func aRootThatIsThereGetsAName() async throws {
        let machines = try await Machines()
        let (catalog, reader) = (try await machines.open("1"), try await machines.open("2"))
        for root in ["/photos", "/photos2"] { try await catalog.addRoot(FilePath(root)) }
        try await catalog.record(photo("/photos/in/a.jpg", 1) + photo("/photos2/b.jpg", 2), model: .fake)
        try await catalog.enrol([planned("/photos/in/c.jpg")], model: .fake, again: false)
        let (id, vectors) = (
            try #require(try await catalog.photo(at: FilePath("/photos/in/a.jpg"))), try await catalog.vectorStamp()
        )
        let folders: PhotoCondition = .test(.folder(["photos"]))
        #expect(try await reader.photos(meeting: folders).count == 1)
        try await catalog.enrol(archive("/photos"))

        #expect(try await catalog.roots() == [FilePath("/photos"), FilePath("/photos2")])
        #expect(try await catalog.photo(at: FilePath("/photos/in/a.jpg")) == id)
        #expect(try await catalog.vectorStamp() == vectors)
        #expect(try await reader.roots() == [FilePath("/photos2"), FilePath("archive:")])
        #expect(try await reader.cards(of: [id])[id]?.path == FilePath("archive:/in/a.jpg"))
        #expect(try await reader.photos(meeting: folders).count == 0)
        #expect(try await reader.photos(meeting: .test(.folder(["archive", "in"]))).count == 1)
        let worker = try await reader.join(as: "w", for: .encoding(.fake))
        #expect(try await reader.photosLeft(for: worker, below: [FilePath("/photos"), FilePath("/photos2")]) == 0)
        try await reader.place(archive("/elsewhere"))
        let claimed = try await reader.claim(9, for: worker, below: [FilePath("/elsewhere")], retried: false)
        #expect(claimed.map(\.photo.path) == [FilePath("/elsewhere/in/c.jpg")])
        #expect(try await catalog.check { _ in }.isInOrder)
        for catalog in [catalog, reader] { try await catalog.close() }
    }

    @Test func whatIsForgottenIsThatAlone() async throws {
        let machines = try await Machines()
        let (one, none) = (try await machines.open("1"), try await machines.open("3"))
        try await one.enrol(archive("/mnt/archive"))
        try await one.addRoot(FilePath("/photos"))
        try await one.record(
            photo("/mnt/archive/a.jpg", 1) + photo("/mnt/archive/in/b.jpg", 2) + photo("/photos/c.jpg", 3),
            model: .fake)
        for path in ["/mnt", "/mnt/archive"] {
            #expect(try await none.forget(under: FilePath(path)).isNothing, "\(path)")
        }
        #expect(try await one.forget(under: FilePath("/mnt")).isNothing)
        #expect(try await none.forget(under: FilePath("/photos")).photos == 1)
        #expect(try await none.forget(under: FilePath("archive:/in")).photos == 1)
        #expect(try await one.roots() == [FilePath("/mnt/archive")])
        let forgotten = try await one.forget(under: FilePath("/mnt/archive"))
        #expect(forgotten.photos == 1 && forgotten.roots == [FilePath("/mnt/archive")])
        #expect(try await one.summary().photos == 0)
        // Neither is its place remembered.
        try await one.addRoot(FilePath("/mnt/archive"))
        #expect(try await none.roots() == [FilePath("/mnt/archive")])
        for catalog in [one, none] { try await catalog.close() }
    }

    @Test func noTwoRootsHaveOnePlace() async throws {
        let machines = try await Machines()
        let (catalog, other) = (try await machines.open("1"), try await machines.open("2"))
        try await catalog.enrol(archive("/mnt/archive"))
        try await catalog.addRoot(FilePath("/photos"))
        func refusal(_ body: () async throws -> Void) async -> EvokeError? {
            await #expect(throws: EvokeError.self) { try await body() }
        }
        for (name, place) in [
            ("a", "/mnt/archive"), ("a", "/mnt"), ("a", "/mnt/archive/in"), ("archive", "/photos/in"),
            ("a", "/photos/in"), ("archive", "/photos"),
        ] {
            let error = await refusal { try await catalog.enrol(root(name, place)) }
            #expect(error?.kind == .wrongUsage, "\(name) \(place)")
        }
        #expect(await refusal { try await catalog.addRoot(FilePath("/mnt")) }?.reason.contains("'archive'") == true)
        let unknown = await refusal { try await catalog.place(root("b", "/b")) }
        #expect(unknown?.remedies == [.advice("Those with names are: archive.")])
        #expect(try await catalog.roots() == [FilePath("/mnt/archive"), FilePath("/photos")])

        // Another machine knows nothing of that place. Here, the named root is nowhere then.
        try await other.addRoot(FilePath("/mnt"))
        try await catalog.close()
        let again = try await machines.open("1")
        #expect(try await again.roots() == [FilePath("/mnt"), FilePath("/photos"), FilePath("archive:")])
        #expect(try await again.namedRoots() == [root("archive", nil)])
        for catalog in [again, other] { try await catalog.close() }
    }

    /// As when the folder that remembers it was tampered with.
    @Test func whatIsNoPlaceCountsAsNone() async throws {
        let machines = try await Machines()
        let catalog = try await machines.open("1")
        try await catalog.enrol(archive("/mnt/archive"))
        for (name, place) in [("archive", "mnt"), ("archive", "/mnt/"), ("archive", ""), ("..x", "/y"), ("a:b", "/z")] {
            try machines.home.write("1/\(name)", place.utf8)
            #expect(try await catalog.roots() == [FilePath("archive:")], "\(place)")
        }
        try machines.home.write("1/archive", "/new".utf8)
        #expect(try await catalog.roots() == [FilePath("/new")], "it is read again")
        try await catalog.close()
    }

    @Test func aQueueOfTheFormatBeforeLearnsItsRoots() async throws {
        let machines = try await Machines()
        let catalog = try await machines.open("1")
        for root in ["/photos", "/photos/in"] { try await catalog.addRoot(FilePath(root)) }
        try await catalog.enrol(
            [planned("/photos/a.jpg"), planned("/photos/in/b.jpg")], model: .fake, again: false)
        try await catalog.close()
        try machines.server.psql(
            """
            INSERT INTO evoke.work(
                library, model, root, folder, name, need, size, modified, inode, companions, sidecars, sidecar_stamp)
            SELECT library, model, root, '/gone', 'c.jpg', need, 1, 1, 1, '', '', 0 FROM evoke.work LIMIT 1;
            DROP TABLE evoke.texts, evoke.picture_words, evoke.looks, evoke.comparisons;
            DROP TABLE \(Schema.list(Tables.ofPeople + Tables.ofPlaces + Tables.ofMarks));
            DROP TABLE evoke.moments;
            ALTER TABLE evoke.facts DROP COLUMN length;
            DROP INDEX evoke.work_lost; DROP INDEX evoke.work_by_turn;
            ALTER TABLE evoke.work DROP COLUMN root, DROP COLUMN lost;
            CREATE INDEX work_by_turn ON evoke.work(library, model, cardinality(tried), modified DESC);
            UPDATE evoke.format SET version = 2
            """, in: machines.database)
        let upgraded = try await machines.open("1")
        let worker = try await upgraded.join(as: "w", for: .encoding(.fake))
        for (root, photo) in [("/photos", "/photos/a.jpg"), ("/photos/in", "/photos/in/b.jpg"), ("/gone", nil)] {
            let claimed = try await upgraded.claim(9, for: worker, below: [FilePath(root)], retried: false)
            #expect(claimed.map(\.photo.path) == [photo].compactMap { $0 }.map { FilePath($0) })
        }
        try await upgraded.close()
    }

    private func archive(_ place: String) -> NamedRoot { root("archive", place) }

    private func root(_ name: String, _ place: String?) -> NamedRoot {
        NamedRoot(name: name, place: place.map { FilePath($0) })!
    }

    private func planned(_ path: String) -> PlannedPhoto {
        PlannedPhoto(
            path: FilePath(path), stamp: FileStamp(size: 1, modifiedNanoseconds: 1, inode: 1), companions: .none,
            need: .new)
    }

    private func photo(_ text: String, _ number: Int64) -> [CatalogChange] {
        let path = FilePath(text)
        let sidecar = FilePath(bytes: path.bytes.dropLast(3) + "xmp".utf8)
        return [
            .encoded(
                path, FileStamp(size: 1, modifiedNanoseconds: number, inode: 1),
                ContentDigest(high: 1, low: UInt64(number)), PixelSize(width: 1, height: 1),
                Embedding(normalizing: [1, 0, Float(number), 0], fingerprint: ModelID.fake.fingerprint)!),
            .described(path, PhotoFacts(), PhotoCompanions(files: [], sidecars: [sidecar], sidecarStamp: 1)),
        ]
    }
}
