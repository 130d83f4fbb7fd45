package import EvokePorts
package import EvokeValues
import Testing

/// What every `VectorSearching` must do, over a catalogue that it is made for, in small checks. Run each of them over each
/// implementation.
///
/// Whatever an engine leaves out, the scores that it gives are exact, and so is their order.
package struct VectorSearchingConformance: Sendable {
    /// A catalogue without photos, and what searches it for a model.
    package typealias Library = (
        catalog: any PhotoCatalog, searching: @Sendable (ModelID) async throws -> any VectorSearching
    )

    /// Something that is exact whatever the engine, since there are few photos.
    package struct Check: Sendable, CustomStringConvertible {
        package let description: String
        private let body: @Sendable (VectorSearchingConformance) -> () async throws -> Void

        init(
            _ description: String, _ body: @escaping @Sendable (VectorSearchingConformance) -> () async throws -> Void
        ) {
            (self.description, self.body) = (description, body)
        }

        package func run(on library: Library) async throws { try await body(VectorSearchingConformance(library))() }
    }

    package static let checks = [
        Check("an empty library has no answers", Self.findsNothing),
        Check("the nearest come first, and those that are as near in the order of their numbers", Self.findsTheNearest),
        Check("only what is asked about is found", Self.findsAmongSome),
        Check("all that score enough are found", Self.findsAllAbove),
        Check("a query of another model is refused", Self.refusesOtherQueries),
        Check("models are searched apart", Self.searchesModelsApart),
        Check("what changed since is found as it is now", Self.followsChanges),
        Check("what comes, goes and comes back is followed", Self.followsComingAndGoing),
    ]

    static let model = ModelID(name: "wide", fingerprint: "wide", dimensions: 64)
    private static let count = 40

    let catalog: any PhotoCatalog
    let searchingFor: @Sendable (ModelID) async throws -> any VectorSearching

    package init(_ library: Library) { (catalog, searchingFor) = library }

    /// Photos whose vectors are at right angles, in the order of their numbers.
    private func fill() async throws -> (searching: any VectorSearching, ids: [PhotoID]) {
        try await catalog.record((0..<Self.count).map { try change($0, Self.values([$0])) }, model: Self.model)
        return (try await searchingFor(Self.model), try await catalog.cards(after: PhotoID(0), limit: .max).map(\.id))
    }

    func findsNothing() async throws {
        let searching = try await searchingFor(Self.model)
        #expect(try await searching.search([query([0])], top: 5, among: nil) == [[]])
        #expect(try await searching.photos(atLeast: -1, for: query([0]), among: nil).isEmpty)
    }

    func findsTheNearest() async throws {
        let (searching, ids) = try await fill()
        let found = try await searching.search([query([3]), query([0])], top: 3, among: nil)
        #expect(found.map { $0.map(\.id) } == [[ids[3], ids[0], ids[1]], [ids[0], ids[1], ids[2]]])
        #expect(abs((found[0].first?.score ?? 0) - 1) < 1e-3 && abs((found[0].last?.score ?? 1)) < 1e-3)
        let both = try await searching.search([query([5, 7])], top: 2, among: nil)[0]
        #expect(both.map(\.id) == [ids[5], ids[7]] && both.allSatisfy { abs($0.score - 0.707) < 1e-2 })
        #expect(try await searching.search([query([0])], top: 1_000, among: nil)[0].count == Self.count)
    }

    func findsAmongSome() async throws {
        let (searching, ids) = try await fill()
        let some = PhotoSet([ids[9], ids[4], PhotoID(4_711)])
        #expect(try await searching.search([query([9])], top: 5, among: some)[0].map(\.id) == [ids[9], ids[4]])
        let first = try query([0])
        #expect(try await searching.search([first], top: 5, among: PhotoSet()) == [[]])
        #expect(try await searching.search([first, first], top: 0, among: nil) == [[], []])
        #expect(try await searching.search([], top: 5, among: nil) == [])
    }

    func findsAllAbove() async throws {
        let (searching, ids) = try await fill()
        let (one, pair) = (PhotoSet([ids[7], ids[9], PhotoID(4_711)]), PhotoSet([ids[5], ids[7]]))
        var found: [PhotoSet] = []
        let limits: [(Float, PhotoSet?)] = [(0.7, nil), (0.72, nil), (-0.1, nil), (0.7, one), (-2, PhotoSet())]
        for (limit, filter) in limits {
            found.append(try await searching.photos(atLeast: limit, for: query([5, 7]), among: filter))
        }
        #expect(found == [pair, PhotoSet(), PhotoSet(ids), PhotoSet([ids[7]]), PhotoSet()])
    }

    func refusesOtherQueries() async throws {
        let searching = try await fill().searching
        let stranger = try #require(Embedding(normalizing: Self.values([0]), fingerprint: "another"))
        for wrong in [stranger, try #require(Embedding(normalizing: [1, 0], fingerprint: Self.model.fingerprint))] {
            let error = await #expect(throws: EvokeError.self) {
                try await searching.search([query([0]), wrong], top: 1, among: nil)
            }
            #expect(error?.kind == .wrongUsage)
            await #expect(throws: EvokeError.self) {
                try await searching.photos(atLeast: 0, for: wrong, among: nil)
            }
        }
    }

    func searchesModelsApart() async throws {
        _ = try await fill()
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

    func followsChanges() async throws {
        let (searching, ids) = try await fill()
        // So that it has read what there was.
        #expect(try await searching.search([query([0])], top: 1, among: nil)[0].map(\.id) == [ids[0]])
        try await catalog.record(
            [.vanished(ids[0]), try change(2, Self.values([60])), try change(Self.count, Self.values([61]))],
            model: Self.model)
        let new = try #require(await catalog.photo(at: Self.path(Self.count)))
        let found = try await searching.search([query([60]), query([61])], top: 1, among: nil)
        #expect(found.map { $0.map(\.id) } == [[ids[2]], [new]])
        #expect(try await searching.photos(atLeast: 0.9, for: query([61]), among: nil) == PhotoSet([new]))
        #expect(try await searching.photos(atLeast: 0.9, for: query([0]), among: nil).isEmpty, "it is gone")
        #expect(try await searching.search([query([0])], top: 5, among: PhotoSet([ids[0]])) == [[]])
    }

    /// It comes back; another is left out, and one forgotten.
    func followsComingAndGoing() async throws {
        let (searching, ids) = try await fill()
        let ninth = try query([9])
        #expect(try await searching.photos(atLeast: 0.9, for: ninth, among: nil) == PhotoSet([ids[9]]))
        try await catalog.record([.vanished(ids[9])], model: Self.model)
        #expect(try await searching.photos(atLeast: 0.9, for: ninth, among: nil).isEmpty)
        try await catalog.record([.seen(ids[9], Self.stamp(1)), .hidden(ids[10])], model: Self.model)
        _ = try await catalog.forget(under: Self.path(11))
        let left = try await searching.search([ninth], top: 50, among: nil)[0].map(\.id)
        #expect(left.first == ids[9] && Set(left) == Set(ids).subtracting(ids[10...11]))
    }

    // MARK: - Photos

    /// One at each of these places, zero elsewhere.
    private static func values(_ places: [Int]) -> [Float] {
        (0..<model.dimensions).map { places.contains($0) ? 1 : 0 }
    }

    private func query(_ places: [Int]) throws -> Embedding {
        try #require(Embedding(normalizing: Self.values(places), fingerprint: Self.model.fingerprint))
    }

    static func path(_ number: Int) -> DiskPath { DiskPath("/photos/\(number).jpg") }

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
