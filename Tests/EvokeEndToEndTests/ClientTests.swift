import EvokeClient
import EvokePorts
import EvokeSystem
import EvokeTestSupport
import EvokeValues
import Foundation
import Glibc
import Testing

/// The Swift client against the real server: what is asked and answered here goes through all of both.
@Suite struct ClientTests {
    private let dog = Result { try FileSystem.read(Installed.album().appending("animals/mammals/dog.png")) }

    private func album() async throws -> EvokeClient { try EvokeClient(await ServedAlbum.server().address) }

    private func anyPhoto(_ client: EvokeClient) async throws -> Int64 {
        try #require(try await client.search("a dog", top: 1).results.first).id
    }

    @Test func searches() async throws {
        let client = try await album()
        #expect(try await client.search("a penguin", top: 1).fitting == nil, "nobody asked for it")
        let counted = try await client.search("a penguin", top: 1, countsFitting: true)
        #expect(counted.fitting.map { (2..<counted.total).contains($0) } == true)
        let found = try await client.search("a bird", not: "a penguin", top: 5, offset: 1)
        #expect(found.results.map(\.rank) == [2, 3, 4, 5, 6] && found.total >= 250)
        #expect(try await client.photos(top: 3, offset: 2).results.count == 3)
        #expect(try await client.suggest("a dog typ", top: 1).suggestions.map(\.query) == ["a dog type:"])
        let query = try await client.query(
            "a dog last year tag:x", changing: .put(field: "album", values: ["a \"b\""], at: 1))
        #expect(
            query.text == #"a dog last year album:"a ""b""""# && query.conditions.map(\.field) == ["date", "album"])
        let png = try #require(try await client.suggest("type:p").suggestions.first)
        #expect(try await client.search(png.query).total == png.count)
    }

    @Test func searchesByExample() async throws {
        let (client, dog) = (try await album(), try self.dog.get())
        let same = try await client.search(picture: dog, top: 2)
        #expect(same.results.first?.name == "dog.png" && same.results.count == 2)
        let vector = try await client.embed(picture: dog).embedding
        #expect(try await client.search(vector: vector, top: 2).results.map(\.id) == same.results.map(\.id))
        let like = try await client.search(like: [same.results[0].id], "a bird", top: 3)
        #expect(like.results.count == 3 && !like.results.contains { $0.id == same.results[0].id })
        let narrow = await #expect(throws: EvokeError.self) { try await client.search(vector: [1, 2]) }
        #expect(narrow?.kind == .wrongUsage)
    }

    @Test func looksAtTimesAndPlaces() async throws {
        let client = try await album()
        let days = try await client.days()
        #expect(days.total >= 250 && days.days.reduce(0) { $0 + $1.count } == days.total)
        let some = try await client.days(of: "a penguin sort:oldest")
        #expect(try await client.search("a penguin sort:oldest").fitting == some.total && some.total < days.total)
        let year = try #require(try await client.years().years.first)
        let review = try await client.year(year.year)
        #expect(review.year == year && year.photos > 0 && year.months.count == 12 && !review.highlights.isEmpty)
        let map = try await client.map(zoom: 3, dots: 6)
        #expect(map.zoom == 3 && map.clusters.reduce(0) { $0 + $1.count } == map.total && map.dotsZoom == 6)
        let everywhere = CoordinateBox(south: -90, west: -180, north: 90, east: 180)
        #expect(try await client.map(of: "type:png", in: everywhere, zoom: 0).total <= map.total)
        #expect(try await client.outlines().starts(with: Array("EvokeOl1".utf8)))
    }

    @Test func showsPhotos() async throws {
        let client = try await album()
        let id = try await anyPhoto(client)
        let photo = try await client.photo(id)
        #expect(photo.isThere && photo.bytes > 0)
        #expect(try await client.text(of: id, marking: "a dog").lines.isEmpty, "nothing reads there")
        #expect(try await client.thumbnail(of: id, size: 1_600).starts(with: [0xFF, 0xD8]))
        #expect(try await client.original(of: id) == FileSystem.read(DiskPath(photo.path)))
        var zip: [UInt8] = []
        try await client.archive(of: [id]) { zip += $0 }
        #expect(zip.starts(with: [0x50, 0x4B, 3, 4]) && zip.dropLast(22).count > 1_000)
    }

    @Test func hearsWhatIsNotThere() async throws {
        let client = try await album()
        let id = try await anyPhoto(client)
        let asked: [(EvokeError.Kind, () async throws -> Void)] = [
            (.notFound, { _ = try await client.photo(1_000_000) }), (.notFound, { _ = try await client.film(of: id) }),
            // One that is there would open on the desktop of whoever tests.
            (.notFound, { _ = try await client.open(1_000_000, in: .folder) }),
            (.notFound, { _ = try await client.year(1) }),
            (.notFound, { _ = try await client.use(model: "no-such-model") }),
        ]
        for (number, (kind, ask)) in asked.enumerated() {
            let error = await #expect(throws: EvokeError.self, "question \(number)") { try await ask() }
            #expect(error?.kind == kind, "question \(number)")
        }
        // Two of the album that are no copies of each other.
        let answer = try await client.trash([.init(trash: id, keep: 1_000_000)])
        #expect(answer.done.isEmpty && answer.left.map(\.error.kind) == ["notAllowed"])
    }

