import EvokePorts
import EvokeValues
import Testing

/// Photos are found by what is written on them now.
extension CatalogConformance {
    static let ofWrittenWords =
        [
            Check("words are found in names and in what is written", Self.findsWords),
            Check("words that belong together stand in one text", Self.findsPhrases),
            Check("what is recorded is found at once, and what was there before is not", Self.followsWords),
            Check("another picture has other words", Self.changesWords),
            Check("what lies above the roots says nothing of a photo", Self.findsWordsBelowRoots),
            Check("it says which words are written at all", Self.knowsWords),
            Check("words are no signs of a catalogue's own language", Self.findsStrangeWords),
        ]
        + namedPlaces.map { text, all, own, placed in
            Check("the words '\(text)' name places") { conformance in
                { try await conformance.findsPlaceNames(text, all, own, placed) }
            }
        }

    /// The photos with these names, and what is found by words.
    private func fillWritten() async throws -> (lena: PhotoSet, other: PhotoSet) {
        try await catalog.addRoot(folder)
        let ids = try await fill("2019 Birthday/lena.jpg", "b/Lena.zoo.png")
        try await record([.described(path("2019 Birthday/lena.jpg"), (birthday, .none))])
        return (PhotoSet([ids[0]]), PhotoSet([ids[1]]))
    }

    private var birthday: PhotoMetadata {
        var metadata = PhotoMetadata()
        (metadata.title, metadata.description) = ("Under the tree", "On 20190503, 莉娜的生日派对")
        metadata.keywords = ["Family", "Harbour walk"]
        metadata.camera = Camera(make: "Nikon", model: "D750")
        return metadata
    }

