import EvokePorts
import EvokeTestSupport
import EvokeValues
import Testing

@testable import CatalogSQLite

@Suite struct PlaceTests {
    private let home = TemporaryFolder()

    /// An older library's coordinates are looked up without reading a photo again. Format 8 has their places.
    @Test(arguments: OlderLibrary.formats.filter { (2..<8).contains($0) }) func olderLibrariesAreLookedUp(format: Int)
        async throws
    {
        let library = try OlderLibrary(format: format, in: home)
        let catalog = try await SQLiteCatalog.open(in: library.folder, access: .write)
        let placed = try await catalog.use { try $0.count("SELECT count(*) FROM facts WHERE latitude IS NOT NULL") }
        #expect(placed > 0)
        let unknown = try await catalog.photosWithoutPlace(limit: 100)
        #expect(unknown.count == placed)
        try await catalog.note(unknown.mapValues { _ in PhotoPlace(city: 7, subdivision: "DE-BY", country: "DE") })
        #expect(try await catalog.photosWithoutPlace(limit: 100).isEmpty)
        #expect(try await catalog.check { _ in }.isInOrder)

        for (place, count) in [
            (PlaceID.city(7), placed), (.city(8), 0), (.subdivision("DE-BY"), placed), (.subdivision("DE-BW"), 0),
            (.country("DE"), placed), (.country("FR"), 0),
        ] {
            let found = try await catalog.photos(meeting: .test(.place(place))).count
            #expect(found == count, "\(place)")
        }
    }
}
