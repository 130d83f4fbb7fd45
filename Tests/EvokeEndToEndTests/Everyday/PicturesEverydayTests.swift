import EvokeSystem
import EvokeTestSupport
import EvokeValues
import Foundation
import Testing

/// What is in pictures is found: text, faces, films, colours and places, with all that bootstrap installs.
@Suite struct PicturesEverydayTests {
    private let library: GeneratedLibrary

    init() throws {
        library = try GeneratedLibrary(photos: 0)
    }

    /// Also with its words turned, and with one letter that was misread or mistyped.
    @Test func textInPicturesIsFoundAndPrinted() async throws {
        for name in ["english.png", "turned-90.png", "german.png"] {
            try library.photos.write(name, FileSystem.read(TextPicture.file(name)))
        }
        try library.photos.write("wall.png", TestPicture.png(color: [200, 20, 20]))
        // With the starter, since the other model has no line between what fits and what does not.
        #expect(try await run("index", library.photos.path.display).code == 0)
        #expect(try await run("library", "status").text.contains("recognized in 4 photos"))
        let english: Set = ["english.png", "turned-90.png"]
        #expect(try await found("text:\"fresh bread\"") == english)
        #expect(try await found("-text:bread") == ["german.png", "wall.png"])
        #expect(try await found("bresd fresh") == english)
        let missing = library.photos.path.appending("no.png")
        let printed = try await run("photo", "text", TextPicture.file("english.png").display, missing.display)
        #expect(printed.code == 3 && printed.errors.contains("no.png"), "\(printed.errors)")
        let lines = ["Fresh bread every day", "Open until half past nine"]
        #expect(lines.allSatisfy { line in printed.lines.contains { $0.hasSuffix(line) } }, "\(printed.text)")
    }

    /// The second photo lies on its side, and is turned upright by its EXIF.
    @Test func peopleAreSeenNamedAndFound() async throws {
        for name in ["astronaut.jpg", "exif.jpg", "cat.jpg"] {
            try library.photos.write(name, FileSystem.read(FacePicture.file(name)))
        }
        #expect(try await index("--without", "text").code == 0)
        #expect(try await run("people", "on").code == 0)
        #expect(try await run("index", "--without", "text").code == 0)
        let line = try #require(try await run("people").lines.first)
        #expect(line.split(separator: "\t", omittingEmptySubsequences: false).prefix(4) == ["1", "", "2", "2"])
        #expect(try await run("people", "name", "1", "Anna Smith").errors.contains("Named person 1 \"Anna Smith\"."))
        #expect(try await found("person:anna") == ["astronaut.jpg", "exif.jpg"])
        let printed = try await run("photo", "faces", "--json", library.photos.path.appending("astronaut.jpg").display)
        let faces = try #require(printed.objects().first?["faces"] as? [[String: Any]])
        #expect(faces.count == 1 && faces[0]["person"] as? String == "Anna Smith")
        #expect((faces[0]["vector"] as? [Double])?.count == 128)
        #expect(try await run("people", "off", "--forget", "--yes").code == 0)
        #expect(try await run("people", "on").code == 0)
        #expect(try await run("people").lines.isEmpty)
    }

    @Test func filmsAreFound() async throws {
        for (name, new) in [
            ("plain.mp4", "castle.mp4"), ("turned.mov", "porto.MOV"), ("sound.mp4", "song.mp4"),
            ("plain.webm", "web.webm"),
        ] {
            _ = try library.photos.copy(Checkout.tests.appending("FilmsFFmpegTests/Fixtures/\(name)"), to: new)
        }
        try library.photos.write("photo.png", TestPicture.png(3))
        let indexed = try await index("--without", "text")
        #expect(indexed.code == 3 && indexed.errors.contains("sound but no video"), "\(indexed.errors)")
        #expect(try await found("-type:video") == ["photo.png"])
        #expect(try await found("length:>3s date:2023") == ["porto.MOV"])
        #expect(try await found("title:sandcastle") == ["castle.mp4"])
        let ranked = try await run("search", "--json", "a castle").results
        #expect(ranked.count == 4 && ranked.filter { $0["length"] is Double }.count == 3, "\(ranked)")
    }

    @Test func colorsAndPlacesAreFound() async throws {
        try library.photos.write("wall.png", TestPicture.png(color: [200, 20, 20]))
        try library.photos.write("lake.png", TestPicture.png(color: [20, 90, 200]))
        let sidecar = """
            <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
            <rdf:Description xmlns:exif="http://ns.adobe.com/exif/1.0/" exif:GPSLatitude="38,42.834N"
            exif:GPSLongitude="9,8.364W"/></rdf:RDF></x:xmpmeta>
            """
        try library.photos.write("lake.xmp", sidecar.utf8)
        #expect(try await index("--without", "text").code == 0)
        #expect(try await found("color:red") == ["wall.png"])
        #expect(try await found("-color:red") == ["lake.png"])
        #expect(try await found("place:lissabon") == ["lake.png"])
        let explained = try await run("search", "--explain", "sunset in Lissabon")
        #expect(explained.text == "sunset place:Lisbon\n", "\(explained.text)")
        let result = try #require(try await run("search", "--json", "lissabon").results.first)
        #expect(result["place_name"] as? String == "Lisbon, Portugal" && result["fits"] as? Bool == true)
    }

    private func index(_ options: String...) async throws -> Program.Outcome {
        try await evoke(library.indexing() + options)
    }

    private func found(_ query: String) async throws -> Set<String> {
        Set(try await run("search", "--paths", query).names)
    }

    private func run(_ words: String...) async throws -> Program.Outcome { try await evoke(words) }

    /// With the graphs that read text and find faces, too.
    private func evoke(_ words: [String]) async throws -> Program.Outcome {
        try await library.program.run(
            "exec", words,
            environment: ["EVOKE_MODELS": Installed.models().display, "EVOKE_LIBRARY": library.folder.display])
    }
}
