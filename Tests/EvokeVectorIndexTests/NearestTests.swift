import CatalogSQLite
import EvokeCatalog
import EvokePorts
import EvokeTestSupport
import EvokeValues
import Testing

@testable import EvokeVectorIndex

@Suite struct NearestTests {
    private let folder = TemporaryFolder()
    private let model = ModelID(name: "wide", fingerprint: "w", dimensions: 37)

    private func library() async throws -> VectorSearchingConformance.Library {
        let catalog = try await SQLiteCatalog.open(in: folder.path, access: .write)
        return (catalog, { Nearest(catalog, model: $0) })
    }

    @Test(arguments: VectorSearchingConformance.checks)
    func keepsTheContractOfASearch(check: VectorSearchingConformance.Check) async throws {
        try await check.run(on: library())
    }

    @Test func findsAllOfManyPhotos() async throws {
        try await VectorSearchingConformance(library()).checkMany(recall: 1)
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
}

/// Vectors that are the same in every run.
private struct RandomRows {
    let embeddings: [Embedding]
    let stored: StoredVectors

    init(count: Int, dimensions: Int) {
        var state: UInt64 = 88_172_645_463_325_252
        func next() -> Float {
            state ^= state << 13
            state ^= state >> 7
            state ^= state << 17
            return Float(Int64(bitPattern: state) >> 40) / Float(1 << 23)
        }
        var rows: [Embedding] = []
        for _ in 0..<count {
            rows.append(Embedding(normalizing: (0..<dimensions).map { _ in next() }, fingerprint: "w")!)
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
