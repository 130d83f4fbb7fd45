import EvokeSystem
import EvokeTestSupport
import EvokeValues
import Foundation
import Testing

@testable import Evoke

/// What a program may hand over by mistake: an error that says so, and never a trap.
@Suite struct WrongUsageTests {
    @Test func noSearchIsForLessThanOnePhoto() async throws {
        let (test, library) = try await SmallLibrary.shared.value
        let searches: [(Int) async throws -> Void] = [
            { _ = try await library.search("a", limit: $0) },
            { _ = try await library.similar(to: test.red, limit: $0) },
            { _ = try await library.similar(to: FileSystem.read(test.red), limit: $0) },
            { _ = try await library.search(library.engine.embed(text: "a"), limit: $0) },
            { _ = try await library.search(SearchRequest(words: "a", top: $0)) },
            { _ = try await library.search(SearchRequest(words: "a", top: 1, offset: min(-1, $0))) },
        ]
        for top in [-1, 0, .min] {
            for search in searches { try await expectWrongUsage { try await search(top) } }
        }
    }

    @Test func aSearchMayBeForAll() async throws {
        let (test, library) = try await SmallLibrary.shared.value
        #expect(try await library.search(SearchRequest("a", top: .max, showsAll: true)).count == 3)
        #expect(try await library.similar(to: test.red, limit: .max).count == 2)
        for (offset, count) in [(1, 2), (.max, 0)] {
            let rest = SearchRequest(words: "a", top: .max, offset: offset, showsAll: true)
            #expect(try await library.search(rest).count == count)
        }
    }

    @Test func aVectorOfAnotherModelHasNoAnswer() async throws {
        let library = try await SmallLibrary.shared.value.library
        let own = try await library.engine.embed(text: "a")
        let foreign = try #require(Embedding(normalizing: own.values, fingerprint: "another"))
        let wider = try #require(Embedding(normalizing: own.values + [1], fingerprint: own.fingerprint))
        for other in [foreign, wider] {
            try await expectWrongUsage { try await library.search(other, limit: 1) }
            try await expectWrongUsage { try await library.search(SearchRequest(words: "a", vectors: [other], top: 1)) }
            try await expectWrongUsage { try await library.engine.labels(["a", "b"]).classify(other) }
        }
        let byVector = try await library.search(own, limit: 3)
        let byWords = try await library.search(SearchRequest("a", showsAll: true))
        #expect(byVector.map(\.id) == byWords.map(\.id) && byVector.map(\.score) == byWords.map(\.score))
    }

    @Test func aRangeThatCannotBeIsRefused() async throws {
        for (mean, std) in [
            ([], []), ([0], []), ([0, 0], [1, 1]), ([0, 0, 0, 0], [1]), ([0], [0]), ([.nan], [1]), ([0], [.infinity]),
        ] as [([Float], [Float])] {
            try await expectWrongUsage {
                try await ImageGraph.open(
                    SampleGraph.file("colours.onnx"), labels: ["red", "green", "blue"],
                    pixels: GraphPixels(range: .normalized(mean: mean, std: std)))
            }
        }
    }

    @Test func withoutAPlaceForModelsTheLibraryHasOne() throws {
        let folder = TemporaryFolder()
        let bare = LibraryConfiguration(library: folder.path, models: [], cache: folder.path)
        #expect(ModelCollection(bare).list().isEmpty)
        #expect(ModelDownloader(bare).downloads.list().isEmpty)
    }

    @Test func errorsReadRightInApplications() {
        let error: any Error = EvokeError(
            .damaged, doing: "read the photo", subject: "a.jpg", reason: "it is cut", remedy: "Mend it.")
        #expect(error.localizedDescription == "Could not read the photo 'a.jpg': it is cut.")
        let localized = error as? any LocalizedError
        #expect(localized?.failureReason == "it is cut" && localized?.recoverySuggestion == "Mend it.")
        let bare = EvokeError(.inference, doing: "start", subject: "", reason: "it is late")
        #expect(bare.recoverySuggestion == nil)
    }

    private func expectWrongUsage<Result>(
        _ body: () async throws -> Result, _ place: SourceLocation = #_sourceLocation
    ) async throws {
        let error = await #expect(throws: EvokeError.self, sourceLocation: place) { _ = try await body() }
        #expect(error?.kind == .wrongUsage, sourceLocation: place)
    }
}
