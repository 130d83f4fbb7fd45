import CatalogSQLite
import Evoke
import EvokeCatalog
import EvokePorts
import EvokeTestSupport
import EvokeValues
import Testing

/// A program's own encoders, decoder and catalogue, in the place of Evoke's.
@Suite struct OwnPartsTests {
    private let test = SmallLibrary()
    private let home = TemporaryFolder()

    /// Where `isOwn`, in another folder than the library's.
    private func catalog(_ isOwn: Bool, _ access: CatalogAccess) async throws -> (any PhotoCatalog)? {
        isOwn ? try await SQLiteCatalog.open(in: home.path, access: access) : nil
    }

    private func open(withOwnCatalog isOwn: Bool, _ access: CatalogAccess) async throws -> PhotoLibrary {
        let engine = try Engine(
            model: .fake, image: FakeEncoder(), text: LetterEncoder(), decoder: FakeDecoder(),
            configuration: test.configuration)
        return try await PhotoLibrary.open(
            test.configuration, access: access, engine: engine, catalog: catalog(isOwn, access))
    }

    private func write(_ photos: [String: String]) throws {
        for (name, text) in photos { try test.folder.write("photos/" + name, text.utf8) }
    }

    private func path(_ name: String) -> DiskPath { test.photos.appending(name) }

    @Test(arguments: [true, false]) func indexesAndSearches(withOwnCatalog isOwn: Bool) async throws {
        try write(["a.jpg": "z   ", "b.jpg": " z  ", "c.jpg": "  z ", "d.jpg": "bad"])
        let library = try await open(withOwnCatalog: isOwn, .write)
        let report = try await library.index([test.photos]) { _ in }
        #expect(report.added == 3 && report.failed == 1)
        #expect(try await library.model == .fake)
        let questions = ["z   ", " z  ", "  z "].map { SearchRequest(words: $0, top: 1, showsAll: true) }
        let found = try await library.search(questions).map { $0.first?.path }
        #expect(found == ["a.jpg", "b.jpg", "c.jpg"].map(path))
        try write(["e.jpg": " zz "])
        #expect(try await library.index([]) { _ in }.added == 1)
        #expect(try await library.similar(to: path("b.jpg"), limit: 1).first?.path == path("e.jpg"))
        try await library.close()
        await #expect(throws: EvokeError.self) { try await library.search("a", limit: 1) }
        #expect(try await catalog(true, .write)?.summary().photos == (isOwn ? 4 : 0))
    }

    @Test func runsTellHowMuchIsIndexed() async throws {
        try write(Dictionary((10..<90).map { ("\($0).jpg", "\($0)zz") }) { $1 })
        let (library, told) = (Locked<PhotoLibrary?>(nil), Locked<Set<IndexedSoFar?>>([]))
        let encoder = AskingEncoder {
            let now = try await library.withLock { $0 }?.indexedSoFar()
            told.withLock { _ = $0.insert(now) }
        }
        let engine = try Engine(
            model: .fake, image: encoder, text: LetterEncoder(), decoder: FakeDecoder(),
            configuration: test.configuration)
        let opened = try await PhotoLibrary.open(test.configuration, access: .write, engine: engine)
        library.withLock { $0 = opened }
        _ = try await opened.index([test.photos]) { _ in }
        #expect(told.withLock { $0.allSatisfy { $0?.total == 80 } && $0.contains { $0?.photos == 0 } && $0.count > 1 })
        #expect(try await opened.indexedSoFar() == nil)
    }

    @Test func photosAreSimilarToWhateverHasAVector() async throws {
        try write(["a.jpg": "z   ", "b.jpg": " z  ", "c.jpg": "  z "])
        let library = try await open(withOwnCatalog: false, .write)
        _ = try await library.index([test.photos]) { _ in }
        #expect(try await library.similar(to: path("a.jpg"), limit: 2).count == 2)
        #expect(try await library.similar(to: Array("  zz".utf8), limit: 3).count == 3)
        let pixels = try Pixels(Array(" z  ".utf8), size: PixelSize(width: 1, height: 1))
        #expect(try await library.similar(to: pixels, limit: 1).first?.path == path("b.jpg"))
        let vector = try #require(Embedding(normalizing: [0, 0, 1, 0], fingerprint: ModelID.fake.fingerprint))
        #expect(try await library.search(vector, limit: 1).first?.path == path("c.jpg"))
    }

