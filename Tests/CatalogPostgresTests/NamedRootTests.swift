import EvokeCatalog
import EvokePorts
import EvokeSystem
import EvokeTestSupport
import EvokeValues
import Testing

@testable import CatalogPostgres

/// A library whose photos each machine has elsewhere. A machine is a folder that remembers where roots are.
@Suite struct NamedRootTests {
    private let home = TemporaryFolder()

    private struct Machines {
        let home: DiskPath
        let server: PostgresServer
        let database: String
        let address: PostgresAddress

        init(in home: TemporaryFolder, _ version: PostgresServer.Version = .eighteen) async throws {
            self.home = home.path
            server = try await PostgresServer.running(version)
            database = try server.newDatabase()
            address = try PostgresAddress(server.newLibrary(in: database))
        }

        func open(_ machine: String) async throws -> PostgresCatalog {
            try await PostgresCatalog.open(
                address, access: .write, placesFolder: RootPathsFolder(path: home.appending(machine)))
        }
    }

    /// Two photos in one root, of which two machines have it in other places and one has it nowhere.
    private func share(_ machines: Machines) async throws -> [(catalog: PostgresCatalog, root: String)] {
        let (one, two) = (try await machines.open("1"), try await machines.open("2"))
        try await one.enrol(archive("/mnt/archive"))
        try await one.record(photo("/mnt/archive/Reisen/2019/a.jpg", 1), model: .fake)
        try await two.place(archive("/Volumes/disk"))
        try await two.record(photo("/Volumes/disk/b.jpg", 2), model: .fake)
        return [(one, "/mnt/archive"), (two, "/Volumes/disk"), (try await machines.open("3"), "archive:")]
    }

    @Test(arguments: PostgresServer.Version.allCases)
    func eachMachineSeesItsOwnPaths(version: PostgresServer.Version) async throws {
        for (catalog, root) in try await share(Machines(in: home, version)) {
            let (folder, deep) = (DiskPath(root), DiskPath(root + "/Reisen/2019"))
            let paths = [deep.appending("a.jpg"), folder.appending("b.jpg")]
            #expect(try await catalog.roots() == [folder])
            #expect(try await catalog.cards(among: nil, order: .name, top: 9, offset: 0).map(\.path) == paths)
            #expect(try await catalog.files(in: deep, model: .fake).map(\.path) == [paths[0]])
            #expect(try await catalog.folders(under: folder).count == 2)
            let id = try #require(try await catalog.photo(at: paths[0]))
            #expect(try await catalog.metadata(of: id)?.companions == [deep.appending("a.xmp")])
            #expect(try await catalog.check { _ in }.isInOrder)
        }
    }

