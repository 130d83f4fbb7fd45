import EvokeCatalog
import EvokePorts
import EvokeTestSupport
import EvokeValues
import Testing

@testable import CatalogSQLite

/// What conditions are looked for in is the same whether it was read at once or followed step by step.
@Suite struct ColumnTests {
    private let folder = TemporaryFolder()
    private let traits = PhotoTrait.allCases
    private let conditions: [PhotoCondition] = [
        .all([]), .test(.title("tree")), .test(.keyword("sea")), .test(.keyword("nobody's")), .test(.camera("nikon")),
        .test(.color(.blue)), .test(.place(.country("PT"))), .test(.folder(["b"])), .test(.rating(4...4)),
        .test(.near(Coordinates(latitude: 38.7, longitude: -9.1)!, meters: 10)), .test(.pixels(12...12)),
        .test(.box(CoordinateBox(south: 38, west: -10, north: 39, east: -9)!)), .not(.test(.text("tree"))),
    ]

    @Test func readAtOnceTheyAreWhatWasFollowed() async throws {
        let writer = try await SQLiteCatalog.open(in: folder.path, access: .write)
        try await writer.addRoot(DiskPath("/photos"))
        #expect(try await writer.photos(meeting: .all([])).isEmpty)
        var metadata = PhotoMetadata()
        metadata.place = Coordinates(latitude: 38.7, longitude: -9.1)
        metadata.camera = Camera(make: "Nikon", model: "D750")
        metadata.rating = 4
        metadata.title = "Under the tree"
        metadata.keywords = ["Lena", "Sea"]
        var other = PhotoMetadata()
        other.keywords = ["Sea", "sea", "Night"]
        let error = EvokeError(.damaged, doing: "read", subject: "", reason: "the test says so")
        try await writer.record(
            [
                encoded("a/1.jpg", 1, PhotoColors([.blue])),
                .described(path("a/1.jpg"), (metadata, .none)), encoded("a/2.jpg", 2), encoded("b/3.jpg", 3),
                .described(path("b/3.jpg"), (other, .none)), .failed(path("b/4.jpg"), stamp, error),
                .described(path("b/4.jpg"), (metadata, .none)), encoded("b/5.jpg", 5),
            ], model: .fake)
        try await writer.record([PhotoID(1): PhotoPlace(country: "PT")])
        try await writer.record([.vanished(PhotoID(5))], model: .fake)
        // Keywords of photos that are not there, as damage may leave them.
        try await writer.read { connection in
            try connection.execute(
                """
                PRAGMA foreign_keys = OFF;
                INSERT INTO keywords(photo, position, keyword) VALUES(0, 0, 'nobody''s'), (9, 0, 'nobody''s');
                """)
        }
        let followed = try await answers(of: writer)
        #expect(
            followed.photos.map { $0.ids.map(\.value) } == [
                [1, 2, 3], [1], [1, 3], [], [1], [1], [1], [3], [1], [1], [1, 2, 3], [1], [2, 3],
            ])
        #expect(
            followed.values[try #require(traits.firstIndex(of: .keyword))] == [
                PhotoValue("Sea", count: 2), PhotoValue("Lena", count: 1), PhotoValue("Night", count: 1),
            ])

        let reader = try await SQLiteCatalog.open(in: folder.path, access: .read)
        let read = try await answers(of: reader)
        #expect(read.photos == followed.photos && read.values == followed.values)
        #expect(read.days == followed.days && read.places == followed.places)
        #expect(followed.places == [PhotoPlace(country: "PT"): 1])
    }

    private func answers(
        of catalog: SQLiteCatalog
    ) async throws -> (photos: [PhotoSet], values: [[PhotoValue]], days: [PhotoDay], places: [PhotoPlace: Int]) {
        var (photos, values): ([PhotoSet], [[PhotoValue]]) = ([], [])
        for condition in conditions { photos.append(try await catalog.photos(meeting: condition)) }
        for trait in traits { values.append(try await catalog.values(of: trait)) }
        return (photos, values, try await catalog.days(among: nil), try await catalog.placeCounts(among: nil))
    }

    private let stamp = FileStamp(size: 1, modifiedNanoseconds: 1, inode: 1)

    private func path(_ name: String) -> DiskPath { DiskPath("/photos").appending(name) }

    private func encoded(_ name: String, _ number: UInt64, _ colors: PhotoColors? = nil) -> CatalogChange {
        .encoded(
            path(name), FileStamp(size: 1, modifiedNanoseconds: 1, inode: number), ContentDigest(high: 1, low: number),
            PixelSize(width: 4, height: 3),
            Embedding(normalizing: [1, 0, 0, 0], fingerprint: ModelID.fake.fingerprint)!, colors: colors)
    }
}
