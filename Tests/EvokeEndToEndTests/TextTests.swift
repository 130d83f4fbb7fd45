import EvokeTestSupport
import EvokeValues
import Foundation
import Testing

/// Text in pictures, with the real program and the graphs and languages that bootstrap installs.
@Suite struct TextTests {
    private let program = Program()
    private let photos = TemporaryFolder()

    /// Also with its words turned, and with one letter that was misread or mistyped.
    @Test func photosAreFoundByWhatIsWrittenInThem() async throws {
        for name in ["english.png", "turned-90.png", "german.png"] {
            try photos.write(name, FileManager.default.contents(atPath: TextPicture.file(name).display) ?? Data())
        }
        try photos.write("wall.png", TestPicture.png(colour: [200, 20, 20]))
        #expect(try await run("index", "--without", "text", photos.path.display).code == 0)
        #expect(try await run("search", "--paths", "text:bread").lines.isEmpty, "nothing was read")
        #expect(try await run("status").text.contains("read in 0 photos"))

        #expect(try await run("index").code == 0)
        #expect(try await run("status").text.contains("read in 4 photos"))
        let english: Set = ["english.png", "turned-90.png"]
        #expect(try await found("text:\"fresh bread\"") == english)
        #expect(try await found("text:gebäck") == ["german.png"])
        #expect(try await found("-text:bread") == ["german.png", "wall.png"])
        #expect(try await found("fresh bread every day") == english)
        #expect(try await found("bresd fresh") == english)
    }

    @Test func theTextOfPhotosIsPrinted() async throws {
        let (english, exif) = (TextPicture.file("english.png"), TextPicture.file("exif.jpg"))
        let lines = ["Fresh bread every day", "Open until half past nine"]
        #expect(try await run("text", english.display).lines == lines)

        let missing = photos.path.appending("no.png")
        let outcome = try await run("text", "--json", english.display, missing.display, exif.display)
        #expect(outcome.code == 3 && outcome.errors.contains("no.png"), "\(outcome.errors)")
        let objects = try outcome.objects()
        #expect(objects.map { $0["path"] as? String } == [english.display, exif.display])
        for object in objects {
            let found = try #require(object["lines"] as? [[String: Any]])
            #expect(found.map { $0["text"] as? String } == lines)
            #expect(found.allSatisfy { ($0["box"] as? [[Int]])?.map(\.count) == [2, 2, 2, 2] })
        }
        let languages = try await run("text", "languages")
        for code in ["deu", "eng", "fra", "rus", "spa"] { #expect(languages.text.contains(code)) }
    }

    /// Letters of ten pixels in a picture of 2,400: nothing of them is seen where it is made small.
    @Test func smallLettersAreRead() async throws {
        let objects = try await run("text", "--json", TextPicture.file("small.png").display).objects()
        let lines = try #require(objects.first?["lines"] as? [[String: Any]]).map { $0["text"] as? String }
        #expect(lines.contains("We take no cards for less than five pounds"))
        #expect(lines.count == 6)
    }

    private func found(_ query: String) async throws -> Set<String> {
        Set(try await run("search", "--paths", query).lines.map { String($0.split(separator: "/").last ?? "") })
    }

    private func run(_ arguments: String...) async throws -> Program.Outcome {
        let shelf = try Installed.models().display
        let library = program.home.path.appending("library").display
        return try await program.run(
            "exec", arguments, environment: ["EVOKE_MODELS": shelf, "EVOKE_LIBRARY": library])
    }
}
