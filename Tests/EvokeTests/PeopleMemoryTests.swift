import EvokePorts
import EvokeTestSupport
import EvokeValues
import Testing

@testable import Evoke

/// A process that finds faces keeps people in mind, as long as nobody else changes anything of them.
@Suite struct PeopleMemoryTests {
    private let test = SmallLibrary()
    private let memory = PeopleMemory()
    private let finder = FaceFinderID(5)
    private let anna: [Float] = [1, 0, 0, 0]
    private let ben: [Float] = [0, 1, 0, 0]

    private func found(_ vectors: [Float]...) -> FoundFaces { .fake(vectors, by: finder) }

    /// A library with three photos, and what they hold.
    private func library() async throws -> (library: PhotoLibrary, contents: [ContentDigest]) {
        let library = try await test.indexed()
        let catalog = try await library.catalog
        try await catalog.keepPeople(true)
        return (library, try await catalog.cards(after: PhotoID(-1), limit: 9).compactMap(\.content))
    }

    private func persons(_ catalog: any PhotoCatalog, _ content: ContentDigest) async throws -> [PersonID?] {
        try await catalog.placedPeople().faces[content]?.places.map { $0?.person } ?? []
    }

    @Test func newFacesAreFollowed() async throws {
        let (library, contents) = try await library()
        let catalog = try await library.catalog
        try await catalog.record([contents[0]: found(anna, ben)], as: .faces(by: finder))
        #expect(try await !memory.placeFaces(in: catalog, by: finder))
        try await catalog.record([contents[1]: found(ben)], as: .faces(by: finder))
        #expect(try await memory.placeFaces(in: catalog, by: finder))
        try await catalog.record([contents[2]: found([0, 0, 1, 0], anna)], as: .faces(by: finder))
        #expect(try await memory.placeFaces(in: catalog, by: finder))
        var people: [[PersonID?]] = []
        for content in contents { people.append(try await persons(catalog, content)) }
        let (both, last) = (people[0], people[2])
        #expect(Set(both.compactMap(\.self)).count == 2 && people[1] == [both[1]])
        #expect(last.count == 2 && last[1] == both[0] && !both.contains(last[0]))
        try await library.close()
    }

    @Test func whereNothingHasComeNothingIsPlaced() async throws {
        let (library, contents) = try await library()
        let catalog = try await library.catalog
        try await catalog.record([contents[0]: found(anna, ben)], as: .faces(by: finder))
        for isKnown in [false, true] {
            #expect(try await memory.placeFaces(in: catalog, by: finder) == isKnown)
        }
        #expect(try await !catalog.hasUnplacedFaces(by: finder))
        #expect(try await !memory.placeFaces(in: catalog, by: FaceFinderID(6)), "another finder's are others")
        try await library.close()
    }

    /// A word is said of an album that was read before; others may have said something since.
    @Test(arguments: [false, true]) func aWordLeavesWhatOthersSaidMeanwhile(theyDid: Bool) async throws {
        let (library, contents) = try await library()
        let catalog = try await library.catalog
        try await catalog.record([contents[0]: found(anna), contents[1]: found(ben)], as: .faces(by: finder))
        try await catalog.placeFaces()
        let album = try await catalog.peopleAlbum()
        let one = try #require(try await persons(catalog, contents[0])[0])
        let other = try #require(try await persons(catalog, contents[1])[0])
        if theyDid { try await catalog.apply(.named(one, "Anna")) }
        try await catalog.record([contents[2]: found(anna)], as: .faces(by: finder))
        try await catalog.apply(.different(one, other), knowing: album)
        #expect(try await catalog.people().map(\.name) == (theyDid ? ["Anna"] : []))
        #expect(try await catalog.ownerDecisions().values.contains { $0.refused == [other] || $0.refused == [one] })
        #expect(try await persons(catalog, contents[2]) == [one])
        try await library.close()
    }

    @Test(arguments: ["a word", "an undone word", "places", "other faces", "a forgotten photo", "forgotten people"])
    func whatOthersDoIsHeard(what: String) async throws {
        let (library, contents) = try await library()
        let catalog = try await library.catalog
        try await catalog.record([contents[0]: found(anna), contents[1]: found(ben)], as: .faces(by: finder))
        try await memory.placeFaces(in: catalog, by: finder)
        let before = try await persons(catalog, contents[0])
        let one = Person(PersonID.new(), name: "Anna")
        try await change(what, of: one, contents, catalog)
        if what != "places" { try await catalog.record([contents[2]: found(anna)], as: .faces(by: finder)) }
        #expect(try await !memory.placeFaces(in: catalog, by: finder))
        #expect(try await !catalog.hasUnplacedFaces(by: finder))
        let third = try await persons(catalog, contents[2]).first ?? nil
        if what == "a word" { #expect(third == one.id) }
        if ["an undone word", "places"].contains(what) { #expect(third == before[0]) }
        try await library.close()
    }

    private func change(
        _ what: String, of one: Person, _ contents: [ContentDigest], _ catalog: any PhotoCatalog
    ) async throws {
        switch what {
        case "a word", "an undone word":
            let spot = FaceSpot(contents[0], found(anna).faces.faces[0].box)
            try await catalog.record(
                PeopleChange(people: [one.id: one], words: [spot: OwnerDecision(person: one.id)]))
            if what == "an undone word" { _ = try await catalog.undoPeopleChange() }
        case "places":
            try await catalog.record([contents[2]: found(anna, ben)], as: .faces(by: finder))
            try await catalog.placeFaces()
        case "other faces":
            for vectors in [[anna], [anna, ben]] {
                try await catalog.record([contents[1]: .fake(vectors, by: finder)], as: .faces(by: finder))
            }
        case "a forgotten photo":
            let cards = try await catalog.cards(after: PhotoID(-1), limit: 9)
            let photo = try #require(cards.first { $0.content == contents[0] })
            _ = try await catalog.forget(under: photo.path)
        default:
            try await catalog.forgetPeople()
            try await catalog.keepPeople(true)
            try await catalog.record([contents[0]: found(anna), contents[1]: found(ben)], as: .faces(by: finder))
            try await catalog.placeFaces()
        }
    }
}
