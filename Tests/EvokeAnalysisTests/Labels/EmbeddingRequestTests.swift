import EvokeValues
import Testing

@testable import EvokeAnalysis

@Suite struct EmbeddingRequestTests {
    private let x = axis(0)
    private let y = axis(1)
    private let z = axis(2)

    @Test func oneWishIsItselfAndNothingIsNothing() throws {
        let opposite = try #require(Embedding(normalizing: [-1, 0, 0], fingerprint: "f0"))
        let requests = try [
            Embedding.wanted(words: x), Embedding.wanted(photos: [y]), Embedding.wanted(photos: [y, y]),
            Embedding.wanted(),
            Embedding.wanted(avoided: [x]),
            // They take each other away.
            Embedding.wanted(photos: [x, opposite]),
        ]
        #expect(requests == [x, y, y, nil, nil, nil])
    }

    @Test func wordsAndPhotosLeadTogether() throws {
        let both = try #require(try Embedding.wanted(words: x, photos: [y]))
        let three = try #require(try Embedding.wanted(words: x, photos: [y, z]))
        #expect(both.dot(x) > both.dot(y) && both.dot(y) > 0.4 && abs(three.dot(three) - 1) < 1e-6)
        // Photos count alike, and as much as one, however many they are.
        #expect(abs(three.dot(y) - three.dot(z)) < 1e-6 && abs(three.dot(x) - both.dot(x)) < 1e-6)
    }

    @Test func whatIsAvoidedGoesDownAndDoesNotLead() throws {
        let mixed = try #require(Embedding(normalizing: [1, 1, 0], fingerprint: "f0"))
        let request = try #require(try Embedding.wanted(words: mixed, avoided: [y]))
        #expect(request.dot(y) < mixed.dot(y) && request.dot(x) > mixed.dot(x))
        #expect(request.dot(mixed) > 0.8, "the words still lead")
        let far = try #require(try Embedding.wanted(words: x, avoided: [y]))
        #expect(far.dot(x) > far.dot(z) && far.dot(z) > far.dot(y))
    }

    @Test func whatTwoModelsMadeIsNotMixed() throws {
        let foreign = try #require(Embedding(normalizing: [0, 1, 0], fingerprint: "f1"))
        let wider = try #require(Embedding(normalizing: [0, 1, 0, 0], fingerprint: "f0"))
        for other in [foreign, wider] {
            for (words, photos, avoided) in [
                (other, [x], []), (x, [other], []), (nil, [x, other], []), (x, [], [other]),
            ] as [(Embedding?, [Embedding], [Embedding])] {
                let error = #expect(throws: EvokeError.self) {
                    try Embedding.wanted(words: words, photos: photos, avoided: avoided)
                }
                #expect(error?.kind == .wrongUsage)
            }
        }
    }

    private static func axis(_ place: Int) -> Embedding {
        Embedding(normalizing: (0..<3).map { $0 == place ? 1 : 0 }, fingerprint: "f0")!
    }
}
