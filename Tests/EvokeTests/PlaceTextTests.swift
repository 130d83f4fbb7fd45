import CatalogSQLite
import EvokeCatalog
import EvokePorts
import EvokeQuery
import EvokeTestSupport
import EvokeValues
import Testing

@testable import Evoke

/// Names of places in plain words, over photos that were taken there and whose pictures say nothing of them.
@Suite struct PlaceTextTests {
    /// For all tests: they change nothing.
    private static let placed = Task { try await make(longest: .max, withPlaces: true) }
    private static let lisbon = PhotoPlace(city: 2_267_057, subdivision: "PT-11", country: "PT")
    private static let orange = PhotoPlace(city: 5_379_513, subdivision: "US-CA", country: "US")
    private static let places: [String: PhotoPlace] = [
        "tram": lisbon, "river": lisbon, "grove": orange, "street": orange,
        "crossing": PhotoPlace(city: 1_850_147, subdivision: "JP-13", country: "JP"),
        "bridge": PhotoPlace(city: 5_391_959, subdivision: "US-CA", country: "US"),
        "pier": PhotoPlace(city: 2_990_440, subdivision: "FR-PAC", country: "FR"),
        "abbey": PhotoPlace(city: 2_639_577, subdivision: "GB-RDG", country: "GB"),
    ]
    /// What they show besides.
    private static let meanings = ["fruit": "orange", "juice": "orange", "grove": "orange"]

    func library() async throws -> PhotoLibrary { try await Self.placed.value }

