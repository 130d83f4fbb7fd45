import CatalogPostgres
import EvokeCatalog
import EvokePorts
import EvokeTestSupport
import EvokeValues
import Testing

@Suite struct PlaceTests {
    private let home = TemporaryFolder()

    @Test func aPlaceTellsOfWhatIsWritten() async throws {
        let place = PostgresPlace(try await PostgresServer.running().newLibrary(), in: home.path.appending("a/b"))
        #expect(await place.isThere() == false)
        let before = try await place.state()
        let writer = try await place.open(.write) { _ in }
        #expect(await place.isThere() == true)
        let empty = try await place.state()
        #expect(empty != before && !place.continues(empty, after: before, whileWriting: false))
        try await writer.record([encoded(1)], model: .fake)
        let written = try await place.state()
        #expect(written != empty && place.continues(written, after: empty, whileWriting: false))
        try await place.check(written, after: empty)
        _ = try await place.open(.read) { _ in }.summary()
        #expect(try await place.state() == written, "whoever reads changes nothing")
        #expect(try await place.bytes() > 0)
    }

    @Test func aPlaceTellsThatItsLibraryIsGone() async throws {
        let server = try await PostgresServer.running()
        let database = try server.newDatabase()
        let place = PostgresPlace(server.newLibrary(in: database), in: home.path)
        try await place.open(.write) { _ in }.close()
        let written = try await place.state()
        try server.psql("DELETE FROM evoke.libraries", in: database)
        let gone = try await place.state()
        #expect(await place.isThere() == false)
        #expect(!place.continues(gone, after: written, whileWriting: true))
        let error = await #expect(throws: EvokeError.self) { try await place.check(gone, after: written) }
        #expect(error?.kind == .libraryUnavailable)
        try await place.open(.write) { _ in }.close()
        let anew = try await place.state()
        #expect(!place.continues(anew, after: written, whileWriting: true), "it is another one")
    }

    @Test func whatCannotBeAskedIsNeitherThereNorGone() async {
        let address = DiskPath("postgres:///evoke?host=\(home.path)&library=x")
        let place = PostgresPlace(address, in: home.path)
        #expect(await place.isThere() == nil)
        let error = await #expect(throws: EvokeError.self) { try await place.state() }
        #expect(error?.kind == .libraryUnavailable)
    }

    @Test func aSmallChangeNeedsNoLock() async throws {
        let server = try await PostgresServer.running()
        let place = PostgresPlace(server.newLibrary(), in: home.path)
        await #expect(throws: EvokeError.self) { try await place.openBesideWriter() }
        #expect(await place.isThere() == false, "it makes none")
        let lock = try await place.lock()
        let writer = try await place.open(.write) { _ in }
        let before = try await place.state()
        let beside = try await place.openBesideWriter()
        #expect(try await beside.save(SavedSearch(name: "a", query: "b"), most: 9))
        #expect(place.continues(try await place.state(), after: before, whileWriting: false))
        try await beside.close()
        try await writer.addRoot(DiskPath("/photos"))
        #expect(try await writer.savedSearches().map(\.name) == ["a"])
        lock.release()
    }

    @Test func oneWriterAtATime() async throws {
        let server = try await PostgresServer.running()
        let place = PostgresPlace(server.newLibrary(), in: home.path)
        let other = PostgresPlace(server.newLibrary(), in: home.path)
        let lock = try await place.lock()
        let error = await #expect(throws: EvokeError.self) { _ = try await place.lock() }
        #expect(error?.kind == .libraryBusy && error?.reason.contains("evoke ") == true, "\(error?.reason ?? "")")
        try await other.lock().release()
        lock.release()
        lock.release()
        try await wait(for: "the server to hear of it") {
            guard let lock = try? await place.lock() else { return false }
            lock.release()
            return true
        }
    }
}

extension PostgresPlace {
    /// What the machine keeps of it is in one folder.
    init(_ address: DiskPath, in folder: DiskPath) {
        self.init(address, folder: folder, roots: folder.appending("roots"))
    }
}
