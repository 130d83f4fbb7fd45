import Evoke
import EvokeClient
import EvokeSystem
import EvokeTestSupport
import EvokeValues
import Foundation
import Testing

/// Faces in photos, with the real program and the graphs that bootstrap puts on the shelf.
@Suite struct FacesTests {
    private let program = Program()

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

    private func faces(in picture: String) async throws -> [FacesAnswer.Face] {
        let answer = try await run("photo", "faces", "--json", FacePicture.file(picture).display).output
        return try JSONDecoder().decode(FacesAnswer.self, from: answer).faces
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
