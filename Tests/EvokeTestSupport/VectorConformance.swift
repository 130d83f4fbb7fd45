package import EvokePorts
package import EvokeValues
import EvokeWorkers
import Testing

/// What every `VectorReading` must do that holds these vectors of a model. Run it against each implementation.
package struct VectorReadingConformance {
    private let reader: any VectorReading
    private let model: ModelID
    private let rows: [PhotoID: [Float16]]

    package init(_ reader: any VectorReading, model: ModelID, rows: [PhotoID: [Float16]]) {
        self.reader = reader
        self.model = model
        self.rows = rows
    }

    package func checkAll() async throws {
        let found = Locked<[(PhotoID, [Float16])]>([])
        let width = model.dimensions
        try await reader.scan(model) { ids, halves in
            #expect(!ids.isEmpty && halves.count == ids.count * width)
            found.withLock { found in
                for (place, id) in ids.enumerated() {
                    found.append((id, Array(halves[place * width..<(place + 1) * width])))
                }
            }
        }
        let ids = found.withLock { $0.map(\.0) }
        #expect(ids == rows.keys.sorted(), "in the order of their numbers")
        #expect(found.withLock { $0.allSatisfy { rows[$0.0] == $0.1 } }, "to the bit")

        for (id, row) in rows {
            let vector = try #require(try await reader.vector(of: id, model: model))
            #expect(vector.fingerprint == model.fingerprint)
            #expect(zip(vector.values, row).allSatisfy { abs($0 - Float($1)) < 2e-3 })
        }
        let stranger = PhotoID((ids.last?.value ?? 0) + 1)
        #expect(try await reader.vector(of: stranger, model: model) == nil)
        let other = ModelID(name: "another", fingerprint: "another", dimensions: width)
        if let id = ids.first { #expect(try await reader.vector(of: id, model: other) == nil) }
        try await reader.scan(other) { _, _ in Issue.record("no other model has vectors here") }
        try await checkRefusal()
    }

    /// Whoever reads may have enough of it.
    private func checkRefusal() async throws {
        struct Enough: Error {}
        let calls = Locked(0)
        let scan = {
            _ = try await reader.scan(model) { _, _ in
                calls.withLock { $0 += 1 }
                throw Enough()
            }
        }
        if rows.isEmpty { try await scan() } else { await #expect(throws: Enough.self) { try await scan() } }
        #expect(calls.withLock { $0 } == min(1, rows.count))
    }
}

/// What every `VectorSearching` must do, over a catalogue that it is made for. Run it against each implementation.
package struct VectorSearchingConformance {
    private static let model = ModelID(name: "wide", fingerprint: "wide", dimensions: 64)
    private static let count = 40

    private let make: (any PhotoCatalog, ModelID) async throws -> any VectorSearching

    package init(_ make: @escaping (any PhotoCatalog, ModelID) async throws -> any VectorSearching) {
        self.make = make
    }

    package func checkAll() async throws {
        let catalog = MemoryCatalog()
        let searching = try await make(catalog, Self.model)
        let first = try query([0])
        #expect(try await searching.search([first], top: 5, among: nil) == [[]], "there is nothing yet")
        try await catalog.record((0..<Self.count).map { try change($0, Self.values([$0])) }, model: Self.model)
        let ids = await catalog.cards(after: PhotoID(0), limit: Self.count).map(\.id)

        // The photo itself, then those that are as far from it as all others, in the order of their numbers.
        let found = try await searching.search([try query([3]), first], top: 3, among: nil)
        #expect(found.map { $0.map(\.id) } == [[ids[3], ids[0], ids[1]], [ids[0], ids[1], ids[2]]])
        #expect(abs((found[0].first?.score ?? 0) - 1) < 1e-3 && abs((found[0].last?.score ?? 1)) < 1e-3)
        #expect(try await searching.search([first], top: 1_000, among: nil)[0].count == Self.count)
        let both = try await searching.search([try query([5, 7])], top: 2, among: nil)[0]
        #expect(both.map(\.id) == [ids[5], ids[7]] && both.allSatisfy { abs($0.score - 0.707) < 1e-2 })

        let some = PhotoSet([ids[9], ids[4], PhotoID(4_711)])
        let among = try await searching.search([try query([9])], top: 5, among: some)[0]
        #expect(among.map(\.id) == [ids[9], ids[4]])
        #expect(try await searching.search([first], top: 5, among: PhotoSet()) == [[]])
        #expect(try await searching.search([first, first], top: 0, among: nil) == [[], []])
        #expect(try await searching.search([], top: 5, among: nil) == [])

        let pair = try query([5, 7])
        #expect(try await searching.photos(atLeast: 0.7, for: pair, among: nil) == PhotoSet([ids[5], ids[7]]))
        #expect(try await searching.photos(atLeast: 0.72, for: pair, among: nil).isEmpty)
        #expect(try await searching.photos(atLeast: -0.1, for: pair, among: nil) == PhotoSet(ids))
        let one = PhotoSet([ids[7], ids[9], PhotoID(4_711)])
        #expect(try await searching.photos(atLeast: 0.7, for: pair, among: one) == PhotoSet([ids[7]]))
        #expect(try await searching.photos(atLeast: -2, for: pair, among: PhotoSet()).isEmpty)

        let stranger = try #require(Embedding(normalizing: Self.values([0]), fingerprint: "another"))
        for wrong in [stranger, try #require(Embedding(normalizing: [1, 0], fingerprint: Self.model.fingerprint))] {
            let error = await #expect(throws: EvokeError.self) {
                try await searching.search([first, wrong], top: 1, among: nil)
            }
            #expect(error?.kind == .wrongUsage)
            await #expect(throws: EvokeError.self) {
                try await searching.photos(atLeast: 0, for: wrong, among: nil)
            }
        }

        // What changed since is found as it is now.
        try await catalog.record(
            [.vanished(ids[0]), try change(1, Self.values([60])), try change(Self.count, Self.values([61]))],
            model: Self.model)
        #expect(try await searching.search([first], top: 50, among: nil)[0].count == Self.count)
        #expect(try await searching.search([try query([60])], top: 1, among: nil)[0].map(\.id) == [ids[1]])
        let new = try #require(await catalog.photo(at: Self.path(Self.count)))
        #expect(try await searching.search([try query([61])], top: 1, among: nil)[0].map(\.id) == [new])
        #expect(try await searching.photos(atLeast: 0.9, for: query([61]), among: nil) == PhotoSet([new]))
        #expect(try await searching.photos(atLeast: 0.9, for: first, among: nil).isEmpty, "it is gone")
    }

    /// One at each of these places, zero elsewhere.
    private static func values(_ places: [Int]) -> [Float] {
        (0..<model.dimensions).map { places.contains($0) ? 1 : 0 }
    }

    private func query(_ places: [Int]) throws -> Embedding {
        try #require(Embedding(normalizing: Self.values(places), fingerprint: Self.model.fingerprint))
    }

    private static func path(_ number: Int) -> FilePath { FilePath("/photos/\(number).jpg") }

    private func change(_ number: Int, _ values: [Float]) throws -> CatalogChange {
        // Other values are another content.
        let content = values.enumerated().reduce(UInt64(0)) { $0 &* 31 &+ UInt64($1.element) &* UInt64($1.offset + 1) }
        return .encoded(
            Self.path(number), FileStamp(size: 1, modifiedNanoseconds: 1, inode: UInt64(number)),
            ContentDigest(high: 7, low: content), PixelSize(width: 1, height: 1),
            try #require(Embedding(normalizing: values, fingerprint: Self.model.fingerprint)))
    }
}
