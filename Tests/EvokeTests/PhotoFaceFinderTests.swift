import Evoke
import EvokeModels
import EvokePorts
import EvokeTestSupport
import EvokeValues
import Testing

/// Faces in pictures, found by the graphs that bootstrap puts on the shelf.
@Suite struct PhotoFaceFinderTests {
    /// Opened once for all tests.
    private static let finder = Task { try await PhotoFaceFinder.open(configuration: configuration()) }

    private let folder = TemporaryFolder()

    /// Upright in its pixels, and by EXIF.
    @Test(arguments: ["astronaut.jpg", "exif.jpg"]) func findsAFace(picture: String) async throws {
        let found = try await finder().faces(in: FacePicture.file(picture))
        #expect(found.size == PixelSize(width: 512, height: 512) && found.faces.count == 1)
        let face = try #require(found.faces.first)
        let middle = (x: face.box.x + face.box.width / 2, y: face.box.y + face.box.height / 2)
        #expect(abs(middle.x - 224) < 15 && abs(middle.y - 120) < 15, "\(face.box)")
        #expect((80...140).contains(face.box.width) && (80...140).contains(face.box.height), "\(face.box)")
        #expect((0.7...1).contains(face.confidence) && (0.3...1).contains(face.sharpness))
        // dlib finds face and eyes in its own way; the same face cut out a little otherwise.
        let known = try #require(try vector("astronaut", as: face.vector))
        #expect(try face.vector.distance(to: known) < 0.3)
    }

    /// The network was read from dlib's file, and computes what dlib computes.
    @Test func theRecognizerIsDlibs() async throws {
        let folder = try Installed.models().appending("face-recognizer")
        let interpreter = try await ModelInterpreter.open(
            folder.appending("dlib_face_recognition_resnet_model_v1.onnx"))
        let side = 150
        let planes = (0..<3).flatMap { color in
            (0..<side * side).map { place in
                let (row, column) = (place / side, place % side)
                return Float((row * 7 + column * 13 + row * column + color * 101) % 256)
            }
        }
        let face = GraphTensor(shape: [1, 3, side, side], values: .float32(planes))
        let answer = try #require(try await interpreter.run(["face": face])["vector"]?.floats)
        let known = try #require(FacePicture.Known.read().vectors["pattern"])
        #expect(answer.count == 128 && zip(answer, known).allSatisfy { abs($0 - $1) < 2e-6 })
    }

    /// Faces are the same, and told apart in another way.
    @Test func anotherRecognizerMakesOtherVectors() async throws {
        let recognizer = try SmallRecognizer.put(in: folder, named: "small")
        let other = try await PhotoFaceFinder.open(configuration: Self.configuration(), recognizer: recognizer.display)
        let picture = FacePicture.file("astronaut.jpg")
        let (seen, known) = try await (other.faces(in: picture).faces, finder().faces(in: picture).faces)
        let (face, usual) = (try #require(seen.first), try #require(known.first))
        #expect(seen.count == 1 && face.box == usual.box && face.sharpness == usual.sharpness)
        #expect(face.vector.fingerprint != usual.vector.fingerprint && other.finding.distances.pair == 0.02)
        // Skin is more red than green, and more green than blue.
        let numbers = face.vector.numbers
        #expect(numbers.count == 3 && numbers[0] > numbers[1] && numbers[1] > numbers[2], "\(numbers)")
        #expect(abs(numbers.reduce(0) { $0 + $1 * $1 } - 1) < 1e-5)
    }

    @Test func whatTellsNoFacesApartIsRefused() async throws {
        let file = try folder.write("plain/mean.onnx", GraphSketch.meanColor.bytes)
        let plain = DiskPath(bytes: file.bytes.dropLast("/mean.onnx".utf8.count))
        let description = GraphDescription(
            file: "mean.onnx", inputs: SmallRecognizer.description.inputs, outputs: SmallRecognizer.description.outputs)
        try folder.write(
            "plain/graph.json", GraphModel.manifest(name: "plain", summary: "", license: "", description))
        for (name, words) in [(plain.display, "no 'face'"), ("starter", "a pair of graphs")] {
            let error = await #expect(throws: EvokeError.self) {
                try await PhotoFaceFinder.open(configuration: Self.configuration(), recognizer: name)
            }
            #expect(error?.reason.contains(words) == true, "\(error?.reason ?? "")")
        }
    }