    private static func make(longest: Int, withPlaces: Bool) async throws -> PhotoLibrary {
        let test = SmallLibrary(in: .ofTheProcess())
        let engine = try Engine(
            model: WideEncoder.model, image: FakeEncoder(), text: WideEncoder(longest: longest), decoder: FakeDecoder(),
            configuration: test.configuration)
        let folder = test.folder.path.appending("catalogue \(withPlaces)")
        let catalog = try await SQLiteCatalog.open(in: folder, access: .write)
        try await catalog.addRoot(DiskPath("/photos"))
        var (changes, paths) = ([CatalogChange](), [DiskPath: PhotoPlace]())
        let others = (1...300).map { "photo \($0)" }
        for (number, name) in (places.keys.sorted() + ["fruit", "juice", "lisbon night", "castle", "cattle"] + others)
            .enumerated()
        {
            let path = DiskPath("/photos/\(name).jpg")
            let vector = try WideEncoder.vector(of: [name, meanings[name] ?? name])
            changes.append(
                .encoded(
                    path, FileStamp(size: 1, modifiedNanoseconds: 1, inode: 1),
                    ContentDigest(high: 0, low: UInt64(number)), PixelSize(width: 4, height: 3), vector))
            var metadata = PhotoMetadata()
            if ["tram", "crossing", "pier", "photo 7"].contains(name) { metadata.keywords = ["Anna"] }
            if withPlaces, let place = places[name] {
                metadata.place = Coordinates(latitude: 1, longitude: 1)
                paths[path] = place
            }
            changes.append(.described(path, (metadata, .none)))
        }
        try await catalog.record(changes, model: WideEncoder.model)
        var noted: [PhotoID: PhotoPlace] = [:]
        for (path, place) in paths { noted[try #require(try await catalog.photo(at: path))] = place }
        try await catalog.record(noted)
        let configuration = LibraryConfiguration(
            library: test.configuration.library, models: test.configuration.models, cache: test.configuration.cache,
            worldPlaces: try Installed.places())
        return try await PhotoLibrary.open(configuration, access: .read, engine: engine, catalog: catalog)
    }

    private func byText(_ words: String, in library: PhotoLibrary) async throws -> [SearchHit] {
        try await library.search(SearchRequest(words: words, top: 400, showsAll: true)).filter { hit in
            hit.reasons.contains { $0.way == .text }
        }
    }

    private func names(_ hits: some Sequence<SearchHit>) -> [String] {
        EvokeTests.names(of: hits).map { String($0.prefix { $0 != "." }) }
    }

    private static let words = [
        ("lisboa", ["river", "tram"]), ("Lissabon", ["river", "tram"]), ("лиссабон", ["river", "tram"]),
        ("リスボン", ["river", "tram"]), ("里斯本", ["river", "tram"]), ("ลิสบอน", ["river", "tram"]),
        ("lisbon", ["lisbon night", "river", "tram"]), ("portugal", ["river", "tram"]),
        ("lisboa tram", ["tram"]), ("tram, lissabon!", ["tram"]), ("the river of lisbon", ["river"]),
        ("tokyo anna", ["crossing"]), ("anna 東京", ["crossing"]), ("lisbon portugal", ["river", "tram"]),
        ("anna portugal lisboa", ["tram"]), ("san francisco", ["bridge"]), ("bridge california", ["bridge"]),
        ("anna", ["crossing", "photo 7", "pier", "tram"]), ("usa", ["bridge", "grove", "street"]),
    ]

    @Test func namesOfPlacesCountAsWritten() async throws {
        let library = try await library()
        for (words, photos) in Self.words {
            let hits = try await byText(words, in: library)
            #expect(names(hits).sorted() == photos && hits.allSatisfy { $0.fits == true }, "\(words)")
        }
    }

    /// A word that nothing knows may be one that is written almost so, on photos or in the names of places.
    @Test(
        arguments: [
            ("crosing", "crossing", ["crossing"], true), ("brigde", "bridge", ["bridge"], true),
            ("Stret", "Street", ["street"], true), ("lisbno", "Lisbon", ["river", "tram"], true),
            ("ornage", "Orange", ["grove", "street"], true), ("catle", nil, ["castle", "cattle"], false),
            ("streets", nil, nil, false), ("bridle", nil, nil, false), ("bridge", nil, nil, false),
            ("rivre", "river", ["river"], true), ("trma", nil, nil, false), ("zzzzz", nil, nil, false),
        ] as [(String, String?, [String]?, Bool)])
    func whatMayBeMistyped(text: String, suggestion: String?, photos: [String]?, isShown: Bool) async throws {
        let library = try await library()
        let now = CivilTime(seconds: 0)
        let plain = try await library.read(text, now: now)
        let read = try await library.read(text, now: now, spells: true)
        guard let photos else {
            #expect(read == plain && read.misspelling == nil)
            return
        }
        let found = try #require(read.misspelling)
        #expect(found.word == text && found.isShown == isShown && found.text == found.suggestion)
        #expect(suggestion == nil ? photos.contains(found.suggestion) : found.suggestion == suggestion)
        #expect(isShown || read.query == plain.query)
        let hits = try await library.search(SearchRequest(query: read.query, top: photos.count, showsAll: true))
        if isShown { #expect(names(hits).sorted() == photos, "\(read.query)") }
        for (isLiteral, tells) in [(true, true), (false, false)] {
            let other = try await library.read(text, now: now, isLiteral: isLiteral, tellsOfPeople: tells, spells: true)
            #expect(other.misspelling == nil)
        }
    }

    /// Words that only might be places, and places of which nothing else is said.
    private static let traps = [
        "orange", "orange juice box", "a nice dog", "nice weather", "reading a book", "oranges", "lisbons",
        "turkey sandwich", "paris", "tokyo lisbon", "san jose", "francisco", "split", "anna paris",
        "nicely", "new lisbon beach",
    ]

    @Test func trapsFindNothing() async throws {
        let library = try await library()
        for words in Self.traps { #expect(try await byText(words, in: library).isEmpty, "\(words)") }
    }

    @Test func whatIsSeenComesBeforeAPlaceOfThatName() async throws {
        let library = try await library()
        let hits = try await library.search(
            SearchRequest(words: "Orange", top: 400, showsAll: true, countsFitting: true))
        // The fruit in Orange, the fruit elsewhere, then the rest of Orange.
        #expect(names(hits.prefix(1)) == ["grove"])
        #expect(Set(names(hits.prefix(3).dropFirst())) == ["fruit", "juice"])
        let last = try #require(hits.last { $0.fits == true })
        #expect(names([last]) == ["street"] && hits.fitting == last.rank)
        #expect(last.reasons.map(\.way) == [.text] && hits[0].reasons.map(\.way) == [.meaning, .text])
        // Two names, or a name and a word, are no chance.
        let named = try await library.search(SearchRequest(words: "Orange california", top: 2, showsAll: true))
        #expect(names(named).sorted() == ["grove", "street"])
        let avoided = try await library.search(
            SearchRequest(words: "photo", avoided: ["lissabon"], top: 400, showsAll: true)
        ).suffix(2)
        #expect(Set(names(avoided)) == ["river", "tram"] && avoided.allSatisfy { $0.fits == false })
    }

    @Test func saysWhichPlaceItIs() async throws {
        let library = try await library()
        func reason(_ words: String) async throws -> SearchReason? {
            try await byText(words, in: library).first { names([$0]) == ["tram"] }?.reasons.first { $0.field == .place }
        }
        typealias Piece = SearchReason.Piece
        let lisbon = [Piece("Lisbon", isMarked: true), Piece(", Portugal", isMarked: false)]
        #expect(try await reason("lissabon") == SearchReason(.text, "lissabon", in: .place, pieces: lisbon))
        let portugal = [Piece("Lisbon, ", isMarked: false), Piece("Portugal", isMarked: true)]
        #expect(try await reason("tram portugal") == SearchReason(.text, "portugal", in: .place, pieces: portugal))
        let both = try await reason("portugal anna lisboa")
        #expect(both?.part == "portugal lisboa")
        #expect(both?.pieces.filter(\.isMarked).map(\.text) == ["Lisbon", "Portugal"])
        #expect(try await reason("tram") == nil)
    }

    /// Where the model draws no line, nobody knows of the others whether they fit.
    @Test func withoutALineNothingIsSaidToFit() async throws {
        let library = try await Self.make(longest: 0, withPlaces: true)
        let found = try await library.search(SearchRequest(words: "anna portugal", top: 400, showsAll: true))
        #expect(names(found.prefix(1)) == ["tram"] && found.fitting == nil)
        #expect(found.allSatisfy { $0.fits == nil } && found[0].reasons.contains { $0.way == .text })
        let query = try SearchQuery("anna OR in:photos", now: CivilTime(seconds: 0))
        #expect(
            try await library.search(SearchRequest(query: query, top: 400, showsAll: true)).allSatisfy {
                $0.fits == nil
            })
        let avoided = try await library.search(
            SearchRequest(words: "photo", avoided: ["anna"], top: 400, showsAll: true))
        #expect(avoided.map(\.fits) == Array(repeating: nil, count: avoided.count - 4) + [false, false, false, false])
    }

    /// As the app and the results of a search say where a photo was taken.
    private static let queries = [
        ("place:\"Lisbon, Portugal\"", ["river", "tram"]), ("place:\"lissabon,portugal\"", ["river", "tram"]),
        ("place:\"Orange, California, USA\"", ["grove", "street"]), ("place:\"Lisbon, California\"", []),
        ("place:\"Portugal,\"", ["river", "tram"]),
    ]

    @Test func aPlaceMayBeNamedWithWhatItLiesIn() async throws {
        let library = try await library()
        for (query, photos) in Self.queries {
            #expect(try await names(library.search(question(query))).sorted() == photos, "\(query)")
        }
    }

    @Test func theOneInAnotherMayNotBeTheBiggest() async throws {
        let library = try await library()
        func middle(_ name: String) throws -> Coordinates? {
            let condition = try library.configuration.condition(of: PlaceName(name, meters: 5_000))
            guard case .test(.near(let middle, _)) = condition else { return nil }
            return middle
        }
        let (usual, texan) = (try #require(try middle("Paris")), try #require(try middle("paris, texas")))
        #expect(abs(usual.latitude - 48.9) < 0.2 && abs(texan.latitude - 33.7) < 0.2)
        #expect(try middle("Paris, France") == usual)
        #expect(try middle("Lisbon, California") == nil)
        let error = #expect(throws: EvokeError.self) { try middle("Paris, Nowhereland") }
        #expect(error?.kind == .notFound && error?.subject == "Paris, Nowhereland")
    }

    /// A place where nobody was is one where some photos' places are known, and words where none is.
    @Test func isAskedForOnlyWhereSomePlaceIsKnown() async throws {
        let now = CivilTime(seconds: 0)
        let library = try await library()
        #expect(try await library.read("a castle in Scotland", now: now).understood.map(\.words) == ["in Scotland"])
        let unplaced = try await Self.make(longest: .max, withPlaces: false)
        #expect(try await unplaced.read("a castle in Scotland", now: now).understood.isEmpty)
    }

    @Test func wordsTurnPlacesRound() async throws {
        let library = try await library()
        let now = try #require(CivilTime(year: 2026, month: 7, day: 15))
        for (text, canonical) in Self.turned {
            let query = try await library.read(text, now: now).query
            #expect("\(query)" == canonical, "\(text)")
        }
    }

    private static let turned = [
        ("castles outside Portugal", "castles -place:Portugal"), ("not in Portugal", "-place:Portugal"),
        ("everything except Portugal", "-place:Portugal"), ("außerhalb von Portugal", "-place:Portugal"),
        ("en dehors du Portugal", "-place:Portugal"), ("fuera de Portugal", "-place:Portugal"),
        ("fora de Portugal", "-place:Portugal"), ("fuori dal Portogallo", "-place:Portugal"),
        ("buiten Portugal", "-place:Portugal"), ("вне Португалии", "-place:Portugal"), ("ポルトガル以外", "-place:Portugal"),
        ("葡萄牙以外的照片", "-place:Portugal"), ("除了葡萄牙", "-place:Portugal"), ("นอกโปรตุเกส", "-place:Portugal"),
        ("in Portugal or Japan", "place:Portugal|Japan"),
        ("in portugal or japan in 2019", "place:Portugal|Japan date:2019"),
        ("photos of Portugal", "place:Portugal"), ("my trip to Portugal", "place:Portugal"),
        ("Fotos von Portugal", "place:Portugal"),
        ("photos du Portugal", "place:Portugal"), ("фото Португалии", "place:Portugal"), ("ポルトガルの写真", "place:Portugal"),
        ("葡萄牙的照片", "place:Portugal"),
        ("außerhalb Portugals", "-place:Portugal"), ("loin du Portugal", "-place:Portugal"),
        ("from Portugal to Japan", "place:Portugal|Japan"),
        ("not in Portugal or Japan", "-place:Portugal -place:Japan"),
        ("Lisbon, Portugal", "place:\"Lisbon, Portugal\""), ("outside a castle", "outside a castle"),
        ("tram without a roof in Portugal", "tram without a roof place:Portugal"),
        ("a castle or in Portugal", "a castle or in Portugal"),
    ]

    @Test func narrowsAsPlacesDo() async throws {
        let library = try await library()
        let text = "anna lissabon -tokyo date:..2020 OR lissabon tram"
        let query = try await library.read(text, now: CivilTime(seconds: 0))
        #expect(query.understood.isEmpty)
        let hits = try await library.search(SearchRequest(query: query.query, top: 400, showsAll: true))
        #expect(names(hits.filter { $0.reasons.contains { $0.field == .place } }) == ["tram"])
    }
}

/// Each text has a direction of its own, far from all others, whatever its case.
private struct WideEncoder: TextEncoding {
    static let model = ModelID(name: "wide", fingerprint: "f64", dimensions: 64)

    /// In bytes, of texts that are not cut.
    let longest: Int

    func knows(_ word: String) -> Bool { ["bridle", "stress"].contains(word) }

    static func vector(of texts: [String]) throws -> Embedding {
        var sum = [Float](repeating: 0, count: model.dimensions)
        for text in texts {
            let seed = text.lowercased().utf8.reduce(7) { $0 &* 1_099_511_628_211 ^ UInt64($1) }
            var numbers = SeededGenerator(seed: seed)
            for place in sum.indices { sum[place] += Float.random(in: -1...1, using: &numbers) }
        }
        return try #require(Embedding(normalizing: sum, fingerprint: model.fingerprint))
    }

    func encode(_ text: String) async throws -> Embedding { try Self.vector(of: [text]) }

    func takesAll(of text: String) async throws -> Bool { text.utf8.count <= longest }
}
