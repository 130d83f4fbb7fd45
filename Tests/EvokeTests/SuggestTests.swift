import EvokePorts
import EvokeTestSupport
import EvokeValues
import Testing

@testable import Evoke

/// Suggestions out of a real library, with the table of places.
@Suite struct SuggestTests {
    /// For all tests: they change nothing.
    private static let all = Task { try await make() }

    private func library() async throws -> PhotoLibrary { try await Self.all.value }

    private static func make() async throws -> PhotoLibrary {
        let test = SmallLibrary(in: .ofTheProcess())
        let sidecar = """
            <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
            <rdf:Description xmlns:exif="http://ns.adobe.com/exif/1.0/" exif:GPSLatitude="38,42.834N"
            exif:GPSLongitude="9,8.364W" xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmp:Rating="4"
            xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:subject><rdf:Bag><rdf:li>Old Town</rdf:li></rdf:Bag>
            </dc:subject></rdf:Description></rdf:RDF></x:xmpmeta>
            """
        try test.folder.write("photos/red.xmp", sidecar.utf8)
        try test.addPhotos()
        _ = try TinyModel(in: test.folder)
        let configuration = LibraryConfiguration(
            library: test.configuration.library, models: test.configuration.models, cache: test.configuration.cache,
            worldPlaces: try Installed.places())
        let library = try await PhotoLibrary.open(configuration, access: .write, model: ModelChoice("tiny"))
        _ = try await library.index([test.photos]) { _ in }
        return library
    }

    /// What is counted is what the suggestion finds.
    private static let completions: [(String, String?)] = [
        ("place:lissab", "place:Lissabon"), ("Лисс", "place:Лиссабон"), ("dog portug", "dog place:Portugal"),
        ("tag:old", #"tag:"Old Town""#), ("old to", #"tag:"Old Town""#), ("rating:", "rating:4"),
        ("in:pho", "in:photos"), ("type:b", "type:bmp"), ("color:ver", "color:vert"), ("shape:", "shape:square"),
        ("date:20", nil), ("place:par", nil),
    ]

    @Test func completes() async throws {
        let library = try await library()
        for (text, query) in Self.completions {
            let found = try await library.suggest(text)
            #expect(query == nil || found.map(\.query).contains(query ?? ""), "\(found)")
            for suggestion in found {
                let read = try await library.read(suggestion.text, now: .now).query
                guard let count = suggestion.count else { continue }
                let total = try await library.search(SearchRequest(query: read, top: 1)).total
                #expect(total == count && count > 0, "\(suggestion)")
            }
        }
    }

    /// Those who read English and German get no Turkish name of Portugal, unless nothing else fits.
    @Test func languagesThatNobodyReadsComeLast() async throws {
        let library = try await library()
        func texts(_ text: String, _ languages: [String]) async throws -> [String] {
            try await library.suggest(text, languages: languages).map(\.text)
        }
        #expect(try await texts("place:liss", ["de-DE", "en"]) == ["place:Lissabon"])
        #expect(try await texts("place:li", ["en"]) == ["place:Lisbon"])
        #expect(try await texts("place:lissab", ["en"]) == ["place:Lissabon"])
        #expect(try await texts("date:su", ["en"]) == [#"date:"last summer""#])
        #expect(try await texts("date:gest", ["en"]) == ["date:gestern"])
    }

    @Test func whatItNeedsIsReadBefore() async throws {
        let library = try await library()
        try await library.prepareToSuggest()
        let known = try await library.current { open in
            try open.knownPlaces.known(at: await open.catalog.placeCounts(among: nil))
        }
        #expect(known??.counts.count == 1)
    }

    @Test func saysWhereAPlaceLies() async throws {
        let library = try await library()
        let found = try #require(try await library.suggest("place:lissab").first)
        #expect(found.kind == .place && found.label == "Lisbon, Portugal" && found.count == 1)
        #expect(try await library.suggest("place:xq").isEmpty)
        await #expect(throws: EvokeError.self) { try await library.suggest("a", top: 0) }
    }
}
