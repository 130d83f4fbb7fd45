import EvokePorts
import EvokeTestSupport
import EvokeValues
import Testing

@testable import EvokeVectorIndex

@Suite struct SearchTests {
    /// Enough that signs are scanned.
    private let many = 4_500

    @Test(arguments: [(1, 512), (3, 384), (5, 1_152)]) func findsWhatLookingAtEachRowFinds(
        seed: UInt64, dimensions: Int
    ) async throws {
        var vectors = PhotoLikeVectors(dimensions: dimensions, seed: seed)
        vectors.add(many)
        let test = TestIndex(dimensions: dimensions)
        try test.make(vectors.rows)
        let index = try await test.open()
        let queries = vectors.queries(40)
        #expect(try await recall(index, queries, top: 30) >= 0.995)
        for top in [1, 10, 300] {
            #expect(try await recall(index, Array(queries.prefix(10)), top: top) >= 0.99, "top \(top)")
        }
    }

    @Test(arguments: [(1, 512), (5, 1_152)]) func findsAllThatScoreEnough(
        seed: UInt64, dimensions: Int
    ) async throws {
        var vectors = PhotoLikeVectors(dimensions: dimensions, seed: seed)
        vectors.add(many)
        let test = TestIndex(dimensions: dimensions)
        try test.make(vectors.rows)
        let index = try await test.open()
        // Two of three, and so few that no signs are looked at.
        let filters = [{ $0 % 3 > 0 }, { $0 % 40 == 1 }].map { (isSome: (Int) -> Bool) in
            PhotoSet((0..<many).filter(isSome).map { PhotoID(Int64($0)) })
        }
        for query in vectors.queries(6) {
            let all = try await index.search([query], top: many, exactly: true)[0]
            for place in [0, 9, 700, 2_000, many - 1] {
                let expected = PhotoSet(all[...place].map(\.id))
                let limit = all[place].score
                #expect(try await index.photos(atLeast: limit, for: query) == expected)
                for some in filters {
                    #expect(
                        try await index.photos(atLeast: limit, for: query, among: index.filter(some))
                            == expected.intersection(some))
                }
            }
        }
    }

    /// The oracle is what it says it is, and agrees with the catalogue's own.
    @Test func scoresAreThoseOfTheCatalog() async throws {
        var vectors = PhotoLikeVectors(dimensions: 100, seed: 4)
        vectors.add(3_000)
        let test = TestIndex(dimensions: 100)
        try test.make(vectors.rows)
        let index = try await test.open()
        let queries = vectors.queries(6)
        let expected = try await Nearest(StoredVectors(vectors.rows, of: test.model), model: test.model).search(
            queries, top: 20)
        #expect(try await index.search(queries, top: 20, exactly: true) == expected)
        for (found, exact) in zip(try await index.search(queries, top: 20), expected) {
            #expect(Set(found).isSubset(of: Set(exact)) || found.count == exact.count)
            let scores = Dictionary(uniqueKeysWithValues: exact.map { ($0.id, $0.score) })
            for match in found { #expect(scores[match.id].map { $0 == match.score } ?? true, "the very same number") }
            #expect(found == found.sorted())
        }
    }

    @Test(arguments: [0, 1, 5, 63, 64, 65, 2_047, 2_049, 4_095, 4_096, 4_097, 4_200]) func anyNumberOfRows(
        count: Int
    ) async throws {
        var vectors = PhotoLikeVectors(dimensions: 40, seed: 5)
        vectors.add(max(1, count))
        let test = TestIndex(dimensions: 40)
        try test.make(Array(vectors.rows.prefix(count)))
        let index = try await test.open()
        #expect(index.count == count)
        let found = try await index.search(vectors.queries(3), top: 30)
        #expect(found.allSatisfy { $0.count == min(count, 30) })
        #expect(try await recall(index, vectors.queries(10), top: 30) >= (count == 0 ? 0 : 0.99))
        #expect(try await index.search(vectors.queries(1), top: 0) == [[]])
    }

    @Test func allAlike() async throws {
        var vectors = PhotoLikeVectors(dimensions: 64, seed: 6)
        vectors.add(1)
        let row = vectors.rows[0]
        let test = TestIndex(dimensions: 64)
        try test.make(Array(repeating: row, count: many))
        let index = try await test.open()
        let found = try await index.search(vectors.queries(2), top: 30)
        #expect(found.allSatisfy { $0.map(\.id.value) == Array(0..<30) }, "equal scores in the order of their numbers")
    }

    @Test func duplicates() async throws {
        var vectors = PhotoLikeVectors(dimensions: 128, seed: 7)
        vectors.add(many / 4)
        let test = TestIndex(dimensions: 128)
        try test.make((0..<4).flatMap { _ in vectors.rows })
        let index = try await test.open()
        let queries = vectors.queries(20)
        let found = try await index.search(queries, top: 32)
        let exact = try await index.search(queries, top: 32, exactly: true)
        let hits = zip(found, exact).reduce(0) { $0 + Set($1.0).intersection($1.1).count }
        #expect(Double(hits) >= 0.995 * Double(20 * 32))
    }

    /// The first photos lie far from those that come later.
    @Test func aLibraryThatDrifts() async throws {
        var vectors = PhotoLikeVectors(dimensions: 256, seed: 8)
        vectors.add(500)
        let test = TestIndex(dimensions: 256)
        try test.make(vectors.rows)
        for step in 1...4 {
            let away = vectors.direction().map { 2 * Float(step) * $0 }
            let before = vectors.rows.count
            vectors.add(1_500, away: away)
            let index = try await test.open()
            try test.append(Array(vectors.rows[before...]), from: before, to: index, stamp: Int64(step + 1))
        }
        let index = try await test.open()
        #expect(index.count == 6_500)
        #expect(try await recall(index, vectors.queries(40), top: 30) >= 0.995)
    }

    @Test(arguments: [33, 2]) func filters(oneOf share: Int) async throws {
        var vectors = PhotoLikeVectors(dimensions: 384, seed: 9)
        vectors.add(many)
        let test = TestIndex(dimensions: 384)
        try test.make(vectors.rows)
        let index = try await test.open()
        let wanted = PhotoSet((0..<many).filter { $0 % share == 1 }.map { PhotoID(Int64($0)) })
        let filter = index.filter(wanted)
        let queries = vectors.queries(20)
        let found = try await index.search(queries, top: 30, among: filter)
        #expect(found.joined().allSatisfy { wanted.contains($0.id) })
        #expect(found.allSatisfy { $0.count == 30 })
        #expect(try await recall(index, queries, top: 30, among: filter) >= 0.995)
        #expect(try await index.search(queries, top: 5, among: index.filter(PhotoSet())) == queries.map { _ in [] })
    }

    /// Few photos in each of some groups, and a whole group far from them.
    @Test func filtersOfOneKindHereAndAnotherThere() async throws {
        var vectors = PhotoLikeVectors(dimensions: 384, seed: 13)
        vectors.add(many)
        let test = TestIndex(dimensions: 384)
        try test.make(vectors.rows)
        let index = try await test.open()
        for whole in [0, 70, 700] {
            let wanted = PhotoSet(
                (0..<many).filter { $0 % 64 == 5 || 3_000..<3_000 + whole ~= $0 }.map { PhotoID(Int64($0)) })
            let filter = index.filter(wanted)
            let queries = vectors.queries(20)
            let found = try await index.search(queries, top: 30, among: filter)
            #expect(found.allSatisfy { $0.count == 30 && $0.allSatisfy { wanted.contains($0.id) } })
            #expect(try await recall(index, queries, top: 30, among: filter) >= 0.995, "\(whole)")
            for (query, answer) in zip(queries, found) {
                #expect(try await index.search([query], top: 30, among: filter)[0] == answer)
            }
        }
    }

    @Test func severalQueriesAreAnsweredAsEachAlone() async throws {
        var vectors = PhotoLikeVectors(dimensions: 192, seed: 10)
        vectors.add(many)
        let test = TestIndex(dimensions: 192)
        try test.make(vectors.rows)
        let index = try await test.open()
        let queries = vectors.queries(19)
        let together = try await index.search(queries, top: 12)
        for (query, found) in zip(queries, together) {
            #expect(try await index.search([query], top: 12)[0] == found)
        }
    }
}
