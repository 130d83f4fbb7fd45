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
        var places = test.places
        let vectors: [Character: [Float]] = ["a": [1, 0, 0, 0], "b": [0, 1, 0, 0]]
        let faces = photos.map { name in name.prefix { $0 != "." }.compactMap { vectors[$0] } }
        places.faceFinder = FakeFaceFinder(Dictionary(uniqueKeysWithValues: zip(photos, faces)), finder: finder)
        _ = try TinyModel(in: test.folder)
        for name in photos where FileSystem.isMissing(test.photos.appending(name)) {
            let sum = name.utf8.reduce(UInt8(0)) { $0 &* 31 &+ $1 }
            try test.folder.write("photos/\(name)", bitmap(sum, 7, 99))
        }
        let library = try await PhotoLibrary.open(places, access: .write, model: ModelChoice("tiny"))
        _ = try await library.index([test.photos]) { _ in }
        try await library.close()
    }

    private func names(_ query: String) async throws -> Set<String> {
        let library = try await PhotoLibrary.open(test.places, access: .read)
        let found = try await library.search(Question(query: try Query(query, now: CivilTime(seconds: 0)), top: 99))
        try await library.close()
        return Set(found.map { String(decoding: $0.path.name, as: UTF8.self) })
    }

    private func people() async throws -> [LibraryPerson] { try await PhotoLibrary.people(test.places) }

    @Test func nobodyIsSeenInAHiddenPhoto() async throws {
        let all = ["a1.bmp", "a2.bmp", "ab.bmp", "b1.bmp"]
        try await index(all)
        try await PhotoLibrary.keepPeople(true, test.places)
        try await index(all)
        let (anna, ben) = (try await people()[0].id, try await people()[1].id)
        try await PhotoLibrary.say(.named(anna, "Anna"), test.places)
        try await PhotoLibrary.say(.named(ben, "Ben"), test.places)
        let photo = try await PhotoLibrary.photos(at: [test.photos.appending("ab.bmp")], test.places)
        _ = try await PhotoLibrary.mark(photo, MarkEdit(adding: [.hidden]), test.places)
        #expect(try await names("person:anna") == ["a1.bmp", "a2.bmp"])
        #expect(try await names("person:ben is:hidden") == ["ab.bmp"])
        let shown = try await people()
        #expect(shown.map(\.photos) == [2, 1] && shown.map(\.faces) == [2, 1])
        #expect(shown.allSatisfy { $0.face.map { !photo.contains($0.photo) } ?? false }, "nor is it their picture")
    }

    @Test func whoHasANameIsFoundInAllPhotosAndInThoseThatCome() async throws {
        let first = ["a1.bmp", "a2.bmp", "ab.bmp", "b1.bmp"]
        try await index(first)
        #expect(try await people().isEmpty, "nobody wants to know")
        try await PhotoLibrary.keepPeople(true, test.places)
        try await index(first)
        let (anna, ben) = (try await people()[0], try await people()[1])
        #expect([anna.photos, anna.faces, ben.photos, ben.faces] == [3, 3, 2, 2])
        #expect(anna.name == nil && anna.face != nil && !anna.isHidden)
        #expect(try await names("person:anna").isEmpty)

        try await PhotoLibrary.say(.named(anna.id, "Anna"), test.places)
        #expect(try await names("person:anna") == ["a1.bmp", "a2.bmp", "ab.bmp"])
        // Nobody says whose the new ones are.
        try await index(first + ["a3.bmp", "b2.bmp"])
        #expect(try await names("person:anna") == ["a1.bmp", "a2.bmp", "ab.bmp", "a3.bmp"])
        #expect(try await people().map(\.id) == [anna.id, ben.id])
        #expect(try await people().map(\.photos) == [4, 3])

        // A face alone is enough of a word, and all of that person's photos have the name.
        try await PhotoLibrary.say(
            .named("Ben"), ofFace: nil, in: test.photos.appending("b1.bmp"), test.places)
        #expect(try await names("person:ben") == ["ab.bmp", "b1.bmp", "b2.bmp"])
        #expect(try await names("person:anna person:ben") == ["ab.bmp"])
        #expect(try await people().map(\.id) == [anna.id, ben.id])

        // Another finder finds them anew, and a library that lost whose faces are makes it anew.
        try await index(first + ["a3.bmp", "b2.bmp"], finder: 2)
        #expect(try await names("person:anna") == ["a1.bmp", "a2.bmp", "ab.bmp", "a3.bmp"])
        #expect(try await people().map(\.id) == [anna.id, ben.id])

        #expect(try await PhotoLibrary.undoPeopleChange(test.places))
        #expect(try await names("person:ben").isEmpty)
        #expect(try await PhotoLibrary.undoPeopleChange(test.places))
        #expect(try await names("person:anna").isEmpty)
        #expect(try await people().map(\.name) == [nil, nil])
        #expect(try await people().map(\.photos) == [4, 3])
    }

    @Test func whatIsSaidOfPeopleIsKeptAndRefusedWherePeopleAreOff() async throws {
        try await index(["a1.bmp"])
        try await PhotoLibrary.keepPeople(true, test.places)
        try await index(["a1.bmp", "a2.bmp", "b1.bmp", "b2.bmp"])
        let two = try await people()
        #expect(two.count == 2)
        try await PhotoLibrary.say(.hidden(two[0].id, true), test.places)
        #expect(try await people().map(\.isHidden).filter { $0 }.count == 1)
        try await PhotoLibrary.say(.same(two[1].id, two[0].id), test.places)
        #expect(try await people().map(\.photos) == [4])
        #expect(try await PhotoLibrary.undoPeopleChange(test.places))
        #expect(try await people().map(\.photos) == [2, 2])
        #expect(try await PhotoLibrary.peopleDoubts(atMost: 9, test.places).questions.isEmpty, "they are far apart")
        await #expect(throws: EvokeError.self) {
            try await PhotoLibrary.say(.named(PersonID(99), "Nobody"), test.places)
        }
        try await PhotoLibrary.keepPeople(false, test.places)
        await #expect(throws: EvokeError.peopleAreOff) {
            try await PhotoLibrary.say(.named(two[0].id, "Anna"), test.places)
        }
        try await PhotoLibrary.forgetPeople(test.places)
        #expect(try await people().isEmpty)
    }
}
