package import EvokePorts
import EvokeValues
import Testing

/// Many photos, of which an engine may overlook some, and is to say how many.
extension VectorSearchingConformance {
    private static let photos = 700
    private static let top = 30

    /// - Parameters:
    ///   - recall: the share of the best photos that are found, at the least.
    ///   - prepare: is called once the photos are there.
    package func checkMany(
        recall: Double, prepare: (any VectorSearching) async throws -> Void = { _ in }
    ) async throws {
        var random = SeededGenerator(seed: 17)
        let centers = (0..<12).map { _ in Self.direction(&random) }
        let rows = (0..<Self.photos).map { number in
            // Every hundredth is what another is, too.
            number % 100 == 99 ? centers[0] : zip(centers[number % 12], Self.direction(&random)).map { $0 + 0.7 * $1 }
        }
        try await catalog.record(rows.enumerated().map { try change($0, $1) }, model: Self.model)
        let searching = try await searchingFor(Self.model)
        try await prepare(searching)
        let gone = try #require(await catalog.photo(at: Self.path(3)))
        try await catalog.record([.vanished(gone)], model: Self.model)

        let kept = try await Self.vectors(of: catalog)
        #expect(kept.count == Self.photos - 1)
        let large = PhotoSet(kept.keys.filter { !$0.value.isMultiple(of: 3) })
        let small = PhotoSet(kept.keys.filter { $0.value.isMultiple(of: 31) })
        var queries = (0..<6).map { _ in Self.direction(&random) }
        queries += [3, 50, 99].map { rows[$0] }
        for values in queries {
            let query = try #require(Embedding(normalizing: values, fingerprint: Self.model.fingerprint))
            let truth = kept.map { VectorMatch(id: $0, score: Self.score(query.values, $1)) }.sorted()
            for filter in [nil, large] {
                let found = try await searching.search([query], top: Self.top, among: filter)[0]
                expectExact(found, kept, query)
                #expect(found.count == Self.top && found.allSatisfy { filter?.contains($0.id) ?? true })
                let best = Set(truth.lazy.filter { filter?.contains($0.id) ?? true }.prefix(Self.top).map(\.id))
                let hits = found.count { best.contains($0.id) }
                #expect(Double(hits) >= recall * Double(Self.top))
            }
            // Few photos are looked at one by one, whatever the engine.
            let few = try await searching.search([query], top: Self.top, among: small)[0]
            expectExact(few, kept, query)
            #expect(Set(few.map(\.id)) == Set(small.ids))

            let limit = (truth[40].score + truth[41].score) / 2
            let fitting = try await searching.photos(atLeast: limit, for: query, among: nil)
            for match in truth where abs(match.score - limit) > 1e-5 {
                #expect(fitting.contains(match.id) == (match.score > limit))
            }
        }
    }

    /// The best first; equal scores in the order of the photos' numbers; each score that of the vector as it is kept.
    private func expectExact(_ found: [VectorMatch], _ kept: [PhotoID: [Float16]], _ query: Embedding) {
        #expect(found == found.sorted())
        #expect(Set(found.map(\.id)).count == found.count)
        for match in found {
            guard let vector = kept[match.id] else {
                Issue.record("photo \(match.id) cannot be shown")
                continue
            }
            #expect(abs(match.score - Self.score(query.values, vector)) < 1e-5)
        }
    }

    private static func vectors(of catalog: any PhotoCatalog) async throws -> [PhotoID: [Float16]] {
        let kept = Locked<[PhotoID: [Float16]]>([:])
        try await catalog.scan(model) { ids, halfFloats in
            for (place, id) in ids.enumerated() {
                let row = Array(halfFloats[place * model.dimensions..<(place + 1) * model.dimensions])
                kept.withLock { $0[id] = row }
            }
        }
        return kept.withLock { $0 }
    }

    private static func score(_ query: [Float], _ vector: [Float16]) -> Float {
        zip(query, vector).reduce(0) { $0 + $1.0 * Float($1.1) }
    }

    private static func direction(_ random: inout SeededGenerator) -> [Float] {
        let values = (0..<model.dimensions).map { _ in Float.random(in: -1...1, using: &random) }
        let length = values.reduce(0) { $0 + $1 * $1 }.squareRoot()
        return values.map { $0 / length }
    }
}
