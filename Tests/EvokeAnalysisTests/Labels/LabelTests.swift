import EvokeAnalysis
import EvokePorts
import EvokeTestSupport
import EvokeValues
import Testing

@Suite struct LabelTests {
    @Test(arguments: [
        ([], [], "there are none"), (["a", ""], [], "label 2 is empty"),
        (["a", "b", " a "], [], "label 1 and label 3"),
        (["a"], ["no place"], "no {}"),
    ]) func refusesWhatIsNoLabel(labels: [String], templates: [String], reason: String) {
        let error = #expect(throws: EvokeError.self) { try LabelSet(labels, templates: templates) }
        #expect(error?.kind == .wrongUsage && error?.reason.contains(reason) == true, "\(error?.reason ?? "")")
    }

    @Test func putsLabelsIntoTemplates() throws {
        let set = try LabelSet([" cat "], templates: ["a photo of a {}", "{} and {}"])
        #expect(set.labels == ["cat"] && set.prompts(for: "cat") == ["a photo of a cat", "cat and cat"])
    }

    @Test func sharesAddUpToOneAndTheNearestComesFirst() async throws {
        let classification = try await classify([0.6, 0.8, 0], ["x", "y", "z"], .softmax(scale: 10))
        #expect(classification.scores.map(\.label) == ["y", "x", "z"] && classification.fits)
        let sum = classification.scores.reduce(0) { $0 + $1.score }
        // e^8 / (e^8 + e^6 + e^0)
        #expect(abs(sum - 1) < 1e-5 && abs(classification.scores[0].score - 0.8805) < 1e-3)
    }

    @Test func probabilitiesStandAlone() async throws {
        let classification = try await classify([0.6, 0.8, 0], ["x", "y"], .sigmoid(scale: 10, bias: -7))
        #expect(
            abs(classification.scores[0].score - 0.7311) < 1e-3 && abs(classification.scores[1].score - 0.2689) < 1e-3)
    }

    @Test func hugeScalesStayNumbers() async throws {
        for scoring in [LabelScoring.softmax(scale: 1e6), .sigmoid(scale: 1e6, bias: 0)] {
            let scores = try await classify([1, 0, 0], ["x", "y"], scoring).scores
            #expect(scores.allSatisfy { (0...1).contains($0.score) })
        }
    }

    @Test func noneOfTheseWinsWhereNeutralWordsFitBetter() async throws {
        let far = try await classify([0, 0, 1], ["x", "y"], .softmax(scale: 10), includesNone: true)
        #expect(!far.fits && far.scores[0].label == nil)
        let near = try await classify([1, 0, 0.1], ["x", "y"], .softmax(scale: 10), includesNone: true)
        #expect(near.fits && near.scores[0].label == "x" && near.scores.count == 3)
    }

    @Test func aLabelsVectorIsTheMeanOverItsTemplates() async throws {
        let set = try LabelSet(["x"], templates: ["{}", "y {}"])
        let vectors = try await LabelVectors.make(set, scoring: .softmax(scale: 1), encoder: AxisEncoder())
        // "x" is (1, 0, 0), "y x" is (1, 1, 0) / √2.
        let expected = try #require(
            Embedding(normalizing: [1 + 0.5.squareRoot(), 0.5.squareRoot(), 0].map { Float($0) }, fingerprint: "f0"))
        #expect(vectors.vectors[0].dot(expected) > 0.99999)
    }

    @Test func aPhotoOfAnotherModelGetsNoScores() async throws {
        let set = try LabelSet(["x", "y"])
        let labels = try await LabelVectors.make(set, scoring: .softmax(scale: 1), encoder: AxisEncoder())
        for photo in [
            Embedding(normalizing: [1, 0, 0], fingerprint: "f1"), Embedding(normalizing: [1, 0], fingerprint: "f0"),
        ] {
            let error = #expect(throws: EvokeError.self) { try labels.classify(#require(photo)) }
            #expect(error?.kind == .wrongUsage)
        }
    }

    @Test func labelsAreOfOneModelAndEachHasItsVector() throws {
        let set = try LabelSet(["x", "y"])
        let own = try #require(Embedding(normalizing: [1, 0], fingerprint: "f0"))
        let foreign = try #require(Embedding(normalizing: [1, 0], fingerprint: "f1"))
        for vectors in [[], [own], [own, foreign], [own, own, own]] {
            let error = #expect(throws: EvokeError.self) {
                try LabelVectors(set, scoring: .softmax(scale: 1), vectors: vectors)
            }
            #expect(error?.kind == .wrongUsage)
        }
    }

    @Test func aLabelThatWouldBeCutIsRefused() async throws {
        let set = try LabelSet(["x", String(repeating: "x ", count: 100)])
        let error = await #expect(throws: EvokeError.self) {
            try await LabelVectors.make(set, scoring: .softmax(scale: 1), encoder: AxisEncoder())
        }
        #expect(error?.kind == .wrongUsage)
    }

    private func classify(
        _ photo: [Float], _ labels: [String], _ scoring: LabelScoring, includesNone: Bool = false
    ) async throws -> Classification {
        let set = try LabelSet(labels, includesNone: includesNone)
        let vectors = try await LabelVectors.make(set, scoring: scoring, encoder: AxisEncoder())
        let photo = try #require(Embedding(normalizing: photo, fingerprint: "f0"))
        return try vectors.classify(photo)
    }
}

/// Three axes: how many x, how many y, and everything else.
private struct AxisEncoder: TextEncoding {
    func encode(_ text: String) async throws -> Embedding {
        let words = text.split(separator: " ")
        let known = ["x", "y"].map { axis in Float(words.count { $0 == axis }) }
        let vector = known + [known == [0, 0] || text == "z" ? 1 : 0]
        return try #require(Embedding(normalizing: vector, fingerprint: "f0"))
    }

    func takesAll(of text: String) async throws -> Bool { text.utf8.count < 50 }
}
