import EvokeSystem
import EvokeTestSupport
import EvokeValues
import Foundation
import Testing

@testable import Evoke

/// What a program may hand over by mistake: an error that says so, and never a trap.
@Suite struct WrongUsageTests {
    private let test = SmallLibrary()

    @Test(arguments: [-1, 0, .min]) func noSearchIsForLessThanOnePhoto(top: Int) async throws {
        let library = try await test.indexed()
        try await expectWrongUsage { try await library.search(["a"], top: top) }
        try await expectWrongUsage { try await library.similar(to: test.red, top: top) }
        try await expectWrongUsage { try await library.similar(to: FileSystem.read(test.red), top: top) }
        try await expectWrongUsage { try await library.search(library.engine.embed(text: "a"), top: top) }
        try await expectWrongUsage { try await library.search(Question(words: "a", top: top)) }
        try await expectWrongUsage { try await library.search(Question(words: "a", top: 1, offset: min(-1, top))) }
    }

    @Test func aSearchMayBeForAll() async throws {
        let library = try await test.indexed()
        #expect(try await library.search(["a"], top: .max)[0].count == 3)
        #expect(try await library.similar(to: test.red, top: .max).count == 2)
        #expect(try await library.search(Question(words: "a", top: .max, offset: 1)).count == 2)
        #expect(try await library.search(Question(words: "a", top: .max, offset: .max)).isEmpty)
    }

    @Test func aVectorOfAnotherModelHasNoAnswer() async throws {
        let library = try await test.indexed()
        let own = try await library.engine.embed(text: "a")
        let foreign = try #require(Embedding(normalizing: own.values, fingerprint: "another"))
        let wider = try #require(Embedding(normalizing: own.values + [1], fingerprint: own.fingerprint))
        for other in [foreign, wider] {
            try await expectWrongUsage { try await library.search(other, top: 1) }
            try await expectWrongUsage { try await library.search(Question(words: "a", vectors: [other], top: 1)) }
            try await expectWrongUsage { try await library.engine.labels(["a", "b"]).classify(other) }
        }
        let (byVector, byWords) = try await (library.search(own, top: 3), library.search(["a"], top: 3)[0])
        #expect(byVector.map(\.id) == byWords.map(\.id) && byVector.map(\.score) == byWords.map(\.score))
    }

    @Test(arguments: [
        GraphPixels.Range.normalised(mean: [], std: []), .normalised(mean: [0], std: []),
        .normalised(mean: [0, 0], std: [1, 1]), .normalised(mean: [0, 0, 0, 0], std: [1]),
        .normalised(mean: [0], std: [0]), .normalised(mean: [.nan], std: [1]), .normalised(mean: [0], std: [.infinity]),
    ]) func aRangeThatCannotBeIsRefused(range: GraphPixels.Range) async throws {
        try await expectWrongUsage {
            try await ImageGraph.open(
                SampleGraph.file("colours.onnx"), labels: ["red", "green", "blue"], pixels: GraphPixels(range: range))
        }
    }

    @Test func aGraphWithoutLabelsIsRefused() async throws {
        try await expectWrongUsage { try await ImageGraph.open(SampleGraph.file("colours.onnx"), labels: []) }
    }

    @Test func withoutAPlaceForModelsTheLibraryHasOne() throws {
        let bare = Places(library: test.folder.path, models: [], cache: test.folder.path)
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
