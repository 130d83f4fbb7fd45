import EvokePorts
import EvokeValues
import Testing

extension CatalogConformance {
    /// A place is looked up once for each pair of coordinates, and goes with them.
    func checkPlaces() async throws {
        let catalog = try await make()
        let (here, there, nowhere) = (folder.appending("a.jpg"), folder.appending("b.jpg"), folder.appending("c.jpg"))
        var facts = PhotoFacts()
        facts.place = Coordinates(latitude: 38.7, longitude: -9.1)
        try await catalog.record(
            [
                encoded(here, 1, [1, 0, 0, 0]), .described(here, facts, .none), encoded(there, 2, [1, 0, 0, 0]),
                .described(there, facts, .none), encoded(nowhere, 3, [1, 0, 0, 0]),
                .described(nowhere, PhotoFacts(), .none),
            ], model: .fake)
        let first = try #require(try await catalog.photo(at: here))
        let second = try #require(try await catalog.photo(at: there))
        let third = try #require(try await catalog.photo(at: nowhere))
        #expect(try await catalog.photosWithoutPlace(limit: 1).count == 1)
        let unknown = try await catalog.photosWithoutPlace(limit: 10)
        #expect(unknown.count == 2 && unknown[first] == facts.place && unknown[second] == facts.place)
        #expect(try await place(of: first, in: catalog) == nil)

        let lisbon = PhotoPlace(city: 2_267_057, subdivision: "PT-11", country: "PT")
        try await catalog.note([first: lisbon, second: PhotoPlace(), third: lisbon, PhotoID(999): lisbon])
        #expect(try await catalog.photosWithoutPlace(limit: 10).isEmpty)
        #expect(try await place(of: first, in: catalog) == lisbon)
        #expect(try await place(of: second, in: catalog) == PhotoPlace(), "at sea is an answer, too")
        #expect(try await place(of: third, in: catalog) == nil, "without coordinates there is no place")
        #expect(try await catalog.placeCounts(among: nil) == [lisbon: 1])
        #expect(try await catalog.placeCounts(among: PhotoSet([first, second])) == [lisbon: 1])
        #expect(try await catalog.placeCounts(among: PhotoSet([second, third])).isEmpty)
        for place in lisbon.parts {
            #expect(try await catalog.photos(meeting: .test(.place(place))) == PhotoSet([first]), "\(place)")
        }
        for place in [PlaceID.city(7), .subdivision("PT-1"), .country("FR")] {
            #expect(try await catalog.photos(meeting: .test(.place(place))).isEmpty, "\(place)")
        }

        try await catalog.record([.vanished(first)], model: .fake)
        #expect(try await catalog.placeCounts(among: nil).isEmpty)
        try await catalog.record([.seen(first, stamp(1)), .described(here, facts, .none)], model: .fake)
        #expect(try await place(of: first, in: catalog) == nil, "what is described anew is looked up anew")
        #expect(try await catalog.photos(meeting: .test(.place(.country("PT")))).isEmpty)
        #expect(Set(try await catalog.photosWithoutPlace(limit: 10).keys) == [first])
        try await catalog.note([first: PhotoPlace(country: "PT")])
        try await catalog.record([encoded(here, 9, [0, 1, 0, 0])], model: .fake)
        #expect(try await place(of: first, in: catalog) == nil, "another picture is of nowhere yet")
        #expect(try await catalog.placeCounts(among: nil).isEmpty)
    }

    private func place(of photo: PhotoID, in catalog: any PhotoCatalog) async throws -> PhotoPlace? {
        try #require(try await catalog.cards(of: [photo])[photo]).place
    }
}