    @Test func classifiesAndEmbeds() async throws {
        let (client, dog) = (try await album(), try self.dog.get())
        let sorted = try await client.classify(picture: dog, labels: ["cat", "dog", "car"], includingNone: true)
        #expect(sorted.results.first?.label == "dog" && sorted.fits && sorted.results.contains { $0.label == nil })
        let vector = try await client.embed(picture: dog).embedding
        #expect(try await client.classify(embedding: vector, top: 3).results.count == 3)
        #expect(try await client.classify(embedding: vector, labels: ["cat", "dog"]).results.first?.label == "dog")
        let answer = try await client.embed(text: "a dog")
        #expect(answer.dim == answer.embedding.count && answer.dim == vector.count)
    }

    @Test func knowsTheLibraryAndItsModels() async throws {
        let client = try await album()
        #expect(try await client.description().firstRange(of: Array("\"openapi\"".utf8)) != nil)
        #expect(try await client.folders(in: "/usr").folders.contains { $0.path == "/usr/share" })
        let library = try await client.library()
        #expect(library.photos >= 250)
        #expect(try await client.failures().total == library.failed)
        let models = try await client.models()
        let used = try #require(models.inUse)
        #expect(used.hasLabels && models.models.contains { $0.name == used.name && $0.kind == "pair" })
        #expect(try await !client.availableModels().isEmpty)
        #expect(try await client.downloads().allSatisfy { !$0.name.isEmpty })
        #expect(try await client.access().role == "owner")
    }

