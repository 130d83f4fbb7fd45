import Evoke
import EvokeSystem
import EvokeTestSupport
import EvokeValues
import EvokeWire
import Foundation
import Testing

/// Faces in photos, with the real program and the graphs that bootstrap puts on the shelf.
@Suite struct FacesTests {
    private let program = Program()

    @Test func facesArePrintedAsJSON() async throws {
        let (astronaut, cat) = (FacePicture.file("astronaut.jpg"), FacePicture.file("cat.jpg"))
        let missing = program.home.path.appending("no.png")
        let outcome = try await run("faces", "--json", astronaut.display, missing.display, cat.display)
        #expect(outcome.code == 3 && outcome.errors.contains("no.png"), "\(outcome.errors)")
        let objects = try outcome.objects()
        #expect(objects.map { $0["path"] as? String } == [astronaut.display, cat.display])
        #expect((objects.last?["faces"] as? [Any])?.isEmpty == true)
        let faces = try #require(objects.first?["faces"] as? [[String: Any]])
        let face = try #require(faces.first)
        #expect(faces.count == 1 && Set(face.keys) == ["box", "confidence", "sharpness", "vector", "person"])
        #expect((face["box"] as? [Int])?.count == 4 && (face["vector"] as? [Double])?.count == 128)
        #expect(face["person"] is NSNull)
    }

    @Test func aLineForEachFaceWithThePathOfSeveralPhotos() async throws {
        let (astronaut, group) = (FacePicture.file("astronaut.jpg").display, FacePicture.file("group.jpg").display)
        let alone = try await run("faces", astronaut).lines
        #expect(alone.count == 1 && alone[0].split(separator: "\t").count == 3)
        let lines = try await run("faces", astronaut, group).lines
        #expect(lines.first == "\(astronaut)\t\(alone[0])")
        #expect(lines.dropFirst().count == 10 && lines.dropFirst().allSatisfy { $0.hasPrefix("\(group)\t") })
        #expect(try await run("faces").code == 64)
    }

    /// Of 24 to 100 pixels, in one picture; from 40 pixels on they are told to be one person's.
    @Test func smallFacesAreFoundAndKnownAgain() async throws {
        let known = try FacePicture.Known.read().group
        let found = try await faces(in: "group.jpg")
        #expect(found.count == known.count && found.map { $0.box[2] * $0.box[3] }.isDescending)
        let largest = try #require(found.first?.vector)
        for place in known {
            let face = try #require(
                found.first { face in
                    abs(face.box[0] + face.box[2] / 2 - place.middle[0]) < place.side / 2
                        && abs(face.box[1] + face.box[3] / 2 - place.middle[1]) < place.side / 2
                }, "\(place)")
            #expect((0.6...1.6).contains(Double(face.box[2]) / Double(place.side)), "\(place) \(face.box)")
            let squares = zip(face.vector, largest).map { Double($0 - $1) * Double($0 - $1) }
            let distance = squares.reduce(0, +).squareRoot()
            #expect(place.side < 40 || distance < 0.57, "\(place) \(distance)")
        }
        // What is enlarged is not sharp.
        #expect(try #require(found.last).sharpness < #require(found.first).sharpness)
    }

    @Test(arguments: ["cat.jpg", "large.png"]) func thereIsNobody(picture: String) async throws {
        #expect(try await faces(in: picture).isEmpty)
    }

    private func faces(in picture: String) async throws -> [FacesAnswer.Face] {
        let answer = try await run("faces", "--json", FacePicture.file(picture).display).output
        return try JSONDecoder().decode(FacesAnswer.self, from: answer).faces
    }

    /// Nobody asked for more, so nothing of it is left behind.
    @Test func nothingOfItIsKept() async throws {
        try await run("faces", FacePicture.file("astronaut.jpg").display)
        #expect(!FileManager.default.fileExists(atPath: library))
    }

    /// With the starter model, which has no class for people.
    @Test func wordsForPeopleGoByTheFacesThatWereCounted() async throws {
        let photos = TemporaryFolder()
        for name in ["astronaut.jpg", "group.jpg", "cat.jpg", "large.png"] {
            try photos.write(name, FileSystem.read(FacePicture.file(name)))
        }
        func found(_ words: String, _ count: Int) async throws -> Set<String> {
            let lines = try await run("search", "--paths", "--all", words).lines.prefix(count)
            return Set(lines.map { String($0.split(separator: "/").last ?? "") })
        }
        try await run("index", "--without", "text", photos.path.display)
        try await run("people", "on")
        try await run("index", "--without", "text")
        #expect(try await found("people", 2) == ["astronaut.jpg", "group.jpg"])
        #expect(try await found("a portrait", 1) == ["astronaut.jpg"])
        #expect(try await found("Gruppenfoto", 1) == ["group.jpg"])
        #expect(try await found("nobody", 2) == ["cat.jpg", "large.png"])
    }

    /// The second photo lies on its side, and is turned upright by its EXIF.
    @Test func namesGoToSidecarsAndComeBackFromThem() async throws {
        let photos = TemporaryFolder()
        let both = try ["astronaut.jpg", "exif.jpg"].map { try photos.write($0, FileSystem.read(FacePicture.file($0))) }
        try await run("index", "--without", "text", photos.path.display)
        try await run("people", "on")
        try await run("index", "--without", "text")
        try await run("people", "name", both[0].display, "Anna")
        try await run("people", "name", both[1].display, "Ben")
        #expect(try await run("faces", both[0].display).lines.first?.hasSuffix("\tAnna") == true)
        #expect(try await run("people", "export").errors.contains("2 faces"))
        let untouched = try both.map { try FileSystem.read($0) }
        try await run("people", "off", "--forget")
        #expect(try await run("people", "import").code == 64, "people are off")
        try await run("people", "on")
        #expect(try await run("people", "import").errors.contains("2 faces in 2 photos"))
        try await run("index", "--without", "text")
        for (photo, name) in zip(both, ["anna", "ben"]) {
            #expect(try await run("search", "--paths", "person:\(name)").lines == [photo.display])
        }
        #expect(try both.map { try FileSystem.read($0) } == untouched)
        #expect(try await run("people", "export").errors.contains("Nothing was written"))
    }

    private var library: String { program.home.path.appending("library").display }

    @discardableResult private func run(_ arguments: String...) async throws -> Program.Outcome {
        try await program.run(
            "exec", arguments,
            environment: ["EVOKE_MODELS": try Installed.models().display, "EVOKE_LIBRARY": library])
    }
}

extension [Int] {
    fileprivate var isDescending: Bool { zip(self, dropFirst()).allSatisfy { $0 >= $1 } }
}
