import EvokeTestSupport
import EvokeValues
import Testing

@testable import EvokeVectorIndex

/// Words lie at random in 64 dimensions; a photo is a mixture of one of them and of chance.
@Suite struct BackgroundDistributionTests {
    private let words: [Embedding]
    private let photos: [Embedding]
    private let neutral: BackgroundDistribution
    private let tail: BackgroundDistribution.Tail
    private static let weights = stride(from: Float(0.1), to: 2, by: 0.05)

    init() throws {
        var random = SeededGenerator(seed: 5)
        func direction() throws -> [Float] {
            (0..<64).map { _ in (0..<8).reduce(0) { sum, _ in sum + Float.random(in: -1...1, using: &random) } }
        }
        words = try (0..<300).map { _ in try #require(Embedding(normalizing: direction(), fingerprint: "f")) }
        photos = try (0..<40).map { _ in try #require(Embedding(normalizing: direction(), fingerprint: "f")) }
        neutral = try BackgroundDistribution(words)
        tail = try #require(neutral.tail(of: photos))
    }

    private func drawn(for question: Embedding, _ photos: [Embedding], among count: Int = 40) -> Float? {
        let best = photos.map { (score: question.dot($0), photo: $0) }.sorted { $0.score > $1.score }
        let cutoff = neutral.cutoff(Array(best.prefix(3)), in: tail, among: count)
        return cutoff.fitting == .infinity ? nil : cutoff.fitting
    }

    /// The photo that has least to do with it.
    private func other(than question: Embedding) throws -> Embedding {
        try #require(photos.min { abs(question.dot($0)) < abs(question.dot($1)) })
    }

    /// Of the question by so much, and otherwise like a photo that has nothing to do with it.
    private func photo(of question: Embedding, _ weight: Float) throws -> Embedding {
        try #require(try Embedding.sum([(question, weight), (other(than: question), 1)]))
    }

    @Test func isBetweenThePhotosOfAThingAndOthers() throws {
        let thing = words[7]
        let right = try [1, 1.2, 1.4, 1.6].map { try photo(of: thing, $0) }
        let line = try #require(drawn(for: thing, photos + right))
        #expect(right.allSatisfy { thing.dot($0) >= line })
        #expect(photos.count { thing.dot($0) >= line } <= 1)
    }

    @Test func thereIsNoneForWhatNoPhotoShows() {
        #expect(words.suffix(20).count { drawn(for: $0, photos) == nil } >= 16)
    }

    @Test func oneOddPhotoSaysLessThanThree() throws {
        let (thing, other) = (words[7], try other(than: words[7]))
        func least(_ photos: (Embedding) -> [Embedding]) throws -> Float? {
            try Self.weights.first { drawn(for: thing, photos(try photo(of: thing, $0))) != nil }
        }
        let (one, three) = (try least { [$0, other, other] }, try least { [$0, $0, $0] })
        #expect(try #require(three) < #require(one))
    }

    @Test(arguments: [1, 2]) func aLibraryOfAFewPhotosHasALineToo(count: Int) throws {
        let right = try photo(of: words[7], 2)
        #expect(drawn(for: words[7], Array(repeating: right, count: count), among: count) != nil)
        #expect(drawn(for: words[9], Array(repeating: right, count: count), among: count) == nil)
    }

    @Test func aLargerLibraryAsksForMore() throws {
        let thing = words[7]
        func least(among count: Int) throws -> Float? {
            try Self.weights.first {
                drawn(for: thing, Array(repeating: try photo(of: thing, $0), count: 3), among: count) != nil
            }
        }
        let (small, large, huge) = (try least(among: 100), try least(among: 10_000), try least(among: 1_000_000))
        #expect(try #require(small) < #require(large) && large == huge)
        #expect(try least(among: 1) == small)
    }

    /// Of scores themselves nothing is expected: a model whose scores all lie close together is told apart as well.
    @Test func scoresThatAllLieCloseTogetherMakeNoDifference() throws {
        let thing = words[7]
        let offset: [Float] = [Float](repeating: 0, count: 64) + [8]
        func lifted(_ vectors: [Embedding]) throws -> [Embedding] {
            try vectors.map { vector in
                try #require(
                    Embedding(normalizing: zip(vector.values + [0], offset).map { $0 + $1 }, fingerprint: "f"))
            }
        }
        let right = try [1.4, 1.6, 1.8].map { try photo(of: thing, $0) }
        let shown = try lifted(photos + right)
        let question = try lifted([thing])[0]
        let neutral = try BackgroundDistribution(lifted(words))
        let tail = try #require(neutral.tail(of: shown))
        let best = shown.map { (score: question.dot($0), photo: $0) }.sorted { $0.score > $1.score }
        let line = neutral.cutoff(Array(best.prefix(3)), in: tail, among: shown.count).fitting
        #expect(best.count { $0.score >= line } == 3 && best[3].score > 0.9)
    }

    @Test func withoutPhotosThereIsNoTail() {
        #expect(neutral.tail(of: []) == nil)
    }

    @Test func vectorsOfTwoModelsAreRefused() throws {
        let other = try #require(Embedding(normalizing: words[0].values, fingerprint: "g"))
        #expect(throws: EvokeError.self) { try BackgroundDistribution([words[0], other]) }
    }
}