    /// Each is on a side of the line, however many are asked for.
    @Test(arguments: [true, false]) func searchesHaveALine(withOwnCatalog isOwn: Bool) async throws {
        try write(["a.jpg": "z   ", "b.jpg": " z  ", "c.jpg": "  z ", "e.jpg": " zz "])
        let library = try await open(withOwnCatalog: isOwn, .write)
        _ = try await library.index([test.photos]) { _ in }
        try await library.close()
        let reader = try await open(withOwnCatalog: isOwn, .read)
        let fits = try await reader.search(SearchRequest(words: "abcd", showsAll: true)).map(\.fits)
        #expect(fits.count == 4 && !fits.contains(nil))
        #expect(try await reader.search("abcd").map(\.fits) == fits.filter { $0 == true }, "the others are left out")
        let page = SearchRequest(words: "abcd", top: 2, offset: 1, showsAll: true)
        #expect(try await reader.search(page).map(\.fits) == Array(fits[1...2]))
        #expect(try await !reader.similar(to: path("a.jpg"), limit: 2).map(\.fits).contains(nil))
    }

    /// With Evoke's decoder: real pictures, and a vector of their colours.
    @Test func anEncoderOfItsOwnGetsThePixelsThatItAsksFor() async throws {
        try test.addPhotos()
        let model = ModelID(name: "mine", fingerprint: "mine-1", dimensions: 3)
        let engine = try Engine(
            model: model, image: ColorEncoder(model), text: LetterEncoder(), configuration: test.configuration)
        #expect(try await engine.embed(photo: test.red).values == [1, 0, 0])
        let library = try await PhotoLibrary.open(
            test.configuration, access: .write, engine: engine, catalog: catalog(true, .write))
        #expect(try await library.index([test.photos]) { _ in }.added == 3)
        #expect(try await library.similar(to: bitmap(200, 10, 10), limit: 1).first?.path == test.red)
    }

    @Test func vectorsThatAreNotTheModelsAreRefused() async throws {
        try test.addPhotos()
        let model = ModelID(name: "mine", fingerprint: "mine-1", dimensions: 3)
        let other = ModelID(name: "mine", fingerprint: "mine-2", dimensions: 3)
        let engine = try Engine(
            model: model, image: ColorEncoder(other), text: LetterEncoder(), configuration: test.configuration)
        await #expect(throws: EvokeError.self) { try await engine.embed(photo: test.red) }
        await #expect(throws: EvokeError.self) { try await engine.embed(text: "abcd") }
        let catalog = try await SQLiteCatalog.open(in: home.path, access: .write)
        let library = try await PhotoLibrary.open(test.configuration, access: .write, engine: engine, catalog: catalog)
        let error = await #expect(throws: EvokeError.self) { try await library.index([test.photos]) { _ in } }
        #expect(error?.kind == .wrongUsage)
        #expect(try await catalog.summary().photos == 0)
        await #expect(throws: EvokeError.self) { try await library.search("abcd", limit: 1) }
    }

    @Test(arguments: [
        ModelID(name: "m", fingerprint: "", dimensions: 4), ModelID(name: "m", fingerprint: "../up", dimensions: 4),
        ModelID(name: "m", fingerprint: "a b", dimensions: 4), ModelID(name: "m", fingerprint: "ä", dimensions: 4),
        ModelID(name: "m", fingerprint: String(repeating: "a", count: 129), dimensions: 4),
        ModelID(name: "m", fingerprint: "a", dimensions: 0), ModelID(name: "m", fingerprint: "a", dimensions: -4),
        ModelID(name: "m", fingerprint: "a", dimensions: .max),
    ]) func aModelThatCannotBeIsRefused(model: ModelID) {
        let error = #expect(throws: EvokeError.self) {
            try Engine(model: model, image: FakeEncoder(), text: LetterEncoder(), configuration: test.configuration)
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

/// Asks something whenever it encodes.
private struct AskingEncoder: ImageEncoding {
    let input = FakeEncoder().input
    let width = 1
    let ask: @Sendable () async throws -> Void

    func encode(_ image: PreparedImage) async throws -> Embedding {
        try await ask()
        return try await FakeEncoder().encode(image)
    }
}

/// The colour of the one pixel that it asks for.
private struct ColorEncoder: ImageEncoding {
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
