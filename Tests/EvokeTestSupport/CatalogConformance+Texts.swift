import EvokePorts
import EvokeValues
import Testing

extension CatalogConformance {
    /// What is written on photos, with the names of the places where they were taken.
    func checkTexts() async throws {
        let names: [String: [PlaceID]] = [
            "lisbon": [.city(2_267_057), .subdivision("PT-11")], "portugal": [.country("PT"), .city(7)],
            "new lisbon": [.city(8)], "anna": [.city(9)],
        ]
        for (text, all, own, placed) in [
            ("lisbon", [1, 3, 4], [3], [1, 4]), ("portugal", [1, 2, 4], [], [1, 2, 4]), ("tram lisbon", [1], [], []),
            ("anna", [1, 2, 3], [1, 2, 3], []), ("anna lisbon", [1, 3], [3], []), ("lisbon portugal", [1, 4], [], []),
            ("anna portugal", [1, 2], [], []), ("anna tram portugal lisbon", [1], [], []), ("new lisbon", [5], [], [5]),
            ("new", [], [], []), ("the lisbon, of Portugal!", [1, 4], [], []), ("porto", [], [], []),
        ] as [(String, [Int64], [Int64], [Int64])] {
            let catalog = try await library()
            let words = try #require(WrittenWords(text)).naming(
                folding: { $0.lowercased() }, places: { name, _ in names[name] ?? [] })
            // A catalogue may find places in another way once it has been asked for some.
            for _ in 1...2 {
                let found = try await catalog.photos(with: words)
                #expect(found.all == PhotoSet(all.map { PhotoID($0) }), "\(text)")
                #expect(found.own == PhotoSet(own.map { PhotoID($0) }), "\(text)")
                #expect(found.placed == PhotoSet(placed.map { PhotoID($0) }), "\(text)")
            }
        }
    }

    /// Photos with the numbers from 1 to 6.
    private func library() async throws -> any PhotoCatalog {
        let catalog = try await make()
        try await catalog.addRoot(folder)
        let lisbon = PhotoPlace(city: 2_267_057, subdivision: "PT-11", country: "PT")
        let photos: [(name: String, keywords: [String], place: PhotoPlace?)] = [
            ("Trams/a.jpg", ["Anna"], lisbon), ("b.jpg", ["Anna"], PhotoPlace(city: 2_735_943, country: "PT")),
            ("lisbon.jpg", ["Anna"], nil), ("d.jpg", [], lisbon), ("e.jpg", [], PhotoPlace(city: 8, country: "US")),
            ("f.jpg", [], PhotoPlace()),
        ]
        for (number, photo) in zip(Int64(1)..., photos) {
            let path = folder.appending(photo.name)
            var facts = PhotoFacts()
            facts.keywords = photo.keywords + (number == 1 ? ["Tram"] : [])
            if photo.place != nil { facts.place = Coordinates(latitude: 38.7, longitude: -9.1) }
            try await catalog.record(
                [encoded(path, number, [1, 0, 0, 0]), .described(path, facts, .none)], model: .fake)
            let id = try #require(try await catalog.photo(at: path))
            #expect(id.value == number)
            if let place = photo.place { try await catalog.note([id: place]) }
            #expect(try await catalog.cards(of: [id])[id]?.place == photo.place)
        }
        return catalog
    }
}
