import EvokePorts
import EvokeTestSupport
import EvokeValues
import Testing

@testable import CatalogSQLite

@Suite struct PlaceTests {
    private let home = TemporaryFolder()

    @Test func aSmallChangeNeedsNoLock() async throws {
        let place = SQLitePlace(in: home.path)
        await #expect(throws: EvokeError.self) { try await place.openBesideWriter() }
        #expect(place.isThere() == false, "it makes none")
        let lock = try place.lock()
        defer { lock.release() }
        let (writer, reader) = (try await place.open(.write) { _ in }, try await place.open(.read) { _ in })
        let before = place.state()
        let beside = try await place.openBesideWriter()
        #expect(try await beside.save(SavedSearch(name: "a", query: "b"), most: 9))
        #expect(place.continues(place.state(), after: before, whileWriting: false), "SQLite alone wrote to it")
        try await beside.close()
        try await writer.addRoot(FilePath("/photos"))
        for catalog in [writer, reader] { #expect(try await catalog.savedSearches().map(\.name) == ["a"]) }
        #expect(try await reader.check { _ in }.isInOrder, "its row has a checksum")
    }

    /// The other may be an older Evoke, which writes to it in that format.
    @Test func anOlderLibraryThatAnotherWritesToStaysAsItIs() async throws {
        let library = try OlderLibrary(format: 10, in: home)
        let place = SQLitePlace(in: library.folder)
        let lock = try place.lock()
        defer { lock.release() }
        let before = place.state()
        let error = await #expect(throws: EvokeError.self) { try await place.openBesideWriter() }
        #expect(error?.kind == .libraryBusy)
        #expect(place.state() == before)
    }

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
