import EvokeSystem
import EvokeTestSupport
import EvokeValues
import Testing

@testable import EvokeModels

/// Texts become the tokens that the publishers' own code makes of them.
@Suite struct TokenRowTests {
    private let folder = TemporaryFolder()

    @Test(arguments: PublishedModel.names) func tokensAreThoseOfTheReference(name: String) throws {
        let golden = try PublishedModel.golden(name)
        let modelStore = ModelStore(folders: [], cache: folder.path)
        let model = try modelStore.open(PublishedModel.folder(name).display)
        let (side, rows) = (model.description.text, try TokenRows(of: model, cache: folder.path))
        for text in golden.texts {
            // The reference pads where its authors do; without padding, ours has to be the beginning of it.
            let padded = values(rows.row(of: text.query, isPadded: true), side)
            let own = values(rows.row(of: text.query, isPadded: false), side)
            #expect(text.inputs == padded || text.inputs == own, "\(text.query): \(padded)")
            #expect(own.allSatisfy { padded[$0.key]?.starts(with: $0.value) == true })
        }
    }

    @Test func remembersTheTextsAskedLast() throws {
        let recent = RecentTexts(capacity: 2)
        let vectors = try (0..<3).map { try #require(Embedding(normalizing: [Float($0), 1], fingerprint: "f0")) }
        recent.keep(vectors[0], of: "a")
        recent.keep(vectors[1], of: "b")
        #expect(recent.vector(of: "a") == vectors[0])
        recent.keep(vectors[2], of: "c")
        #expect(recent.vector(of: "a") == vectors[0] && recent.vector(of: "b") == nil)
        #expect(recent.vector(of: "c") == vectors[2])
        recent.keep(vectors[1], of: "\u{E9}")
        #expect(recent.vector(of: "e\u{301}") == nil, "the same to a reader, other bytes to a tokenizer")
    }

    @Test func knowsWhatIsTooLong() throws {
        let modelStore = ModelStore(folders: [], cache: folder.path)
        let rows = try TokenRows(of: modelStore.open(PublishedModel.folder("hub-siglip2").display), cache: folder.path)
        #expect(rows.takesAll(of: "a photo of a cat"))
        #expect(!rows.takesAll(of: String(repeating: "a photo of a cat ", count: 40)))
    }

    /// The small tokenizers of these models have such words in one piece.
    @Test(arguments: [("hub-clip", "this"), ("hub-siglip2", "photo")])
    func knowsWords(name: String, word: String) throws {
        let modelStore = ModelStore(folders: [], cache: folder.path)
        let rows = try TokenRows(of: modelStore.open(PublishedModel.folder(name).display), cache: folder.path)
        #expect(rows.knows(word) && !rows.knows("phtoo"))
    }

    /// As when packages are unpacked into one place: the other has the size and the times of the first, and its inode.
    @Test func anotherTokenizerInItsPlaceIsNoticed() throws {
        let place = try ModelCopy(of: "hub-clip", in: folder).folder
        let cache = folder.path.appending("cache")
        func open() throws -> LoadableModel { try ModelStore(folders: [], cache: cache).open(place.display) }
        func ids(_ model: LoadableModel) throws -> [Int32] {
            try TokenRows(of: model, cache: cache).row(of: "a d", isPadded: false).ids
        }
        let model = try open()
        let (begin, a, d, end): (Int32, Int32, Int32, Int32) = (662, 320, 323, 663)
        #expect(try ids(model) == [begin, a, d, end])
        let file = place.appending("tokenizer.json")
        let text = String(decoding: try FileSystem.read(file), as: UTF8.self)
        let swapped = text.replacing("\"a</w>\": \(a)", with: "\"a</w>\": \(d)")
            .replacing("\"d</w>\": \(d)", with: "\"d</w>\": \(a)")
        try keepingTimes(of: file) { try OpenFile(file, .change, doing: "change").write(Array(swapped.utf8)) }
        let error = #expect(throws: EvokeError.self) { try ids(model) }
        #expect(error?.kind == .modelInvalid, "it is not the model that was opened")
        #expect(try model.isReplaced && ids(open()) == [begin, d, a, end])
    }

    private func values(_ row: TokenRow, _ side: ModelDescription.TextSide) -> [String: [Int32]] {
        var values: [String: [Int32]] = [:]
        for input in row.inputs(side.inputs) {
            if case .integers(let integers) = input.values { values[input.name] = integers }
        }
        return values
    }
}
