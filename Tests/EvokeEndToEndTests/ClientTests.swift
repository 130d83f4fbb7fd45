import EvokeClient
import EvokeSystem
import EvokeTestSupport
import EvokeValues
import Foundation
import Glibc
import Testing

import enum EvokeWire.Operation

/// The Swift client against the real server.
@Suite struct ClientTests {
    /// Each thing that a server can be asked, once: a route that is added is missing here until the client has it.
    @Test(arguments: Operation.allCases) func asks(operation: Operation) async throws {
        let server = try await ServedAlbum.server()
        let client = try EvokeClient(server.address)
        let dog = try FileSystem.read(Installed.album().appending("animals/mammals/dog.png"))
        func id() async throws -> Int64 {
            try #require(try await client.search("a dog", top: 1).results.first).id
        }
        switch operation {
        case .health:
            let health = try await client.health()
            #expect(health.status == "ok" && health.model == "starter")
        case .description:
            #expect(try await client.description().firstRange(of: Array("\"openapi\"".utf8)) != nil)
        case .search:
            #expect(try await client.search("a penguin", top: 1).fitting == nil, "nobody asked for it")
            let counted = try await client.search("a penguin", top: 1, countsFitting: true)
            #expect(counted.fitting.map { (2..<counted.total).contains($0) } == true)
            let found = try await client.search("a bird", not: "a penguin", top: 5, offset: 1)
            #expect(found.results.map(\.rank) == [2, 3, 4, 5, 6] && found.total >= 250)
        case .searchByExample:
            let same = try await client.search(picture: dog, top: 2)
            #expect(same.results.first?.name == "dog.png" && same.results.count == 2)
            let vector = try await client.embed(picture: dog).embedding
            #expect(try await client.search(vector: vector, top: 2).results.map(\.id) == same.results.map(\.id))
            let like = try await client.search(like: [same.results[0].id], "a bird", top: 3)
            #expect(like.results.count == 3 && !like.results.contains { $0.id == same.results[0].id })
            let narrow = await #expect(throws: EvokeError.self) { try await client.search(vector: [1, 2]) }
            #expect(narrow?.kind == .wrongUsage && narrow?.reason.contains("has 2 numbers") == true)
        case .suggest:
            let found = try await client.suggest("a dog typ", top: 1)
            #expect(found.suggestions.map(\.query) == ["a dog type:"] && found.suggestions[0].label != nil)
            let png = try #require(try await client.suggest("type:p").suggestions.first)
            #expect(png.query == "type:png")
            #expect(try await client.search(png.query).total == png.count)
        case .photos: #expect(try await client.photos(top: 3, offset: 2).results.count == 3)
        case .days:
            let days = try await client.days()
            #expect(days.total >= 250 && days.days.reduce(0) { $0 + $1.count } == days.total)
            let some = try await client.days(of: "a penguin sort:oldest")
            #expect(try await client.search("a penguin sort:oldest").fitting == some.total && some.total < days.total)
        case .years: #expect(try await client.years().years.contains { $0.photos > 0 && $0.months.count == 12 })
        case .year:
            let year = try #require(try await client.years().years.first)
            let review = try await client.year(year.year)
            #expect(review.year == year && !review.highlights.isEmpty && review.people.isEmpty)
            #expect(await #expect(throws: EvokeError.self) { try await client.year(1) }?.kind == .notFound)
        case .map:
            let map = try await client.map(zoom: 3, dots: 6)
            #expect(map.zoom == 3 && map.clusters.reduce(0) { $0 + $1.count } == map.total && map.dotsZoom == 6)
            let everywhere = CoordinateBox(south: -90, west: -180, north: 90, east: 180)
            #expect(try await client.map(of: "type:png", in: everywhere, zoom: 0).total <= map.total)
        case .outlines: #expect(try await client.outlines().starts(with: Array("EvokeOl1".utf8)))
        case .folders: #expect(try await client.folders(in: "/usr").folders.contains { $0.path == "/usr/share" })
        case .useModel:
            let unknown = await #expect(throws: EvokeError.self) { try await client.use(model: "no-such-model") }
            #expect(unknown?.kind == .notFound)
        case .photo:
            let photo = try await client.photo(id())
            #expect(photo.isThere && photo.bytes > 0)
        case .photoText:
            #expect(try await client.text(of: id(), marking: "a dog").lines.isEmpty, "nothing reads there")
            let missing = await #expect(throws: EvokeError.self) { try await client.photo(1_000_000) }
            #expect(missing?.kind == .notFound)
        case .thumbnail:
            #expect(try await client.thumbnail(of: id(), size: 1_600).starts(with: [0xFF, 0xD8]))
        case .original:
            let photo = try await client.photo(id())
            #expect(try await client.original(of: photo.id) == FileSystem.read(FilePath(photo.path)))
        case .film:
            let none = await #expect(throws: EvokeError.self) { try await client.film(of: id()) }
            #expect(none?.kind == .notFound)
        case .openPhoto:
            // One that is there would open on the desktop of whoever tests; `OpeningTests` has a desktop of its own.
            let none = await #expect(throws: EvokeError.self) { try await client.open(1_000_000, in: .folder) }
            #expect(none?.kind == .notFound)
        case .classify:
            let sorted = try await client.classify(picture: dog, labels: ["cat", "dog", "car"], includingNone: true)
            #expect(sorted.results.first?.label == "dog" && sorted.fits && sorted.results.contains { $0.label == nil })
            let vector = try await client.embed(picture: dog).embedding
            #expect(try await client.classify(embedding: vector, top: 3).results.count == 3)
            #expect(
                try await client.classify(embedding: vector, labels: ["cat", "dog"]).results.first?.label == "dog")
            await #expect(throws: EvokeError.self) { try await client.classify(picture: dog, labels: ["a, b"]) }
        case .embed:
            let answer = try await client.embed(text: "a dog")
            #expect(answer.dim == answer.embedding.count && answer.dim > 0)
        case .library: #expect(try await client.library().photos >= 250)
        case .failures: #expect(try await client.failures().total == client.library().failed)
        case .models:
            let models = try await client.models()
            let used = try #require(models.inUse)
            #expect(used.hasLabels && used.loadMs.total >= used.loadMs.model)
            #expect(models.models.contains { $0.name == used.name && $0.kind == "pair" })
        case .availableModels: #expect(try await !client.availableModels().isEmpty)
        case .downloads:
            // The shelf is the machine's own: somebody may have left a download there.
            let names = try? FileSystem.names(in: Installed.models().appending("downloads"))
            let there = Set((names ?? []).map { String(decoding: $0, as: UTF8.self) })
            #expect(try await Set(client.downloads().map(\.name)) == there)
        case .pullModel:
            let unknown = await #expect(throws: EvokeError.self) { try await client.pull(model: "no-such-model") }
            #expect(unknown?.reason.contains("no-such-model") == true)
        case .duplicates:
            try await wait(for: "the end of the search") { try await client.duplicates(top: 1).finding == nil }
            let found = try await client.duplicates(["burst"], among: "a dog", top: 1)
            #expect(found.total == found.counts["burst"])
        case .trashDuplicates:
            // Two of the album that are no copies of each other.
            let answer = try await client.trash([.init(trash: id(), keep: 1_000_000)])
            #expect(answer.done.isEmpty && answer.left.map(\.error.kind) == ["notAllowed"])
        // In `knowsWhoIsInPhotos`.
        case .people, .setPeople, .forgetPeople, .person, .changePerson, .movePersonFaces, .answerPeople, .undoPeople,
            .photoFaces, .faceCrop, .changeFace:
            break
        case .makeArchive, .archive:
            var zip: [UInt8] = []
            try await client.archive(of: [id()]) { zip += $0 }
            #expect(zip.starts(with: [0x50, 0x4B, 3, 4]) && zip.dropLast(22).count > 1_000)
        case .access: #expect(try await client.access().role == "owner")
        // In `ShareTests`.
        case .shares, .makeShare, .endShare: break
        // In `marksPhotos`.
        case .marks, .mark, .undoMarks: break
        // In `putsCopiesAwayAndBack` and `looksAfterALibrary`, which have libraries of their own.
        case .undoDuplicates: break
        case .addRoot, .removeRoot, .setIndexing, .events, .searches, .saveSearch, .removeSearch: break
        }
    }

    /// Two photos of one person.
    @Test func knowsWhoIsInPhotos() async throws {
        let program = Program()
        for name in ["astronaut.jpg", "exif.jpg"] {
            try program.home.write("photos/\(name)", FileSystem.read(FacePicture.file(name)))
        }
        let server = try await ServedLibrary(
            program, environment: ["EVOKE_MODELS": try Installed.models().display])
        let client = try EvokeClient(server.address)
        #expect(try await client.people().state == "off")
        #expect(try await client.keepPeople(true).canFind)
        _ = try await client.add(root: program.home.path.appending("photos").display)
        try await wait(for: "somebody who is seen twice") { try await client.people().people?.first?.photos == 2 }
        let person = try #require(try await client.people().people?.first)
        let face = try #require(person.face)
        #expect(try await client.crop(of: face).starts(with: [0xFF, 0xD8]))
        #expect(try await client.name(person: person.number, "Anna").name == "Anna")
        #expect(try await client.search("person:anna").results.count == 2)
        #expect(try await client.person(person.number).shown.count == 2)
        #expect(try await client.faces(of: face.photo).faces.map(\.person?.name) == ["Anna"])
        #expect(try await client.hide(person: person.number).hidden == true)
        #expect(try await client.people().people?.isEmpty == true)
        #expect(try await client.people(includingHidden: true).total == 1)
        #expect(try await client.undoPeople())
        #expect(try await client.move([face], from: person.number, to: "Ben").total == 2)
        #expect(try await client.name(face: face, "Cleo").faces.first?.person?.name == "Cleo")
        #expect(try await client.hide(face: face).faces.first?.hidden == true)
        #expect(try await client.say(face, is: person.number).faces.first?.person?.name == "Anna")
        let same = await #expect(throws: EvokeError.self) {
            try await client.answer(person.number, isSameAs: person.number)
        }
        #expect(same?.kind == .wrongUsage)
        try await wait(for: "the end of indexing") { try await client.library().indexing?.state == "idle" }
        #expect(try await client.forgetPeople().state == "off")
    }

    @Test func marksPhotos() async throws {
        let program = Program()
        for number in 0..<3 { try program.home.write("photos/\(number).png", TestPicture.png(number)) }
        #expect(try await program.run("index", program.home.path.appending("photos").display).code == 0)
        let server = try await ServedLibrary(program)
        let client = try EvokeClient(server.address)
        let photos = try await client.photos().results.map(\.id)
        let marks = MarksOfPhoto(
            favourite: true, rating: 5, caption: "Grandma's harbour", tags: ["sea"], albums: ["Best"], hidden: false)
        let done = try await client.mark(photos: [photos[0], photos[1]], adding: marks)
        #expect(done.photos == 2 && done.changed == 2 && done.unread == 0)
        #expect(try await client.photo(photos[0]).marks == marks)
        for query in ["is:favourite", "album:best", "tag:Sea", "rating:5", "\"harbour\"", "is:favourite album:Best"] {
            #expect(try await Set(client.search(query).results.map(\.id)) == Set(photos[0...1]), "\(query)")
        }
        let overview = try await client.marks()
        #expect(
            overview.favourites == 2 && overview.albums.map(\.name) == ["Best"] && overview.tags.map(\.count) == [2])
        let less = MarksToRemove(favourite: true, rating: true, caption: true, tags: ["SEA"], albums: ["best"])
        #expect(try await client.mark(query: "album:best", removing: less).changed == 2)
        #expect(try await client.photo(photos[0]).marks.tags == [])
        #expect(try await client.undoMarks() == 2)
        #expect(try await client.undoMarks() == 2)
        #expect(try await client.undoMarks() == nil)
        #expect(try await !client.marks().undo)
        try await client.mark(photos: [photos[2]], adding: MarksOfPhoto(hidden: true))
        #expect(try await client.photos().total == 2)
        #expect(try await client.marks().hidden == 1)
        try await client.mark(query: "is:hidden", removing: MarksToRemove(hidden: true))
        #expect(try await client.photos().total == 3)
        let long = MarksOfPhoto(tags: [String(repeating: "a", count: 101)])
        let refused = await #expect(throws: EvokeError.self) { try await client.mark(photos: photos, adding: long) }
        #expect(refused?.kind == .wrongUsage)
        #expect(try await client.mark(photos: [99], adding: marks).changed == 0)
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
        #expect(try await client.pauseIndexing().indexing?.state == "idle", "there was nothing to stop")
        #expect(try await client.resumeIndexing().indexing?.state != "paused")
        try await wait(for: "the end of indexing") { try await client.library().indexing?.state == "idle" }
        #expect(try await client.remove(root: root.id).photos == 0)
        try await keepsSearches(client)

        server.signal(SIGTERM)
        while try await events.next() != nil {}
        _ = await server.outcome()
    }

    @Test func putsCopiesAwayAndBack() async throws {
        let program = Program()
        let picture = TestPicture.png(1)
        try program.home.write("photos/a.png", picture)
        try program.home.write("photos/copy/a.png", picture)
        try program.home.write("photos/other.png", TestPicture.png(2))
        #expect(try await program.run("index", program.home.path.appending("photos").display).code == 0)
        let server = try await ServedLibrary(program)
        let client = try EvokeClient(server.address)
        var events = client.events().makeAsyncIterator()
        _ = try await events.next()
        var found = try await client.duplicates()
        while found.finding != nil, let event = try await events.next() {
            if case .duplicates(let progress) = event, progress.isOver { found = try await client.duplicates() }
        }
        let photos = try #require(found.groups.first?.photos)
        #expect(found.total == 1 && photos.count == 2 && found.bytes == Int64(picture.count))
        let (keep, trash) = (try #require(photos[0].id), try #require(photos[1].id))
        #expect(try await client.trash([.init(trash: trash, keep: trash)]).done.isEmpty)

        let gone = try await client.trash([.init(trash: trash, keep: keep)])
        #expect(gone.done.map(\.path) == [photos[1].path] && gone.left.isEmpty && gone.bytes == Int64(picture.count))
        #expect(!FileSystem.isFile(FilePath(photos[1].path)) && FileSystem.isFile(FilePath(photos[0].path)))
        #expect(try await client.library().photos == 2)
        #expect(try await client.duplicates().groups.isEmpty, "known before anybody looks again")

        let back = try await client.undoTrash()
        #expect(back.files == [photos[1].path] && back.left.isEmpty)
        #expect(try FileSystem.read(FilePath(photos[1].path)) == picture)
        #expect(try await client.library().photos == 3)
        try await wait(for: "the group") { try await client.duplicates().total == 1 }
        #expect(try await client.undoTrash().files.isEmpty)
        server.signal(SIGTERM)
        _ = await server.outcome()
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
        #expect(unreadable?.kind == .wrongUsage && unreadable?.reason.contains("no field 'ratting'") == true)
        let unknown = await #expect(throws: EvokeError.self) { try await client.removeSearch("cat") }
        #expect(unknown?.kind == .notFound && unknown?.remedy.contains("Did you mean 'cats'?") == true)
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

    @Test func theTokenOpens() async throws {
        let server = try await ServedLibrary(Program(), ["--host", "0.0.0.0"])
        let address = try #require(URL(string: "http://127.0.0.1:\(server.port)"))
        let token = try #require(server.address.query?.split(separator: "=").last.map(String.init))
        #expect(try await EvokeClient(address, token: token).health().status == "ok")
        for wrong in [nil, token + "x"] {
            let error = await #expect(throws: EvokeError.self) {
                try await EvokeClient(address, token: wrong).health()
            }
            #expect(
                error?.kind == .notAllowed && error?.reason.contains("token") == true, "\(error?.description ?? "")")
        }
    }
}