    /// Colours, noise and stripes, and shapes in which no face has room.
    @Test func nothingIsNobody() async throws {
        for (kind, (width, height)) in [(1, 30_000), (30_000, 1), (16, 16), (300, 200), (300, 200)].enumerated() {
            let bytes = TestPicture.plain(kind, pixels: width * height)
            let picture = TestPicture.tiff(bytes, size: PixelSize(width: width, height: height))
            #expect(try await finder().faces(in: folder.write("plain.tif", picture)).faces.isEmpty)
        }
    }

    @Test func severalComeInTheirOrderEachWithItsOwnError() async throws {
        let broken = try folder.write("broken.jpg", [1, 2, 3])
        let photos = [FacePicture.file("cat.jpg"), broken, FacePicture.file("astronaut.jpg")]
        var heard: [DiskPath] = []
        try await finder().find(in: photos) { photo, result in
            heard.append(photo)
            switch result {
            case .success(let found): #expect(photo != broken && found.faces.count == (photo == photos[0] ? 0 : 1))
            case .failure(let error): #expect(photo == broken && error.kind == .unsupported)
            }
        }
        #expect(heard == photos)
    }

    @Test func facesOfDifferentRecognizersAreNotCompared() throws {
        let numbers = [Float](repeating: 0.5, count: 128)
        let face = try #require(FaceVector(numbers, fingerprint: "a"))
        #expect(try face.distance(to: face) == 0)
        for other in [FaceVector(numbers, fingerprint: "b"), FaceVector([0.5], fingerprint: "a")] {
            let other = try #require(other)
            let error = #expect(throws: EvokeError.self) { try face.distance(to: other) }
            #expect(error?.kind == .wrongUsage)
        }
        #expect(FaceVector([], fingerprint: "a") == nil && FaceVector([.nan], fingerprint: "a") == nil)
    }

    /// Its description did not say yet how faces are laid: nothing is found then, and indexing goes on.
    @Test func anOlderEvokesRecognizerIsNone() async throws {
        let description = SmallRecognizer.description
        try folder.write("face-recognizer/mean.onnx", GraphSketch.meanColor.bytes)
        try folder.write(
            "face-recognizer/graph.json",
            GraphModel.manifest(
                name: "face-recognizer", summary: "", license: "",
                GraphDescription(file: "mean.onnx", inputs: description.inputs, outputs: description.outputs)))
        let configuration = LibraryConfiguration(
            library: folder.path, models: [folder.path, try Installed.models()], cache: TemporaryFolder.cache.path)
        let error = await #expect(throws: EvokeError.self) {
            try await PhotoFaceFinder.open(configuration: configuration)
        }
        #expect(error?.kind == .modelMissing && error?.reason.contains("older") == true)
        #expect(try await configuration.findingFaces().faceFinder == nil)
    }

    @Test func withoutItsGraphsItSaysWhatIsMissing() async throws {
        let nowhere = LibraryConfiguration(library: folder.path, models: [folder.path], cache: folder.path)
        let error = await #expect(throws: EvokeError.self) { try await PhotoFaceFinder.open(configuration: nowhere) }
        #expect(error?.kind == .modelMissing && error?.subject == "face-recognizer")
    }

    private func vector(_ name: String, as other: FaceVector) throws -> FaceVector? {
        try FacePicture.Known.read().vectors[name].flatMap { FaceVector($0, fingerprint: other.fingerprint) }
    }

    private static func configuration() throws -> LibraryConfiguration {
        let cache = TemporaryFolder.cache.path
        return LibraryConfiguration(library: cache.appending("none"), models: [try Installed.models()], cache: cache)
    }

    private func finder() async throws -> PhotoFaceFinder { try await Self.finder.value }
}
