import EvokePorts
import EvokeSystem
import EvokeTestSupport
import EvokeValues
import Testing

@testable import Evoke

/// People are made of the faces in a library as they are found, and found by name.
@Suite struct PeopleSeenTests {
    private let test = SmallLibrary()

    /// Photos with one face or two, by their names: "a1.bmp" shows Anna, "b1.bmp" Ben, "ab.bmp" both.
    private func index(_ photos: [String], finder: Int64 = 1) async throws {
        var configuration = test.configuration
        let vectors: [Character: [Float]] = ["a": [1, 0, 0, 0], "b": [0, 1, 0, 0]]
        let faces = photos.map { name in name.prefix { $0 != "." }.compactMap { vectors[$0] } }
        configuration.faceFinder = FakeFaceFinder(Dictionary(uniqueKeysWithValues: zip(photos, faces)), finder: finder)
        _ = try TinyModel(in: test.folder)
        for name in photos where FileSystem.isMissing(test.photos.appending(name)) {
            let sum = name.utf8.reduce(UInt8(0)) { $0 &* 31 &+ $1 }
            try test.folder.write("photos/\(name)", bitmap(sum, 7, 99))
        }
        let library = try await PhotoLibrary.open(configuration, access: .write, model: ModelChoice("tiny"))
        _ = try await library.index([test.photos]) { _ in }
        try await library.close()
    }

    private func expect(_ found: [String: Set<String>]) async throws {
        for (query, wanted) in found { #expect(try await test.names(query) == wanted, "\(query)") }
    }

    private func people() async throws -> [LibraryPerson] { try await test.configuration.opened().people.list() }

    private func wantPeople() async throws {
        _ = try TinyModel(in: test.folder)
        try await PhotoLibrary.open(test.configuration, access: .write, model: ModelChoice("tiny")).close()
        try await test.configuration.opened().people.keep(true)
    }

    private static let first = ["a1.bmp", "a2.bmp", "ab.bmp", "b1.bmp"]

    /// Of a library with the first photos, whose owner wants to know who is in them.
    private func annaAndBen() async throws -> (anna: LibraryPerson, ben: LibraryPerson) {
        try await wantPeople()
        try await index(Self.first)
        let people = try await people()
        return (people[0], people[1])
    }

    @Test func nobodyIsSeenInAHiddenPhoto() async throws {
        let (anna, ben) = try await annaAndBen()
        try await test.configuration.opened().people.apply(.named(anna.id, "Anna"))
        try await test.configuration.opened().people.apply(.named(ben.id, "Ben"))
        let photo = try await test.configuration.opened().photos(at: [test.photos.appending("ab.bmp")])
        _ = try await test.configuration.opened().marks.change(photo, MarkEdit(adding: [.hidden]))
        try await expect(["person:anna": ["a1.bmp", "a2.bmp"], "person:ben is:hidden": ["ab.bmp"]])
        let shown = try await people()
        #expect(shown.map { [$0.photos, $0.faces] } == [[2, 2], [1, 1]])
        #expect(shown.allSatisfy { $0.face.map { !photo.contains($0.photo) } ?? false }, "nor is it their picture")
    }

    @Test func peopleAreSeenOnceThatIsWanted() async throws {
        try await index(Self.first)
        #expect(try await people().isEmpty, "nobody wants to know")
        try await test.configuration.opened().people.keep(true)
        try await index(Self.first)
        let seen = try await people()
        #expect(seen.map { [$0.photos, $0.faces] } == [[3, 3], [2, 2]])
        #expect(seen.allSatisfy { $0.name == nil && $0.face != nil && !$0.isHidden })
        try await expect(["person:anna": []])
    }

    @Test func whoHasANameIsFoundInAllPhotosAndInThoseThatCome() async throws {
        let (anna, ben) = try await annaAndBen()
        try await test.configuration.opened().people.apply(.named(anna.id, "Anna"))
        try await expect(["person:anna": ["a1.bmp", "a2.bmp", "ab.bmp"]])
        // A face alone is enough of a word, and all of that person's photos have the name.
        try await test.configuration.opened().people.apply(
            .named("Ben"), ofFace: nil, in: test.photos.appending("b1.bmp"))
        // Nobody says whose the new ones are; and another finder finds all anew.
        for finder in [1, 2] as [Int64] {
            try await index(Self.first + ["a3.bmp", "b2.bmp"], finder: finder)
            try await expect([
                "person:anna": ["a1.bmp", "a2.bmp", "ab.bmp", "a3.bmp"], "person:ben": ["ab.bmp", "b1.bmp", "b2.bmp"],
                "person:anna person:ben": ["ab.bmp"],
            ])
            #expect(try await people().map(\.id) == [anna.id, ben.id])
        }
        for _ in 0..<2 { #expect(try await test.configuration.opened().people.undo()) }
        try await expect(["person:ben": [], "person:anna": []])
        #expect(try await people().map { [$0.name, "\($0.photos)"] } == [[nil, "4"], [nil, "3"]])
    }

    @Test func whatIsSaidOfPeopleIsKept() async throws {
        let anna = try await annaAndBen().anna
        try await test.configuration.opened().people.apply(.hidden(anna.id, true))
        #expect(try await people().filter(\.isHidden).map(\.id) == [anna.id])
        #expect(
            try await test.configuration.opened().people.suggestions(atMost: 9).questions.isEmpty,
            "they are far apart")
        await #expect(throws: EvokeError.self) {
            try await test.configuration.opened().people.apply(.named(PersonID(99), "Nobody"))
        }
    }

    @Test func twoBecomeOneAndTwoAgain() async throws {
        try await wantPeople()
        try await index(["a1.bmp", "a2.bmp", "b1.bmp", "b2.bmp"])
        let two = try await people()
        try await test.configuration.opened().people.apply(.same(two[1].id, two[0].id))
        #expect(try await people().map(\.photos) == [4])
        #expect(try await test.configuration.opened().people.undo())
        #expect(try await people().map(\.photos) == [2, 2])
        try await test.configuration.opened().people.keep(false)
        await #expect(throws: EvokeError.peopleAreOff) {
            try await test.configuration.opened().people.apply(.named(two[0].id, "Anna"))
        }
        try await test.configuration.opened().people.forget()
        #expect(try await people().isEmpty)
    }
}
