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
        let library = try await PhotoLibrary.open(test.configuration, access: .write, model: ModelChoice("tiny"))
        try await library.close()
        try await test.configuration.opened().people.keep(true)
        try await index(finder)
    }

    private func index(_ finder: Int64 = 1) async throws {
        var configuration = test.configuration
        configuration.faceFinder = FakeFaceFinder(
            ["red.bmp": [[1, 0], [0, 1]], "moved.bmp": [[1, 0], [0, 1]], "blue.bmp": [[1, 0.6]]], finder: finder)
        let again = try await PhotoLibrary.open(configuration, access: .write, model: ModelChoice("tiny"))
        _ = try await again.index([test.photos]) { _ in }
        try await again.close()
    }

    private func expect(_ found: [String: Set<String>]) async throws {
        for (query, wanted) in found { #expect(try await test.names(query) == wanted, "\(query)") }
    }

    private func undo() async throws -> Bool { try await test.configuration.opened().people.undo() }

    private func people() async throws -> [String?] { try await test.configuration.opened().people.list().map(\.name) }

    private func names(in photo: String) async throws -> [String?] {
        try await test.configuration.opened().catalog.faces(in: test.photos.appending(photo)).known.map(\.person?.name)
    }

    private func apply(_ edit: FaceEdit, _ photo: String, face: Int? = nil) async throws {
        try await test.configuration.opened().people.apply(edit, ofFace: face, in: test.photos.appending(photo))
    }

    @Test func photosAreFoundByWhoIsInThem() async throws {
        try await prepare()
        try await apply(.named("Anna Smith"), "red.bmp", face: 1)
        try await apply(.named(" ben "), "red.bmp", face: 2)
        try await apply(.named("ANNA SMITH"), "blue.bmp")
        let people = try await test.configuration.opened().people.list()
        #expect(people.map(\.name) == ["Anna Smith", "ben"] && people.map(\.photos) == [2, 1])
        try await expect([
            "person:anna": ["red.bmp", "blue.bmp"], "person:anna person:ben": ["red.bmp"],
            "person:smith -person:ben": ["blue.bmp"], "person:\"anna smith\"|ben": ["red.bmp", "blue.bmp"],
            "people:2": ["red.bmp"], "people:>=1": ["red.bmp", "blue.bmp"], "people:0": ["green.bmp"],
        ])
        try await apply(.named("❤"), "blue.bmp")
        try await expect(["person:❤": ["blue.bmp"]])
    }

    /// Copies, moved files and another finder are no reason to ask once more.
    @Test func whatWasSaidGoesWithTheContent() async throws {
        try await prepare()
        try await apply(.named("Anna"), "red.bmp", face: 1)
        try await apply(.named("ben"), "red.bmp", face: 2)
        try test.folder.move("photos/red.bmp", to: "photos/moved.bmp")
        try await prepare(2)
        #expect(try await test.names("person:ben").contains("moved.bmp"))
        let faces = try await test.configuration.opened().catalog.faces(in: test.photos.appending("moved.bmp")).known
        #expect(faces.map(\.person?.name) == ["Anna", "ben"])
        #expect(Set(faces.map(\.face.vector.fingerprint)) == [FaceFinderID(2).fingerprint])
    }

    /// Other programs write stars and keywords into photos, and people make them lighter.
    @Test func namesStayOnPhotosThatAreEdited() async throws {
        try await prepare()
        try await apply(.named("Anna"), "red.bmp", face: 1)
        try await apply(.named("Ben"), "blue.bmp")
        try test.folder.write("photos/red.bmp", bitmap(250, 0, 0))
        try test.folder.write("photos/blue.bmp", FileSystem.read(FacePicture.file("cat.jpg")))
        try await index()
        // Ben's is another picture.
        try await expect(["person:anna": ["red.bmp"], "person:ben": []])
    }

    /// Words that ask for a number of people, with a model that knows nothing of them.
    @Test func countedFacesAnswerPlainWords() async throws {
        try await prepare()
        let library = try await PhotoLibrary.open(test.configuration, access: .read)
        func found(_ words: String) async throws -> [String] {
            try await library.search(SearchRequest(words: words, top: 3, showsAll: true)).map {
                ($0.fits == false ? "-" : "") + String(decoding: $0.path.name, as: UTF8.self)
            }
        }
        #expect(try await Set(found("people").prefix(2)) == ["red.bmp", "blue.bmp"])
        for (words, first) in [
            ("a photo of two people", "red.bmp"), ("Porträt", "blue.bmp"), ("nobody", "green.bmp"),
        ] {
            #expect(try await found(words).first == first, "\(words)")
        }
        let without = try await library.search(SearchRequest(avoided: ["people"], top: 3, showsAll: true))
        #expect(EvokeTests.names(of: without) == ["green.bmp"])
        try await library.close()
    }

    @Test func whatWasSaidCanBeTakenBack() async throws {
        try await prepare()
        try await apply(.named("Anna"), "blue.bmp")
        try await apply(.not("anna"), "blue.bmp")
        try await expect(["person:anna": []])
        try await apply(.hidden, "blue.bmp")
        func isHidden() async throws -> [Bool] {
            try await test.configuration.opened().catalog.faces(in: test.photos.appending("blue.bmp")).known.map(
                \.isHidden)
        }
        #expect(try await isHidden() == [true])
        #expect(try await undo())
        #expect(try await isHidden() == [false])
        #expect(try await undo())
        try await expect(["person:anna": ["blue.bmp"]])
        for isLeft in [true, false] { #expect(try await undo() == isLeft) }
        #expect(try await people() == [])
    }

    private func exported() async throws -> PeopleExchange {
        try await test.configuration.opened().people.export(failed: { Issue.record($0) }, notify: { _ in })
    }

    private func imported() async throws -> PeopleExchange {
        try await test.configuration.opened().people.importNames(failed: { Issue.record($0) }, notify: { _ in })
    }

    private func nameTwo() async throws {
        try await prepare()
        try await apply(.named("Anna Smith"), "red.bmp", face: 1)
        try await apply(.named("Ben"), "red.bmp", face: 2)
    }

    @Test func namesGoToSidecars() async throws {
        try await nameTwo()
        try await apply(.hidden, "blue.bmp")
        let report = try await exported()
        #expect([report.photos, report.faces, report.differing, report.failed] == [1, 2, 0, 0])
        let written = ["red.bmp.xmp", "blue.bmp.xmp"].map { FileSystem.isFile(test.photos.appending($0)) }
        #expect(written == [true, false])
        #expect(try await exported().photos == 0, "all of it is written")
    }

    /// Of all that was said nothing is left but what the sidecar says.
    @Test func namesComeBackFromSidecars() async throws {
        try await nameTwo()
        _ = try await exported()
        try await test.configuration.opened().people.forget()
        await #expect(throws: EvokeError.self, "people are off") { _ = try await imported() }
        try await prepare()
        #expect(try await people() == [])
        try await apply(.named("Cleo"), "red.bmp", face: 2)
        let back = try await imported()
        #expect([back.photos, back.faces, back.differing, back.failed] == [1, 1, 1, 0], "the owner's word counts")
        #expect(try await names(in: "red.bmp") == ["Anna Smith", "Cleo"])
        #expect(try await exported().differing == 1)
        #expect(try await undo())
        #expect(try await people() == ["Cleo"])
    }

    @Test func namesInPlainWordsArePeople() async throws {
        try await prepare()
        try await apply(.named("Anna Smith"), "red.bmp", face: 1)
        let library = try await PhotoLibrary.open(test.configuration, access: .read)
        let read = try await library.read("Anna at the beach", now: CivilTime(seconds: 0))
        #expect("\(read.query)" == "at the beach person:Anna" && read.understood.map(\.words) == ["Anna"])
        #expect(try await library.read("Anna", now: CivilTime(seconds: 0), isLiteral: true).understood.isEmpty)
        try await library.close()
    }

    @Test func whatCannotBeSaidIsRefused() async throws {
        try await prepare()
        try await apply(.named("Anna"), "red.bmp", face: 1)
        for (edit, photo, face) in [
            (FaceEdit.named("Anna"), "red.bmp", 2), (.named("Ben"), "red.bmp", nil), (.named("Ben"), "red.bmp", 3),
            (.named("Ben"), "red.bmp", 0), (.named(" "), "blue.bmp", nil), (.named("#7"), "blue.bmp", nil),
            (.named("a\u{7}"), "blue.bmp", nil),
            (.not("Ben"), "blue.bmp", nil), (.hidden, "green.bmp", nil), (.hidden, "none.bmp", nil),
        ] as [(FaceEdit, String, Int?)] {
            await #expect(throws: EvokeError.self, "\(edit) \(photo)") { try await apply(edit, photo, face: face) }
        }
        try await test.configuration.opened().people.keep(false)
        await #expect(throws: EvokeError.peopleAreOff) { try await apply(.hidden, "blue.bmp") }
        #expect(try await people() == ["Anna"])
    }
}
