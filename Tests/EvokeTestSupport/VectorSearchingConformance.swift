package import EvokePorts
package import EvokeValues
import EvokeWorkers
import Testing

/// What every `VectorSearching` must do, over a catalogue that it is made for. Run it against each implementation.
///
/// Whatever an engine leaves out, the scores that it gives are exact, and so is their order.
package struct VectorSearchingConformance {
    /// A catalogue without photos, and what searches it for a model.
    package typealias Library = (
        catalog: any PhotoCatalog, searching: @Sendable (ModelID) async throws -> any VectorSearching
    )

    static let model = ModelID(name: "wide", fingerprint: "wide", dimensions: 64)
    private static let count = 40

    let make: () async throws -> Library

    package init(_ make: @escaping () async throws -> Library) {
        self.make = make
    }

    /// The same over a catalogue in memory.
    package init(inMemory make: @escaping @Sendable (any PhotoCatalog, ModelID) async throws -> any VectorSearching) {
        self.make = {
            let catalog = MemoryCatalog()
            return (catalog, { try await make(catalog, $0) })
        }
    }

    /// What is exact whatever the engine: few photos.
    package func checkAll() async throws {
        let (catalog, searchingFor) = try await make()
        let searching = try await searchingFor(Self.model)
        let first = try query([0])
        #expect(try await searching.search([first], top: 5, among: nil) == [[]], "there is nothing yet")
        #expect(try await searching.photos(atLeast: -1, for: first, among: nil).isEmpty)
        try await catalog.record((0..<Self.count).map { try change($0, Self.values([$0])) }, model: Self.model)
        let ids = try await catalog.cards(after: PhotoID(0), limit: Self.count).map(\.id)

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

        try await checkRefusals(searching)
        try await checkOtherModel(catalog, searchingFor)
        try await checkChanges(catalog, searching, ids)
    }

    private func checkRefusals(_ searching: any VectorSearching) async throws {
        let first = try query([0])
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
    }

    /// Vectors of several models are side by side, and each is searched alone.
    private func checkOtherModel(
        _ catalog: any PhotoCatalog, _ searchingFor: (ModelID) async throws -> any VectorSearching
    ) async throws {
        let narrow = ModelID(name: "narrow", fingerprint: "narrow", dimensions: 3)
        let vectors = try [[1, 0, 0], [0, 1, 0]].map { (values: [Float]) in
            try #require(Embedding(normalizing: values, fingerprint: narrow.fingerprint))
        }
        let photos = try await catalog.cards(after: PhotoID(0), limit: 2)
        try await catalog.record(
            zip(photos, vectors).map { photo, vector in
                .encoded(photo.path, Self.stamp(7), Self.content([1]), PixelSize(width: 1, height: 1), vector)
            }, model: narrow)
        let found = try await searchingFor(narrow).search([vectors[1]], top: 5, among: nil)[0]
        #expect(found.map(\.id) == [photos[1].id, photos[0].id])
        let none = ModelID(name: "none", fingerprint: "none", dimensions: 2)
        let query = try #require(Embedding(normalizing: [1, 1], fingerprint: "none"))
        #expect(try await searchingFor(none).search([query], top: 5, among: nil) == [[]])
    }

    /// What changed since is found as it is now.
    private func checkChanges(
        _ catalog: any PhotoCatalog, _ searching: any VectorSearching, _ ids: [PhotoID]
    ) async throws {
        let (first, model) = (try query([0]), Self.model)
        try await catalog.record(
            [.vanished(ids[0]), try change(2, Self.values([60])), try change(Self.count, Self.values([61]))],
            model: model)
        // The first two are those of which another model has seen other contents.
        let count = try await searching.search([first], top: 50, among: nil)[0].count
        #expect(try await searching.search([try query([60])], top: 1, among: nil)[0].map(\.id) == [ids[2]])
        let new = try #require(await catalog.photo(at: Self.path(Self.count)))
        #expect(try await searching.search([try query([61])], top: 1, among: nil)[0].map(\.id) == [new])
        #expect(try await searching.photos(atLeast: 0.9, for: query([61]), among: nil) == PhotoSet([new]))
        #expect(try await searching.photos(atLeast: 0.9, for: first, among: nil).isEmpty, "it is gone")
        #expect(try await searching.search([first], top: 5, among: PhotoSet([ids[0]])) == [[]])

        // It comes back; another is left out, and one forgotten.
        let ninth = try query([9])
        #expect(try await searching.photos(atLeast: 0.9, for: ninth, among: nil) == PhotoSet([ids[9]]))
        try await catalog.record([.vanished(ids[9])], model: model)
        #expect(try await searching.photos(atLeast: 0.9, for: ninth, among: nil).isEmpty)
        try await catalog.record([.seen(ids[9], Self.stamp(1)), .hidden(ids[10])], model: model)
        _ = try await catalog.forget(under: Self.path(11))
        #expect(try await searching.search([ninth], top: 1, among: nil)[0].map(\.id) == [ids[9]])
        let left = try await searching.search([ninth], top: 50, among: nil)[0].map(\.id)
        #expect(left.count == count - 2 && !left.contains(ids[10]) && !left.contains(ids[11]))
    }

    // MARK: - Photos

    /// One at each of these places, zero elsewhere.
    private static func values(_ places: [Int]) -> [Float] {
        (0..<model.dimensions).map { places.contains($0) ? 1 : 0 }
    }

    private func query(_ places: [Int]) throws -> Embedding {
        try #require(Embedding(normalizing: Self.values(places), fingerprint: Self.model.fingerprint))
    }

    static func path(_ number: Int) -> FilePath { FilePath("/photos/\(number).jpg") }

    private static func stamp(_ number: Int) -> FileStamp {
        FileStamp(size: 1, modifiedNanoseconds: 1, inode: UInt64(number))
    }

    /// Other values are another content.
    private static func content(_ values: [Float]) -> ContentDigest {
        let low = values.enumerated().reduce(UInt64(0)) { $0 &* 31 &+ UInt64($1.element.bitPattern) &+ 1 }
        return ContentDigest(high: 7, low: low)
    }

    func change(_ number: Int, _ values: [Float]) throws -> CatalogChange {
        .encoded(
            Self.path(number), Self.stamp(number), Self.content(values), PixelSize(width: 1, height: 1),
            try #require(Embedding(normalizing: values, fingerprint: Self.model.fingerprint)))
    }
}