    private func expect(
        _ expected: [(text: String, matches: TextMatches)], sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        var found: [TextMatches] = []
        for (text, _) in expected { found.append(try await catalog.photos(with: #require(TextQuery(text)))) }
        for (expected, found) in zip(expected, found) {
            #expect(found == expected.matches, "\(expected.text)", sourceLocation: sourceLocation)
        }
    }

    /// Of the name as a whole, with its ending and without; all words anywhere; all on the photo itself.
    func findsWords() async throws {
        let (lena, other) = try await fillWritten()
        let (both, nothing) = (lena.union(other), TextMatches())
        try await expect([
            ("lena", TextMatches(named: lena, all: both, own: both)), ("LENA.jpg", TextMatches(named: lena)),
            ("lena zoo", TextMatches(named: other, all: other, own: other)),
            ("lena.zoo", TextMatches(named: other, all: other, own: other)),
            ("zoo lena", TextMatches(all: other, own: other)), ("zoo.lena", nothing),
            ("lena birthday", TextMatches(all: lena)), ("nikon", TextMatches(all: lena)),
            ("nikon tree", TextMatches(all: lena)), ("tree 莉娜", TextMatches(all: lena, own: lena)),
            ("2019-05", nothing), ("201905", TextMatches(all: lena, own: lena)), ("photos", nothing),
        ])
    }

    func findsPhrases() async throws {
        let (lena, _) = try await fillWritten()
        try await expect([
            ("harbour-walk", TextMatches(all: lena, own: lena)), ("family-harbour", TextMatches()),
            ("walk-harbour", TextMatches()),
        ])
    }

    func followsWords() async throws {
        let (lena, _) = try await fillWritten()
        var metadata = birthday
        metadata.title = "Harbour"
        try await record([.described(path("2019 Birthday/lena.jpg"), (metadata, .none)), .vanished(lena.ids[0])])
        try await expect([("tree", TextMatches()), ("harbour", TextMatches(all: lena, own: lena))])
        try await record([.moved(lena.ids[0], path("c/moved.jpg"), stamp(1), known(1))])
        try await expect([
            ("birthday", TextMatches()), ("moved harbour", TextMatches(all: lena, own: lena)),
        ])
    }

    func changesWords() async throws {
        let (lena, _) = try await fillWritten()
        try await record([encoded("2019 Birthday/lena.jpg", 9)])
        try await expect([("tree", TextMatches()), ("lena birthday", TextMatches(all: lena))])
        _ = try await catalog.forget(under: path("2019 Birthday"))
        try await expect([("birthday", TextMatches())])
    }

    func findsWordsBelowRoots() async throws {
        let (lena, _) = try await fillWritten()
        let named = ("lena birthday", TextMatches(all: lena))
        try await expect([("photos birthday", TextMatches()), named])
        let heard = Locked<[[Int]]>([])
        try await catalog.addRoot(DiskPath("/")) { done, total in heard.withLock { $0.append([done, total]) } }
        let begun = try #require(heard.withLock { $0.first })
        #expect(begun[0] == 0 && begun[1] > 0, "\(begun)")
        try await expect([("photos birthday", TextMatches(all: lena)), named])
        _ = try await catalog.forget(under: DiskPath("/"))
        try await expect([("photos birthday", TextMatches()), named])
    }

    func knowsWords() async throws {
        _ = try await fillWritten()
        let written = ["lena", "zoo", "birthday", "tree", "family", "nikon", "莉娜"]
        let others = ["len", "tre", "trees", "jpg", "photos"]
        #expect(try await catalog.indexedTerms(among: written + others) == Set(written))
        #expect(try await catalog.indexedTerms(among: []).isEmpty)
    }

    func findsStrangeWords() async throws {
        let (lena, other) = try await fillWritten()
        let texts = [
            "\"", "'", "\"lena\" OR *", "NEAR(lena, 2)", "name : lena", "lena\0y", "\u{301}", "^lena", "*",
            "-lena -- '", "(", "lena & !lena | b:*", "lena <-> lena", "\\", "lena\\", "%", "_",
            String(repeating: "lena ", count: 50), String(repeating: "\u{301}", count: 200), "\u{E000}lena",
        ]
        var found = PhotoSet()
        for words in texts.compactMap({ TextQuery($0) }) {
            let matches = try await catalog.photos(with: words)
            found = found.union(matches.all).union(matches.own)
        }
        #expect(found.subtracting(lena.union(other)).isEmpty)
        try await expect([("lena\" OR \"nobody", TextMatches()), ("lena | nobody", TextMatches())])
    }
}

/// What is written on photos, with the names of the places where they were taken.
extension CatalogConformance {
    /// The photos with all words, with all on themselves, and in the place.
    private static let namedPlaces: [(String, all: [Int64], own: [Int64], placed: [Int64])] = [
        ("lisbon", [1, 3, 4], [3], [1, 4]), ("portugal", [1, 2, 4], [], [1, 2, 4]), ("tram lisbon", [1], [], []),
        ("anna", [1, 2, 3], [1, 2, 3], []), ("anna lisbon", [1, 3], [3], []), ("lisbon portugal", [1, 4], [], []),
        ("anna portugal", [1, 2], [], []), ("anna tram portugal lisbon", [1], [], []), ("new lisbon", [5], [], [5]),
        ("new", [], [], []), ("the lisbon, of Portugal!", [1, 4], [], []), ("porto", [], [], []),
    ]

    private static let places: [String: [PlaceID]] = [
        "lisbon": [.city(2_267_057), .subdivision("PT-11")], "portugal": [.country("PT"), .city(7)],
        "new lisbon": [.city(8)], "anna": [.city(9)],
    ]

    private func findsPlaceNames(_ text: String, _ all: [Int64], _ own: [Int64], _ placed: [Int64]) async throws {
        func set(_ numbers: [Int64]) -> PhotoSet { PhotoSet(numbers.map { PhotoID($0) }) }
        try await fillPlaced()
        let words = try #require(TextQuery(text)).naming(
            folding: { $0.lowercased() }, places: { name, _ in Self.places[name] ?? [] })
        // A catalogue may find places in another way once it has been asked for some.
        for _ in 1...2 {
            let found = try await catalog.photos(with: words)
            #expect([found.all, found.own, found.placed] == [set(all), set(own), set(placed)])
        }
    }

    /// Photos with the numbers from 1 to 6.
    private func fillPlaced() async throws {
        try await catalog.addRoot(folder)
        let lisbon = PhotoPlace(city: 2_267_057, subdivision: "PT-11", country: "PT")
        let photos: [(name: String, keywords: [String], place: PhotoPlace?)] = [
            ("Trams/a.jpg", ["Anna", "Tram"], lisbon), ("b.jpg", ["Anna"], PhotoPlace(city: 2_735_943, country: "PT")),
            ("lisbon.jpg", ["Anna"], nil), ("d.jpg", [], lisbon), ("e.jpg", [], PhotoPlace(city: 8, country: "US")),
            ("f.jpg", [], PhotoPlace()),
        ]
        for (number, photo) in zip(Int64(1)..., photos) {
            var metadata = PhotoMetadata()
            metadata.keywords = photo.keywords
            if photo.place != nil { metadata.place = Coordinates(latitude: 38.7, longitude: -9.1) }
            try await record([encoded(photo.name, number), .described(path(photo.name), (metadata, .none))])
            if let place = photo.place { try await catalog.record([PhotoID(number): place]) }
        }
        #expect(try await ids(of: photos.map(\.name)) == (1...6).map { PhotoID($0) })
    }
}
