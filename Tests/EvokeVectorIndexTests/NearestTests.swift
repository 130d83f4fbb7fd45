import EvokePorts
import EvokeTestSupport
import EvokeValues
import Testing

@testable import EvokeVectorIndex

@Suite struct NearestTests {
    private let model = ModelID(name: "wide", fingerprint: "w", dimensions: 37)

    @Test func keepsTheContractOfASearch() async throws {
        let conformance = VectorSearchingConformance(inMemory: { Nearest($0, model: $1) })
        try await conformance.checkAll()
        try await conformance.checkMany(recall: 1)
    }

    @Test(arguments: [0, 1, 300]) func itsFakeKeepsTheContractOfAReader(count: Int) async throws {
        let rows = RandomRows(count: count, dimensions: model.dimensions)
        let kept = rows.embeddings.enumerated().map { (PhotoID(Int64($0)), $1.values.map { Float16($0) }) }
        try await VectorReadingConformance(
            rows.stored, model: model, rows: Dictionary(uniqueKeysWithValues: kept)
        ).checkAll()
    }

    @Test(arguments: [0, 1, 5, 300, 1_000])
    func findsWhatSortingEverythingFinds(count: Int) async throws {
        let rows = RandomRows(count: count, dimensions: model.dimensions)
        let queries = RandomRows(count: 3, dimensions: model.dimensions).embeddings
        for top in [1, 10, 400] {
            let found = try await Nearest(rows.stored, model: model).search(queries, top: top)
            for (query, matches) in zip(queries, found) {
                let expected = rows.sorted(by: query).prefix(top)
                #expect(matches.map(\.id) == expected.map(\.id))
                #expect(zip(matches, expected).allSatisfy { abs($0.score - $1.score) < 1e-4 })
            }
        }
    }

    @Test func looksOnlyAtThosePhotosThatAreWanted() async throws {
        let rows = RandomRows(count: 20, dimensions: model.dimensions)
        let wanted = [PhotoID(3), PhotoID(17)]
        let found = try await Nearest(rows.stored, model: model).search(
            [rows.embeddings[0]], top: 50, among: PhotoSet(wanted))
        #expect(found[0].map(\.id).sorted() == wanted)
    }

    @Test func aQueryOfAnotherModelHasNoAnswer() async throws {
        let rows = RandomRows(count: 20, dimensions: model.dimensions)
        let values = rows.embeddings[0].values
        let wider = try #require(Embedding(normalizing: values + [1], fingerprint: model.fingerprint))
        for query in [try #require(Embedding(normalizing: values, fingerprint: "another")), wider] {
            let error = await #expect(throws: EvokeError.self) {
                try await Nearest(rows.stored, model: model).search([rows.embeddings[1], query], top: 1)
            }
            #expect(error?.kind == .wrongUsage)
        }
    }

    @Test func breaksTiesByNumber() async throws {
        let rows = RandomRows(count: 50, dimensions: model.dimensions, allAlike: true)
        let found = try await Nearest(rows.stored, model: model).search([rows.embeddings[7]], top: 5)[0]
        #expect(found.map(\.id.value) == [0, 1, 2, 3, 4])
    }
}

/// Vectors that are the same in every run.
private struct RandomRows {
    let embeddings: [Embedding]
    let stored: StoredVectors

    init(count: Int, dimensions: Int, allAlike: Bool = false) {
        var state: UInt64 = 88_172_645_463_325_252
        func next() -> Float {
            state ^= state << 13
            state ^= state >> 7
            state ^= state << 17
            return Float(Int64(bitPattern: state) >> 40) / Float(1 << 23)
        }
        var rows: [Embedding] = []
        for _ in 0..<count {
            let row = allAlike ? rows.first : nil
            rows.append(row ?? Embedding(normalizing: (0..<dimensions).map { _ in next() }, fingerprint: "w")!)
        }
        embeddings = rows
        stored = StoredVectors(
            rows.map { $0.values.map { Float16($0) } },
            of: ModelID(name: "wide", fingerprint: "w", dimensions: dimensions))
    }

    func sorted(by query: Embedding) -> [(id: PhotoID, score: Float)] {
        embeddings.enumerated().map { place, row in
            let score = zip(query.values, row.values).reduce(Float(0)) { $0 + $1.0 * Float(Float16($1.1)) }
            return (PhotoID(Int64(place)), score)
        }.sorted { $0.score == $1.score ? $0.id < $1.id : $0.score > $1.score }
    }
}