    /// Two photos of one person.
    @Test func knowsWhoIsInPhotos() async throws {
        let program = Program()
        for name in ["astronaut.jpg", "exif.jpg"] {
            try program.home.write("photos/\(name)", FileSystem.read(FacePicture.file(name)))
        }
        let server = try await ServedLibrary(
            program, ["--without", "text"], environment: ["EVOKE_MODELS": try Installed.models().display])
        let client = try EvokeClient(server.address)
        #expect(try await client.keepPeople(true).canFind)
        _ = try await client.add(root: program.home.path.appending("photos").display)
        try await wait(for: "somebody who is seen twice") { try await client.people().people?.first?.photos == 2 }
        try await name(try #require(try await client.people().people?.first), client)
        try await wait(for: "the end of indexing") { try await client.library().indexing?.state == "idle" }
        #expect(try await client.forgetPeople().state == "off")
    }

    private func name(_ person: PersonAnswer, _ client: EvokeClient) async throws {
        let face = try #require(person.face)
        #expect(try await client.crop(of: face).starts(with: [0xFF, 0xD8]))
        #expect(try await client.name(person: person.number, "Anna").name == "Anna")
        #expect(try await client.search("person:anna").results.count == 2)
        #expect(try await client.faces(of: face.photo).faces.map(\.person?.name) == ["Anna"])
        #expect(try await client.hide(person: person.number).hidden == true)
        #expect(try await client.people(includingHidden: true).total == 1)
        #expect(try await client.undoPeople())
        #expect(try await client.move([face], from: person.number, to: "Ben").total == 2)
        #expect(try await client.assign(face, to: person.number).faces.first?.person?.name == "Anna")
    }

    @Test func marksPhotos() async throws {
        let library = try GeneratedLibrary(photos: 3)
        #expect(try await library.index().code == 0)
        let server = try await ServedLibrary(library.program, ["--library", library.folder.display])
        let client = try EvokeClient(server.address)
        let photos = try await client.photos().results.map(\.id)
        let marks = MarksOfPhoto(
            favourite: true, rating: 5, caption: "Grandma's harbour", tags: ["sea"], albums: ["Best"], hidden: false)
        let done = try await client.mark(photos: [photos[0], photos[1]], adding: marks)
        #expect(done.photos == 2 && done.changed == 2 && done.unread == 0)
        #expect(try await client.photo(photos[0]).marks == marks)
        let overview = try await client.marks()
        #expect(
            overview.favourites == 2 && overview.albums.map(\.name) == ["Best"] && overview.tags.map(\.count) == [2])
        let less = MarksToRemove(favourite: true, rating: true, caption: true, tags: ["SEA"], albums: ["best"])
        #expect(try await client.mark(query: "album:best", removing: less).changed == 2)
        for left in [2, 2, nil] { #expect(try await client.undoMarks() == left) }
        try await client.mark(photos: [photos[2]], adding: MarksOfPhoto(hidden: true))
        #expect(try await client.photos().total == 2)
    }

    @Test func looksAfterALibrary() async throws {
        let program = Program()
        for number in 0..<3 { try program.home.write("photos/\(number).png", TestPicture.png(number)) }
        try program.home.write("photos/bad.jpg", [0xFF, 0xD8, 0xFF, 0xE0])
        let server = try await ServedLibrary(program)
        let client = try EvokeClient(server.address)
        var events = client.events().makeAsyncIterator()
        guard case .library(let empty)? = try await events.next() else {
            Issue.record("the first event is not the library")
            return
        }
        #expect(empty.photos == 0)
        let added = try await client.add(root: program.home.path.appending("photos").display)
        let root = try #require(added.roots.first)
        var failed: [String] = []
        var report: ReportAnswer?
        while report == nil, let event = try await events.next() {
            if case .failed(let trouble) = event { failed.append(trouble.subject) }
            if case .finished(let finished) = event { report = finished }
        }
        #expect(report?.added == 3 && report?.failed == 1 && failed.count == 1)
        #expect(try await client.failures().failures.map(\.kind) == ["damaged"])
        #expect(try await client.resumeIndexing().indexing?.state != "paused")
        try await wait(for: "the end of indexing") { try await client.library().indexing?.state == "idle" }
        #expect(try await client.remove(root: root.id).photos == 0)
        try await keepsSearches(client)

        server.signal(SIGTERM)
        while try await events.next() != nil {}
        _ = await server.outcome()
    }

    @Test func putsCopiesAwayAndBack() async throws {
        let library = try GeneratedLibrary(photos: 2)
        let copy = try library.photos.copy(library.photos.path.appending(GeneratedLibrary.name(1)), to: "copy/1.png")
        #expect(try await library.index().code == 0)
        let server = try await ServedLibrary(library.program, ["--library", library.folder.display])
        let client = try EvokeClient(server.address)
        let found = try await wait(for: "the copies") {
            try await client.duplicates()
        } until: {
            $0.finding == nil
        }
        let photos = try #require(found.groups.first?.photos)
        #expect(found.total == 1 && photos.count == 2 && found.bytes == FileSystem.size(of: copy))
        let (keep, trash) = (try #require(photos[0].id), try #require(photos[1].id))
        let gone = try await client.trash([.init(trash: trash, keep: keep)])
        #expect(gone.done.map(\.path) == [photos[1].path] && gone.left.isEmpty)
        #expect(try await client.duplicates().groups.isEmpty, "known before anybody looks again")
        let back = try await client.undoTrash()
        #expect(back.files == [photos[1].path] && FileSystem.isFile(DiskPath(photos[1].path)))
        try await wait(for: "the group") { try await client.duplicates().total == 1 }
        #expect(try await client.undoTrash().files.isEmpty)
    }

    @Test func sharesAnAlbum() async throws {
        let library = try GeneratedLibrary(photos: 3)
        #expect(try await library.index().code == 0)
        #expect(try await library.run("album", "add", "Italy 2019", "-file:002.png").code == 0)
        let server = try await ServedLibrary(library.program, ["--library", library.folder.display])
        let client = try EvokeClient(server.address)
        let made = try await client.share(album: "Italy 2019", days: 3)
        let visitor = try EvokeClient(#require(URL(string: made.link)))
        #expect(try await visitor.access().title == "Italy 2019")
        #expect(try await visitor.photos().total == 2)
        #expect(try await client.shares().shares.map(\.number) == [1])
        #expect(try await client.endShare(made.share.number).shares.isEmpty)
        let ended = await #expect(throws: EvokeError.self) { try await visitor.photos() }
        #expect(ended?.reason.contains("no longer shared") == true, "\(String(describing: ended))")
    }

    /// Whatever is in a name comes through its address.
    private func keepsSearches(_ client: EvokeClient) async throws {
        let odd = SavedSearch(name: "50% a/b?c+d #ä…", query: "dog date:yesterday \"a+b\"")
        let plain = SavedSearch(name: "cats", query: "cat")
        #expect(try await client.save(search: plain) == [plain])
        #expect(try await client.save(search: odd) == [odd, plain])
        #expect(try await client.savedSearches() == [odd, plain])
        let unreadable = await #expect(throws: EvokeError.self) {
            try await client.save(search: SavedSearch(name: "cats", query: "ratting:5"))
        }
        #expect(unreadable?.kind == .wrongUsage)
        let unknown = await #expect(throws: EvokeError.self) { try await client.removeSearch("cat") }
        #expect(unknown?.kind == .notFound)
        #expect(try await client.removeSearch(odd.name) == [plain])
    }

    @Test func aServerThatIsGoneIsNoticed() async throws {
        let server = try await ServedLibrary(Program())
        let client = try EvokeClient(server.address)
        var events = client.events().makeAsyncIterator()
        _ = try await events.next()
        server.signal(SIGKILL)
        let error = await #expect(throws: EvokeError.self) { while try await events.next() != nil {} }
        #expect(
            error?.kind == .unreachable && error?.reason.contains("broke off") == true, "\(error?.description ?? "")")
        _ = await server.outcome()
        let later = await #expect(throws: EvokeError.self) { try await client.health() }
        #expect(later?.kind == .unreachable && later?.reason == "nothing answers there", "\(later?.description ?? "")")
    }
}
