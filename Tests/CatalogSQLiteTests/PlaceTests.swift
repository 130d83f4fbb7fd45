import EvokeCatalog
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
        try await writer.addRoot(DiskPath("/photos"))
        for catalog in [writer, reader] { #expect(try await catalog.savedSearches().map(\.name) == ["a"]) }
        #expect(try await reader.check { _ in }.isInOrder, "its row has a checksum")
    }

    /// The other may be an older Evoke, which writes to it in that format.
    @Test func anOlderLibraryThatAnotherWritesToStaysAsItIs() async throws {
        let library = try OlderLibrary(in: home)
        let place = SQLitePlace(in: library.folder)
        let lock = try place.lock()
        defer { lock.release() }
        let before = place.state()
        let error = await #expect(throws: EvokeError.self) { try await place.openBesideWriter() }
        #expect(error?.kind == .libraryBusy)
        #expect(place.state() == before)
    }
}
