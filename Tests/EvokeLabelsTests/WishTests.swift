import EvokeValues
import Testing

@testable import EvokeLabels

@Suite struct WishTests {
    private let x = axis(0)
    private let y = axis(1)
    private let z = axis(2)

    @Test func oneWishIsItself() throws {
        #expect(try Wish(words: x).embedding == x)
        #expect(try Wish(photos: [y]).embedding == y)
        #expect(try Wish(photos: [y, y]).embedding == y)
    }

    @Test func wordsAndPhotosLeadTogether() throws {
        let both = try #require(try Wish(words: x, photos: [y]).embedding)
        #expect(both.dot(x) > both.dot(y) && both.dot(y) > 0.4)
        let three = try #require(try Wish(words: x, photos: [y, z]).embedding)
        #expect(abs(three.dot(y) - three.dot(z)) < 1e-6, "photos count alike")
        #expect(abs(three.dot(x) - both.dot(x)) < 1e-6, "and as much as one, however many they are")
    }

    @Test func whatIsAvoidedGoesDownAndDoesNotLead() throws {
        let mixed = try #require(Embedding(normalizing: [1, 1, 0], fingerprint: "f0"))
        let wish = try #require(try Wish(words: mixed, avoided: y).embedding)
        #expect(wish.dot(y) < mixed.dot(y) && wish.dot(x) > mixed.dot(x))
        #expect(wish.dot(mixed) > 0.8, "the words still lead")
        let far = try #require(try Wish(words: x, avoided: y).embedding)
        #expect(far.dot(x) > far.dot(z) && far.dot(z) > far.dot(y))
    }

    @Test func unitLength() throws {
        let wish = try #require(try Wish(words: x, photos: [y, z], avoided: z).embedding)
        #expect(abs(wish.dot(wish) - 1) < 1e-6)
    }

    @Test func nothingIsNothing() throws {
        #expect(try Wish().embedding == nil)
        #expect(try Wish(avoided: x).embedding == nil)
        #expect(
            try Wish(photos: [x, Embedding(normalizing: [-1, 0, 0], fingerprint: "f0")!]).embedding == nil,
            "they take each other away")
    }

    @Test func whatTwoModelsMadeIsNotMixed() throws {
        let foreign = try #require(Embedding(normalizing: [0, 1, 0], fingerprint: "f1"))
        let wider = try #require(Embedding(normalizing: [0, 1, 0, 0], fingerprint: "f0"))
        for other in [foreign, wider] {
            for wish in [
                Wish(words: other, photos: [x]), Wish(words: x, photos: [other]), Wish(photos: [x, other]),
                Wish(words: x, avoided: other),
            ] {
                let error = #expect(throws: EvokeError.self) { try wish.embedding }
                #expect(error?.kind == .wrongUsage)
            }
        }
    }

    private static func axis(_ place: Int) -> Embedding {
        Embedding(normalizing: (0..<3).map { $0 == place ? 1 : 0 }, fingerprint: "f0")!
    }
}
