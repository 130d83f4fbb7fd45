import EvokeModels
import EvokeTestSupport
import EvokeValues
import Testing

@testable import EvokeEncoders

/// Texts become the tokens that the publishers' own code makes of them.
@Suite struct TokenRowTests {
    private let folder = TemporaryFolder()

    @Test(arguments: PublishedModel.names) func tokensAreThoseOfTheReference(name: String) throws {
        let golden = try PublishedModel.golden(name)
        let shelf = ModelShelf(folders: [], cache: folder.path)
        let side = try shelf.open(PublishedModel.folder(name).display).description.text
        let rows = try TokenRows(side, cache: folder.path)
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
        let shelf = ModelShelf(folders: [], cache: folder.path)
        let side = try shelf.open(PublishedModel.folder("hub-siglip2").display).description.text
        let rows = try TokenRows(side, cache: folder.path)
        #expect(rows.takesAll(of: "a photo of a cat"))
        #expect(!rows.takesAll(of: String(repeating: "a photo of a cat ", count: 40)))
    }

    private func values(_ row: TokenRow, _ side: ModelDescription.TextSide) -> [String: [Int32]] {
        var values: [String: [Int32]] = [:]
        for input in row.inputs(side.inputs) {
            if case .integers(let integers) = input.values { values[input.name] = integers }
        }
        return values
    }
}
