import EvokePorts
import EvokeSystem
import EvokeTestSupport
import EvokeValues
import Testing

@testable import Evoke

/// What the owner says of faces is kept, found again, and can be taken back.
@Suite struct PeopleTests {
    private let test = SmallLibrary()

    /// Two faces in red.bmp, one in blue.bmp.
    private func prepare(_ finder: Int64 = 1) async throws {
        _ = try TinyModel(in: test.folder)
        try test.addPhotos()
        let library = try await PhotoLibrary.open(test.places, access: .write, model: ModelChoice("tiny"))
        try await library.close()
        try await PhotoLibrary.keepPeople(true, test.places)
        try await index(finder)
    }

    private func index(_ finder: Int64 = 1) async throws {
        var places = test.places
        places.faceFinder = FakeFaceFinder(
            ["red.bmp": [[1, 0], [0, 1]], "moved.bmp": [[1, 0], [0, 1]], "blue.bmp": [[1, 0.6]]], finder: finder)
        let again = try await PhotoLibrary.open(places, access: .write, model: ModelChoice("tiny"))
        _ = try await again.index([test.photos]) { _ in }
        try await again.close()
    }

    private func names(_ query: String) async throws -> Set<String> {
        let library = try await PhotoLibrary.open(test.places, access: .read)
        let found = try await library.search(Question(query: try Query(query, now: CivilTime(seconds: 0)), top: 99))
        try await library.close()
        return Set(found.map { String(decoding: $0.path.name, as: UTF8.self) })
    }

    private func say(_ word: FaceWord, _ photo: String, face: Int? = nil) async throws {
        try await PhotoLibrary.say(word, ofFace: face, in: test.photos.appending(photo), test.places)
    }

    @Test func photosAreFoundByWhoIsInThem() async throws {
        try await prepare()
        try await say(.named("Anna Smith"), "red.bmp", face: 1)
        try await say(.named(" ben "), "red.bmp", face: 2)
        try await say(.named("ANNA SMITH"), "blue.bmp")
        #expect(try await PhotoLibrary.people(test.places).map(\.name) == ["Anna Smith", "ben"])
        #expect(try await PhotoLibrary.people(test.places).map(\.photos) == [2, 1])
        #expect(try await names("person:anna") == ["red.bmp", "blue.bmp"])
        #expect(try await names("person:anna person:ben") == ["red.bmp"])
        #expect(try await names("person:smith -person:ben") == ["blue.bmp"])
        #expect(try await names("person:\"anna smith\"|ben") == ["red.bmp", "blue.bmp"])
        #expect(try await names("people:2") == ["red.bmp"])
        #expect(try await names("people:>=1") == ["red.bmp", "blue.bmp"])
        #expect(try await names("people:0") == ["green.bmp"])

        // Copies, moved files and another finder are no reason to ask once more.
        try test.folder.move("photos/red.bmp", to: "photos/moved.bmp")
        try await prepare(2)
        #expect(try await names("person:ben").contains("moved.bmp"))
        let faces = try await PhotoLibrary.faces(in: test.photos.appending("moved.bmp"), test.places)
        #expect(faces.map(\.person?.name) == ["Anna Smith", "ben"])
        #expect(Set(faces.map(\.face.vector.fingerprint)) == [FaceFinderID(2).fingerprint])
    }

    /// Other programs write stars and keywords into photos, and people make them lighter.
    @Test func namesStayOnPhotosThatAreEdited() async throws {
        try await prepare()
        try await say(.named("Anna"), "red.bmp", face: 1)
        try await say(.named("Ben"), "blue.bmp")
        try test.folder.write("photos/red.bmp", bitmap(250, 0, 0))
        try test.folder.write("photos/blue.bmp", FileSystem.read(FacePicture.file("cat.jpg")))
        try await index()
        #expect(try await names("person:anna") == ["red.bmp"])
        #expect(try await names("person:ben").isEmpty, "another picture")
    }

    /// Words that ask for a number of people, with a model that knows nothing of them.
    @Test func countedFacesAnswerPlainWords() async throws {
        try await prepare()
        let library = try await PhotoLibrary.open(test.places, access: .read)
        func found(_ words: String) async throws -> [String] {
            try await library.search(Question(words: words, top: 3)).map {
                ($0.fits == false ? "-" : "") + String(decoding: $0.path.name, as: UTF8.self)
            }
        }
        #expect(try await Set(found("people").prefix(2)) == ["red.bmp", "blue.bmp"])
        #expect(try await found("a photo of two people").first == "red.bmp")
        #expect(try await found("Porträt").first == "blue.bmp")
        #expect(try await found("nobody").first == "green.bmp")
        let without = try await library.search(Question(avoided: ["people"], top: 3))
        #expect(without.map { String(decoding: $0.path.name, as: UTF8.self) } == ["green.bmp"])
        try await library.close()
    }

