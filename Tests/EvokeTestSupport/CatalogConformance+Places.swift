import EvokePorts
import EvokeValues
import Testing

/// A place is looked up once for each pair of coordinates, and goes with them.
extension CatalogConformance {
    static let ofPlaces = [
        Check("photos with coordinates wait for their places", Self.waitsForPlaces),
        Check("places are shown, counted and found", Self.findsPlaces),
        Check("what is described anew is looked up anew", Self.looksUpAnew),
        Check("another picture is of nowhere yet", Self.dropsPlaces),
    ]

    private static let lisbon = PhotoPlace(city: 2_267_057, subdivision: "PT-11", country: "PT")

    private var placed: PhotoMetadata {
        var metadata = PhotoMetadata()
        metadata.place = Coordinates(latitude: 38.7, longitude: -9.1)
        return metadata
    }

    /// Two photos with coordinates, and one without.
    private func fillUnplaced() async throws -> [PhotoID] {
        let ids = try await fill("a.jpg", "b.jpg", "c.jpg")
        try await record([
            .described(path("a.jpg"), (placed, .none)), .described(path("b.jpg"), (placed, .none)),
            .described(path("c.jpg"), (PhotoMetadata(), .none)),
        ])
        return ids
    }

    private func places(of photos: [PhotoID]) async throws -> [PhotoPlace?] {
        let cards = try await catalog.cards(of: photos)
        return photos.map { cards[$0]?.place }
    }

    func waitsForPlaces() async throws {
        let ids = try await fillUnplaced()
        #expect(try await catalog.photosWithoutPlace(limit: 1).count == 1)
        #expect(try await catalog.photosWithoutPlace(limit: 9) == [ids[0]: placed.place, ids[1]: placed.place])
        #expect(try await places(of: ids) == [nil, nil, nil])
        try await catalog.record([
            ids[0]: Self.lisbon, ids[1]: PhotoPlace(), ids[2]: Self.lisbon, PhotoID(999): Self.lisbon,
        ])
        #expect(try await catalog.photosWithoutPlace(limit: 9).isEmpty)
        // At sea is an answer, too; without coordinates there is no place.
        #expect(try await places(of: ids) == [Self.lisbon, PhotoPlace(), nil])
    }

    func findsPlaces() async throws {
        let ids = try await fillUnplaced()
        try await catalog.record([ids[0]: Self.lisbon, ids[1]: PhotoPlace()])
        var counts = [try await catalog.placeCounts(among: nil)]
        for photos in [ids[0...1], ids[1...2]] { counts.append(try await catalog.placeCounts(among: PhotoSet(photos))) }
        #expect(counts == [[Self.lisbon: 1], [Self.lisbon: 1], [:]])
        let (here, none) = (PhotoSet([ids[0]]), PhotoSet())
        #expect(try await found(Self.lisbon.parts.map { .test(.place($0)) }) == Self.lisbon.parts.map { _ in here })
        #expect(
            try await found(.place(.city(7)), .place(.subdivision("PT-1")), .place(.country("FR")))
                == [none, none, none])
        try await record([.vanished(ids[0])])
        #expect(try await catalog.placeCounts(among: nil).isEmpty)
    }

    func looksUpAnew() async throws {
        let ids = try await fillUnplaced()
        try await catalog.record([ids[0]: Self.lisbon, ids[1]: PhotoPlace()])
        try await record([.described(path("a.jpg"), (placed, .none))])
        #expect(try await places(of: [ids[0]]) == [nil])
        #expect(try await found(.place(.country("PT"))) == [PhotoSet()])
        #expect(try await Array(catalog.photosWithoutPlace(limit: 9).keys) == [ids[0]])
    }

    func dropsPlaces() async throws {
        let ids = try await fillUnplaced()
        try await catalog.record([ids[0]: PhotoPlace(country: "PT")])
        try await record([encoded("a.jpg", 9)])
        #expect(try await places(of: [ids[0]]) == [nil])
        #expect(try await catalog.placeCounts(among: nil).isEmpty)
    }
}