    /// What is written on a photo, and what folders are called.
    @Test func namesAreTheSameOnEachMachine() async throws {
        let machines = try await share(Machines(in: home))
        for (catalog, _) in machines {
            var counts: [Int] = []
            for folder in [["archive", "reisen"], ["archive:"]] {
                counts.append(try await catalog.photos(meeting: .test(.folder(folder))).count)
            }
            for words in ["Reisen", "archive", "mnt", "Volumes"] {
                counts.append(try await catalog.photos(with: #require(TextQuery(words))).all.count)
            }
            #expect(counts == [1, 2, 1, 0, 0, 0])
            #expect(try await catalog.values(of: .folder).map(\.text).sorted() == ["archive", "archive/Reisen/2019"])
        }
        let own = PhotoCondition.test(.folder(["Volumes", "disk"]))
        #expect(try await machines[1].catalog.photos(meeting: own).count == 2, "its own path, too")
    }

    /// Nothing of it is encoded again, and whoever has the library open sees the new paths.
    @Test func aRootThatIsThereGetsAName() async throws {
        let machines = try await Machines(in: home)
        let (catalog, reader) = (try await machines.open("1"), try await machines.open("2"))
        for root in ["/photos", "/photos2"] { try await catalog.addRoot(DiskPath(root)) }
        try await catalog.record(photo("/photos/in/a.jpg", 1) + photo("/photos2/b.jpg", 2), model: .fake)
        let id = try #require(try await catalog.photo(at: DiskPath("/photos/in/a.jpg")))
        let vectors = try await catalog.vectorStamp()
        try await catalog.enrol(archive("/photos"))
        #expect(try await catalog.roots() == [DiskPath("/photos"), DiskPath("/photos2")])
        #expect(try await catalog.photo(at: DiskPath("/photos/in/a.jpg")) == id)
        #expect(try await catalog.vectorStamp() == vectors)
        #expect(try await reader.roots() == [DiskPath("/photos2"), DiskPath("archive:")])
        #expect(try await reader.cards(of: [id])[id]?.path == DiskPath("archive:/in/a.jpg"))
        #expect(try await catalog.check { _ in }.isInOrder)
    }

    @Test func whatIsReadAlreadyFollowsANewName() async throws {
        let machines = try await Machines(in: home)
        let (catalog, reader) = (try await machines.open("1"), try await machines.open("2"))
        try await catalog.addRoot(DiskPath("/photos"))
        try await catalog.record(photo("/photos/in/a.jpg", 1), model: .fake)
        func counts() async throws -> [Int] {
            var counts: [Int] = []
            for folder in [["photos"], ["archive", "in"]] {
                counts.append(try await reader.photos(meeting: .test(.folder(folder))).count)
            }
            return counts
        }
        #expect(try await counts() == [1, 0])
        try await catalog.enrol(archive("/photos"))
        #expect(try await counts() == [0, 1])
    }

    @Test func theQueueFollowsANewName() async throws {
        let machines = try await Machines(in: home)
        let (catalog, reader) = (try await machines.open("1"), try await machines.open("2"))
        try await catalog.addRoot(DiskPath("/photos"))
        try await catalog.enrol([planned("/photos/in/c.jpg")], model: .fake, again: false)
        try await catalog.enrol(archive("/photos"))
        let worker = try await reader.join(as: "w", for: .encoding(.fake))
        #expect(try await reader.photosLeft(for: worker, below: [DiskPath("/photos")]) == 0)
        try await reader.place(archive("/elsewhere"))
        let claimed = try await reader.claim(9, for: worker, below: [DiskPath("/elsewhere")], retried: false)
        #expect(claimed.map(\.photo.path) == [DiskPath("/elsewhere/in/c.jpg")])
    }

    private func forget(_ path: String, by catalog: PostgresCatalog) async throws -> Forgotten {
        try await catalog.forget(under: DiskPath(path))
    }

    @Test func whatIsForgottenIsThatAlone() async throws {
        let machines = try await Machines(in: home)
        let (one, none) = (try await machines.open("1"), try await machines.open("3"))
        try await one.enrol(archive("/mnt/archive"))
        try await one.addRoot(DiskPath("/photos"))
        try await one.record(
            photo("/mnt/archive/a.jpg", 1) + photo("/mnt/archive/in/b.jpg", 2) + photo("/photos/c.jpg", 3),
            model: .fake)
        // Where it has no place, its paths begin with its name.
        let nothing = [
            try await forget("/mnt", by: none), try await forget("/mnt/archive", by: none),
            try await forget("/mnt", by: one),
        ]
        #expect(nothing.map(\.isNothing) == [true, true, true])
        let some = [try await forget("/photos", by: none), try await forget("archive:/in", by: none)]
        #expect(some.map(\.photos) == [1, 1])
        #expect(try await one.roots() == [DiskPath("/mnt/archive")])
    }

    /// Neither is its place remembered.
    @Test func aForgottenRootHasNoName() async throws {
        let machines = try await Machines(in: home)
        let (one, none) = (try await machines.open("1"), try await machines.open("3"))
        try await one.enrol(archive("/mnt/archive"))
        try await one.record(photo("/mnt/archive/a.jpg", 1), model: .fake)
        let forgotten = try await forget("/mnt/archive", by: one)
        #expect(forgotten == Forgotten(photos: 1, roots: [DiskPath("/mnt/archive")]))
        try await one.addRoot(DiskPath("/mnt/archive"))
        #expect(try await none.roots() == [DiskPath("/mnt/archive")])
    }

    private func refusal(_ body: () async throws -> Void) async -> EvokeError? {
        await #expect(throws: EvokeError.self) { try await body() }
    }

    @Test func noTwoRootsHaveOnePlace() async throws {
        let catalog = try await Machines(in: home).open("1")
        try await catalog.enrol(archive("/mnt/archive"))
        try await catalog.addRoot(DiskPath("/photos"))
        for (name, place) in [
            ("a", "/mnt/archive"), ("a", "/mnt"), ("a", "/mnt/archive/in"), ("archive", "/photos/in"),
            ("a", "/photos/in"), ("archive", "/photos"),
        ] {
            let error = await refusal { try await catalog.enrol(root(name, place)) }
            #expect(error?.kind == .wrongUsage, "\(name) \(place)")
        }
        #expect(await refusal { try await catalog.addRoot(DiskPath("/mnt")) }?.reason.contains("'archive'") == true)
        let unknown = await refusal { try await catalog.place(root("b", "/b")) }
        #expect(unknown?.remedies == [.advice("Named roots: archive.")])
        #expect(try await catalog.roots() == [DiskPath("/mnt/archive"), DiskPath("/photos")])
    }

    /// Another machine knows nothing of that place. Here, the named root is nowhere then.
    @Test func aPlaceThatAnotherMachineTakesIsNoPlace() async throws {
        let machines = try await Machines(in: home)
        let (catalog, other) = (try await machines.open("1"), try await machines.open("2"))
        try await catalog.enrol(archive("/mnt/archive"))
        try await other.addRoot(DiskPath("/mnt"))
        try await catalog.close()
        let again = try await machines.open("1")
        #expect(try await again.roots() == [DiskPath("/mnt"), DiskPath("archive:")])
        #expect(try await again.namedRoots() == [root("archive", nil)])
    }

    /// As when the folder that remembers it was tampered with.
    @Test func whatIsNoPlaceCountsAsNone() async throws {
        let machines = try await Machines(in: home)
        let catalog = try await machines.open("1")
        try await catalog.enrol(archive("/mnt/archive"))
        for (name, place) in [("archive", "mnt"), ("archive", "/mnt/"), ("archive", ""), ("..x", "/y"), ("a:b", "/z")] {
            try home.write("1/\(name)", place.utf8)
            #expect(try await catalog.roots() == [DiskPath("archive:")], "\(place)")
        }
        try home.write("1/archive", "/new".utf8)
        #expect(try await catalog.roots() == [DiskPath("/new")], "it is read again")
        try await catalog.close()
    }

    private func archive(_ place: String) -> NamedRoot { root("archive", place) }

    private func root(_ name: String, _ place: String?) -> NamedRoot {
        NamedRoot(name: name, place: place.map { DiskPath($0) })!
    }

    private func photo(_ text: String, _ number: Int) -> [CatalogChange] {
        let path = DiskPath(text)
        let sidecar = DiskPath(bytes: path.bytes.dropLast(3) + "xmp".utf8)
        return [
            encoded(path, number),
            .described(path, (PhotoMetadata(), PhotoCompanions(files: [], sidecars: [sidecar], sidecarStamp: 1))),
        ]
    }
}