    @Test func whatWasSaidCanBeTakenBack() async throws {
        try await prepare()
        try await say(.named("Anna"), "blue.bmp")
        try await say(.not("anna"), "blue.bmp")
        #expect(try await names("person:anna").isEmpty)
        try await say(.hidden, "blue.bmp")
        let blue = test.photos.appending("blue.bmp")
        #expect(try await PhotoLibrary.faces(in: blue, test.places).map(\.isHidden) == [true])
        #expect(try await PhotoLibrary.undoPeopleChange(test.places))
        #expect(try await PhotoLibrary.faces(in: blue, test.places).map(\.isHidden) == [false])
        #expect(try await PhotoLibrary.undoPeopleChange(test.places))
        #expect(try await names("person:anna") == ["blue.bmp"])
        #expect(try await PhotoLibrary.undoPeopleChange(test.places))
        #expect(try await PhotoLibrary.people(test.places).isEmpty)
        #expect(try await !PhotoLibrary.undoPeopleChange(test.places))
    }

    private func exchange(
        _ way: (Places, (EvokeError) -> Void, (ExchangeProgress) -> Void) async throws -> PeopleExchange
    ) async throws -> PeopleExchange { try await way(test.places, { Issue.record($0) }, { _ in }) }

    private func exported() async throws -> PeopleExchange {
        try await exchange { try await PhotoLibrary.exportPeople($0, failed: $1, notify: $2) }
    }

    private func imported() async throws -> PeopleExchange {
        try await exchange { try await PhotoLibrary.importPeople($0, failed: $1, notify: $2) }
    }

    @Test func namesGoToSidecarsAndComeBack() async throws {
        try await prepare()
        try await say(.named("Anna Smith"), "red.bmp", face: 1)
        try await say(.named("Ben"), "red.bmp", face: 2)
        try await say(.hidden, "blue.bmp")
        let report = try await exported()
        #expect([report.photos, report.faces, report.differing, report.failed] == [1, 2, 0, 0])
        #expect(FileSystem.isFile(test.photos.appending("red.bmp.xmp")))
        #expect(FileSystem.isMissing(test.photos.appending("blue.bmp.xmp")))
        #expect(try await exported().photos == 0, "all of it is written")

        // Of all that was said nothing is left but what the sidecar says.
        try await PhotoLibrary.forgetPeople(test.places)
        await #expect(throws: EvokeError.self, "people are off") { _ = try await imported() }
        try await PhotoLibrary.keepPeople(true, test.places)
        try await prepare()
        #expect(try await PhotoLibrary.people(test.places).isEmpty)
        try await say(.named("Cleo"), "red.bmp", face: 2)
        let back = try await imported()
        #expect([back.photos, back.faces, back.differing, back.failed] == [1, 1, 1, 0], "the owner's word counts")
        let red = test.photos.appending("red.bmp")
        #expect(try await PhotoLibrary.faces(in: red, test.places).map(\.person?.name) == ["Anna Smith", "Cleo"])
        #expect(try await names("person:anna") == ["red.bmp"])
        #expect(try await exported().differing == 1)
        #expect(try await PhotoLibrary.undoPeopleChange(test.places))
        #expect(try await PhotoLibrary.people(test.places).map(\.name) == ["Cleo"])
    }

    @Test func namesInPlainWordsArePeople() async throws {
        try await prepare()
        try await say(.named("Anna Smith"), "red.bmp", face: 1)
        let library = try await PhotoLibrary.open(test.places, access: .read)
        let read = try await library.read("Anna at the beach", now: CivilTime(seconds: 0))
        #expect("\(read.query)" == "at the beach person:Anna" && read.understood.map(\.words) == ["Anna"])
        #expect(try await library.read("Anna", now: CivilTime(seconds: 0), isLiteral: true).understood.isEmpty)
        try await library.close()
    }

    @Test func whatCannotBeSaidIsRefused() async throws {
        try await prepare()
        try await say(.named("Anna"), "red.bmp", face: 1)
        for (word, photo, face) in [
            (FaceWord.named("Anna"), "red.bmp", 2), (.named("Ben"), "red.bmp", nil), (.named("Ben"), "red.bmp", 3),
            (.named("Ben"), "red.bmp", 0), (.named(" "), "blue.bmp", nil), (.named("a\u{7}"), "blue.bmp", nil),
            (.not("Ben"), "blue.bmp", nil), (.hidden, "green.bmp", nil), (.hidden, "none.bmp", nil),
        ] as [(FaceWord, String, Int?)] {
            await #expect(throws: EvokeError.self, "\(word) \(photo)") { try await say(word, photo, face: face) }
        }
        try await PhotoLibrary.keepPeople(false, test.places)
        await #expect(throws: EvokeError.peopleAreOff) { try await say(.hidden, "blue.bmp") }
        #expect(try await PhotoLibrary.people(test.places).count == 1)
    }
}
