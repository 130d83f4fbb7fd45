import Evoke
import EvokePorts
import EvokeTestSupport
import EvokeValues
import EvokeWorkers
import Testing

/// A program's own encoders, decoder and catalogue, in the place of Evoke's.
@Suite struct OwnPartsTests {
    private let test = SmallLibrary()

    @Test(arguments: [true, false]) func indexesAndSearches(withOwnCatalogue: Bool) async throws {
        for (name, text) in [("a.jpg", "z   "), ("b.jpg", " z  "), ("c.jpg", "  z "), ("d.jpg", "bad")] {
            try test.folder.write("photos/" + name, text.utf8)
        }
        let engine = try Engine(
            model: .fake, image: FakeEncoder(), text: LetterEncoder(), decoder: FakeDecoder(), places: test.places)
        let memory = MemoryCatalog()
        let catalog: (any PhotoCatalog)? = withOwnCatalogue ? memory : nil
        let library = try await PhotoLibrary.open(test.places, access: .write, engine: engine, catalog: catalog)
        let report = try await library.index([test.photos]) { _ in }
        #expect(report.added == 3 && report.failed == 1)
        #expect(library.model == .fake)

        let found = try await library.search(["z   ", " z  ", "  z "], top: 1).map { $0.first?.path.display }
        #expect(found == ["a.jpg", "b.jpg", "c.jpg"].map { test.photos.appending($0).display })
        #expect(try await library.similar(to: test.photos.appending("a.jpg"), top: 2).count == 2)
        #expect(try await library.similar(to: Array("  zz".utf8), top: 3).count == 3)
        let pixels = try Pixels(Array(" z  ".utf8), size: PixelSize(width: 1, height: 1))
        #expect(try await library.similar(to: pixels, top: 1).first?.path == test.photos.appending("b.jpg"))
        let vector = try #require(Embedding(normalizing: [0, 0, 1, 0], fingerprint: ModelID.fake.fingerprint))
        #expect(try await library.search(vector, top: 1).first?.path == test.photos.appending("c.jpg"))
        #expect(try await engine.labels(["abcd", "zzzz"]).classify(vector).scores.count == 2)

        try test.folder.write("photos/e.jpg", " zz ".utf8)
        #expect(try await library.index([]) { _ in }.added == 1)
        #expect(try await library.similar(to: test.photos.appending("b.jpg"), top: 1).first?.path.name.first == 0x65)
        try await library.close()
        await #expect(throws: EvokeError.self) { try await library.search(["a"], top: 1) }
        if withOwnCatalogue { #expect(await memory.summary().photos == 4) }

        let reader = try await PhotoLibrary.open(test.places, access: .read, engine: engine, catalog: catalog)
        let hits = try await reader.search(["abcd"], top: 10)[0]
        #expect(hits.count == 4 && hits.allSatisfy { $0.fits != nil }, "each is on a side of the line")
        #expect(try await reader.similar(to: test.photos.appending("a.jpg"), top: 2).allSatisfy { $0.fits == nil })
        #expect(try await reader.search(["abcd"], top: 1)[0].first?.fits == hits[0].fits, "however many are asked for")
        #expect(
            try await reader.search(Question(words: "abcd", top: 2, offset: 1)).map(\.fits) == hits[1...2].map(\.fits))
    }

    /// With Evoke's decoder: real pictures, and a vector of their colours.
    @Test func anEncoderOfItsOwnGetsThePixelsThatItAsksFor() async throws {
        try test.addPhotos()
        let model = ModelID(name: "mine", fingerprint: "mine-1", dimensions: 3)
        let engine = try Engine(model: model, image: ColourEncoder(model), text: LetterEncoder(), places: test.places)
        #expect(try await engine.embed(photo: test.red).values == [1, 0, 0])
        let library = try await PhotoLibrary.open(
            test.places, access: .write, engine: engine, catalog: MemoryCatalog())
        #expect(try await library.index([test.photos]) { _ in }.added == 3)
        #expect(try await library.similar(to: bitmap(200, 10, 10), top: 1).first?.path == test.red)
    }

    @Test func vectorsThatAreNotTheModelsAreRefused() async throws {
        try test.addPhotos()
        let model = ModelID(name: "mine", fingerprint: "mine-1", dimensions: 3)
        let other = ModelID(name: "mine", fingerprint: "mine-2", dimensions: 3)
        let engine = try Engine(model: model, image: ColourEncoder(other), text: LetterEncoder(), places: test.places)
        await #expect(throws: EvokeError.self) { try await engine.embed(photo: test.red) }
        await #expect(throws: EvokeError.self) { try await engine.embed(text: "abcd") }
        let catalog = MemoryCatalog()
        let library = try await PhotoLibrary.open(test.places, access: .write, engine: engine, catalog: catalog)
        let error = await #expect(throws: EvokeError.self) { try await library.index([test.photos]) { _ in } }
        #expect(error?.kind == .wrongUsage)
        #expect(await catalog.summary().photos == 0)
        await #expect(throws: EvokeError.self) { try await library.search(["abcd"], top: 1) }
    }

    @Test(arguments: [
        ModelID(name: "m", fingerprint: "", dimensions: 4), ModelID(name: "m", fingerprint: "../up", dimensions: 4),
        ModelID(name: "m", fingerprint: "a b", dimensions: 4), ModelID(name: "m", fingerprint: "ä", dimensions: 4),
        ModelID(name: "m", fingerprint: String(repeating: "a", count: 129), dimensions: 4),
        ModelID(name: "m", fingerprint: "a", dimensions: 0), ModelID(name: "m", fingerprint: "a", dimensions: -4),
        ModelID(name: "m", fingerprint: "a", dimensions: .max),
    ]) func aModelThatCannotBeIsRefused(model: ModelID) {
        let error = #expect(throws: EvokeError.self) {
            try Engine(model: model, image: FakeEncoder(), text: LetterEncoder(), places: test.places)
        }
        #expect(error?.kind == .wrongUsage)
    }
}

/// The first four letters are the vector.
struct LetterEncoder: TextEncoding {
    /// In bytes, of texts that are not cut.
    var longest = Int.max

    func encode(_ text: String) async throws -> Embedding {
        try #require(
            Embedding(
                normalizing: (text.utf8 + [0, 0, 0]).prefix(4).map { Float($0) },
                fingerprint: ModelID.fake.fingerprint))
    }

    func takesAll(of text: String) async throws -> Bool { text.utf8.count <= longest }
}

/// The colour of the one pixel that it asks for.
private struct ColourEncoder: ImageEncoding {
    let input = ImageInput(
        size: PixelSize(width: 1, height: 1), fit: .squash, kernel: .bilinear, mean: [0, 0, 0], std: [1, 1, 1])
    let width = 1
    private let model: ModelID

    init(_ model: ModelID) {
        self.model = model
    }

    func encode(_ image: PreparedImage) async throws -> Embedding {
        try #require(Embedding(normalizing: image.tensor, fingerprint: model.fingerprint))
    }
}
