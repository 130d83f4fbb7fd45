import CatalogSQLite
import EvokeCatalog
import EvokeSystem
import EvokeTestSupport
import EvokeValues
import EvokeWorkers
import Testing

@testable import Evoke

/// Where photos were taken: looked up when a library is indexed and the table of places is there.
@Suite struct PlaceNotingTests {
    private let test = SmallLibrary()
    private let sidecar = """
        <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
        <rdf:Description xmlns:exif="http://ns.adobe.com/exif/1.0/" exif:GPSLatitude="38,42.834N"
        exif:GPSLongitude="9,8.364W"/></rdf:RDF></x:xmpmeta>
        """

    init() throws {
        _ = try TinyModel(in: test.folder)
        try test.addPhotos()
        try test.folder.write("photos/red.xmp", sidecar.utf8)
    }

    private func index(_ world: DiskPath?, cancelled: Bool = false) async throws -> (
        report: IndexReport, problems: [EvokeError], place: PhotoPlace?
    ) {
        let configuration = LibraryConfiguration(
            library: test.configuration.library, models: test.configuration.models, cache: test.configuration.cache,
            worldPlaces: world)
        let library = try await PhotoLibrary.open(configuration, access: .write, model: ModelChoice("tiny"))
        let problems = Locked<[EvokeError]>([])
        let run = Task {
            if cancelled { withUnsafeCurrentTask { $0?.cancel() } }
            return try await library.index([test.photos]) { event in
                if case .problem(let error) = event { problems.withLock { $0.append(error) } }
            }
        }
        let report = try await run.value
        try await library.close()
        let catalog = try await SQLiteCatalog.open(in: configuration.library, access: .read)
        let photo = try #require(try await catalog.photo(at: test.red))
        let place = try await catalog.cards(of: [photo])[photo]?.place
        try await catalog.close()
        return (report, problems.withLock { $0 }, place)
    }

    @Test func aLaterRunFillsInWhatATableTellsThatWasNotThere() async throws {
        let without = try await index(nil)
        #expect(without.report.added == 3 && without.place == nil && without.problems.isEmpty)
        let with = try await index(Installed.places())
        #expect(with.report.unchanged == 3 && with.report.added == 0 && with.problems.isEmpty)
        #expect(with.place == PhotoPlace(city: 2_267_057, subdivision: "PT-11", country: "PT"))
        // It stays where the table goes away.
        #expect(try await index(nil).place == with.place)
    }

    /// It does not keep whoever ends a run waiting.
    @Test func aCancelledRunLeavesThemToTheNext() async throws {
        _ = try await index(nil)
        let cancelled = try await index(Installed.places(), cancelled: true)
        #expect(cancelled.report.isInterrupted && cancelled.place == nil && cancelled.problems.isEmpty)
        #expect(try await index(Installed.places()).place?.country == "PT")
    }

    @Test func aDamagedTableIsSaidAndEndsNothing() async throws {
        let file = test.folder.path.appending("places.table")
        try FileSystem.replace(file, with: Array("no table".utf8))
        let run = try await index(file)
        #expect(run.report.added == 3 && run.place == nil)
        #expect(run.problems.map(\.kind) == [.damaged])
    }

    @Test func namesThePlaceOnce() throws {
        let configuration = LibraryConfiguration(
            library: test.configuration.library, models: [], cache: test.configuration.cache,
            worldPlaces: try Installed.places())
        let tokyo = PhotoPlace(city: 1_850_147, subdivision: "JP-13", country: "JP")
        #expect(try configuration.name(of: tokyo, in: "en") == "Tokyo, Japan")
        #expect(try configuration.name(of: PhotoPlace(country: "JP"), in: "de-DE") == "Japan")
        #expect(try configuration.name(of: PhotoPlace(), in: "de") == nil)
        #expect(try test.configuration.name(of: tokyo, in: "en") == nil)
    }
}
