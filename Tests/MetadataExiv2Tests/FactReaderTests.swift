import EvokePorts
import EvokeSystem
import EvokeTestSupport
import EvokeValues
import EvokeWorkers
import FilmsFFmpeg
import Foundation
import Glibc
import ImagingVips
import Testing

@testable import MetadataExiv2

@Suite struct FactReaderTests {
    private let reader = makeReader()

    static func makeReader() -> Exiv2MetadataReader {
        let executor = BlockingExecutor(width: 4)
        return Exiv2MetadataReader(
            executor: executor,
            tags: Exiv2Tags(
                executor: executor, blocks: VipsTagBlocks(executor: executor), films: FFmpegFilms(executor: executor)))
    }

    @Test func keepsTheContractOfAReader() async throws {
        try await FactsConformance(reader, photo: TestPicture.png(7), sidecar: TestPicture.sidecar).checkAll()
    }

    @Test func readsEXIF() async throws {
        let metadata = try await metadata("exif.jpg")
        #expect(metadata.taken?.description == "2023-07-14T18:30:05+02:00" && metadata.taken?.source == .exifOriginal)
        #expect(metadata.taken?.nanoseconds == 123_000_000 && metadata.camera == Camera(make: "Nikon", model: "D750"))
        let place = try #require(metadata.place)
        #expect(isNear(place, -33.858_205_6, -151.206_667) && place.altitude == -12.5)
        #expect(
            metadata.lens == "AF-S NIKKOR 24-70mm f/2.8E ED VR" && metadata.orientation == 6 && metadata.rating == 3)
        #expect(metadata.title == "Überfahrt" && metadata.description == "Two sails\non the river")
        #expect(metadata.keywords == ["Segel", "Fluß"])
    }

    private func isNear(_ place: Coordinates, _ latitude: Double, _ longitude: Double) -> Bool {
        abs(place.latitude - latitude) < 1e-6 && abs(place.longitude - longitude) < 1e-6
    }

    @Test func readsXMP() async throws {
        let metadata = try await metadata("xmp.jpg")
        #expect(metadata.taken?.description == "2022-05-06T07:08:09-03:30" && metadata.taken?.source == .xmp)
        #expect(metadata.camera?.name == "Fujifilm X-T5" && metadata.lens == "XF 35mm" && metadata.rating == 4)
        let place = try #require(metadata.place)
        #expect(isNear(place, 41.145, -8.61) && place.altitude == -12.5)
        #expect(metadata.title == "The harbour" && metadata.description == "Boats & gulls")
        #expect(metadata.keywords == ["Harbour", "boat", "Places", "Portugal", "Porto", "People", "Anna"])
    }

    @Test(arguments: ["iptc-utf8.jpg", "iptc-utf8-unmarked.jpg", "iptc-latin.jpg"])
    func readsIPTCInWhateverCharset(name: String) async throws {
        let metadata = try await metadata(name)
        #expect(metadata.title == "Café" && metadata.description == "Größe" && metadata.keywords == ["Straße", "été"])
        #expect(metadata.taken?.description == "2019-02-03T04:05:06+01:00" && metadata.taken?.source == .iptc)
    }

    @Test(arguments: [
        "exif-and-xmp.jpg", "all.png", "all.jxl", "all.tif", "all.webp", "all.avif", "all.heic",
    ]) func readsEveryFormat(name: String) async throws {
        let metadata = try await metadata(name)
        #expect(metadata.taken?.description == "2023-07-14T18:30:05+02:00")
        #expect(metadata.camera?.name == "Nikon D750" && metadata.rating == 4 && metadata.title == "The harbour")
        #expect(metadata.keywords.contains("Porto") && metadata.keywords.contains("Fluß"))
        #expect(try #require(metadata.place).latitude < 0)
    }

    @Test func readsHowAPhotoWasExposed() async throws {
        let whole = Exposure(seconds: 0.005, fNumber: 2.8, iso: 400, focalLength: 50)
        for (name, exposure) in [("exposure.jpg", whole), ("unexposed.jpg", nil), ("plain.jpg", nil)] {
            #expect(try await metadata(name).exposure == exposure, "\(name)")
        }
    }

    @Test func passesNonsenseOver() async throws {
        let metadata = try await metadata("nonsense.jpg", named: "IMG-20230714-WA0001.jpg")
        #expect(metadata.taken?.source == .fileName && metadata.taken?.description == "2023-07-14")
        #expect(metadata.camera == nil && metadata.lens == nil && metadata.place == nil && metadata.orientation == nil)
        #expect(metadata.rating == nil && metadata.description == nil && metadata.keywords.isEmpty)
        #expect(try await self.metadata("nowhere.jpg").place == nil)
    }

    @Test(
        arguments: [
            ("year.jpg", "DSC_0001.jpg", "2021", .exifOriginal),
            ("year-then-day.jpg", nil, "2021-05-06T07:08:09", .exifDigitized),
            ("year.jpg", "IMG_20210304_050607.jpg", "2021-03-04T05:06:07", .fileName),
            ("digitized.jpg", nil, "2020-02-29T23:59:59-09:30", .exifDigitized),
            ("changed.jpg", "20180101.jpg", "2018-01-01", .fileName),
        ] as [(String, String?, String, TakenDate.Source)])
    func saysWhereTheDateIsFrom(name: String, named: String?, date: String, source: TakenDate.Source) async throws {
        let taken = try await metadata(name, named: named).taken
        #expect(taken?.description == date && taken?.source == source)
    }

    @Test func thereIsATimeWithoutADateOfItsOwn() async throws {
        #expect(try await metadata("changed.jpg", named: "a.jpg").taken?.source == .exifChanged)
        #expect(try await metadata("digitized.jpg").taken?.nanoseconds == 500_000_000)
    }

    @Test(arguments: ["plain.jpg", "zero.jpg", "text.jpg"]) func fallsBackOnTheFilesOwnTime(name: String) async throws {
        let folder = TemporaryFolder()
        let file = try folder.copy(Self.fixture(name), to: "a.jpg")
        let times = [timespec(tv_sec: 1_600_000_000, tv_nsec: 7), timespec(tv_sec: 1_600_000_000, tv_nsec: 7)]
        #expect(file.withCString { utimensat(AT_FDCWD, $0, times, 0) } == 0)
        let taken = try await reader.metadata(of: file, sidecars: []).taken
        #expect(taken?.utcSeconds == 1_600_000_000 && taken?.nanoseconds == 7 && taken?.source == .fileModified)
    }

    @Test(arguments: [13_569_465_600, -11_676_096_000, .max, .min]) func theFilesOwnTimeMayBeAnyOne(seconds: Int)
        async throws
    {
        let folder = TemporaryFolder()
        let file = try folder.copy(Self.fixture("plain.jpg"), to: "a.jpg")
        let times = [timespec](repeating: timespec(tv_sec: seconds, tv_nsec: 0), count: 2)
        #expect(file.withCString { utimensat(AT_FDCWD, $0, times, 0) } == 0)
        let year = try await reader.metadata(of: file, sidecars: []).taken?.local.year
        #expect(year.map { (1...9999).contains($0) } == true)
    }

    @Test func theSidecarKnowsBetter() async throws {
        let metadata = try await metadata("exif.jpg", sidecars: ["IMG_1.jpg.xmp", "IMG_1.xmp"])
        #expect(metadata.rating == 2, "the first sidecar comes first")
        #expect(metadata.title == "Corrected" && metadata.description == "Two sails\non the river")
        #expect(metadata.keywords == ["Fluß", "new", "Segel"] && metadata.taken?.source == .exifOriginal)
        #expect(metadata.place?.latitude == 1.5 && metadata.place?.longitude == 2.25)
        #expect(try await self.metadata("plain.jpg", sidecars: ["IMG_1.xmp"]).rating == -1)
    }

    @Test func readsWhatTakeoutSays() async throws {
        let metadata = try await metadata("plain.jpg", named: "IMG_1.jpg", sidecars: ["takeout.json"])
        #expect(metadata.taken?.utcSeconds == 1_436_954_400 && metadata.taken?.source == .xmp)
        #expect(metadata.place == Coordinates(latitude: 48.8583701, longitude: 2.2944813))
        #expect(metadata.description == "Anna's \"tower\" & us" && metadata.keywords == ["Anna", "Ben"])
        // What people wrote beside it comes first, and the camera knows when.
        let known = try await self.metadata("exif.jpg", sidecars: ["IMG_1.xmp", "takeout.json"])
        #expect(known.taken?.source == .exifOriginal && known.keywords.contains("Anna") && known.place?.latitude == 1.5)
        #expect(try await self.metadata("plain.jpg", named: "a.jpg", sidecars: ["other.json"]).taken?.source != .xmp)
    }

    @Test(arguments: ["broken.xmp", "text.jpg", "none.xmp", "other.json"])
    func aDamagedSidecarHarmsNothing(name: String) async throws {
        let alone = try await metadata("exif.jpg")
        #expect(try await metadata("exif.jpg", sidecars: [name]) == alone)
    }

    @Test func cutsWhatIsTooLong() async throws {
        let title = try #require(await metadata("long.jpg").title)
        #expect(title.count == 500 && title.hasPrefix("a bé"))
        #expect(try await metadata("many.jpg").keywords.count == 500)
    }

    /// A thousand tags that each claim the whole file; copied out, they would take a gigabyte.
    @Test func aFileThatClaimsTooMuchHasNoTags() async throws {
        let folder = TemporaryFolder()
        let entry = [0x40, 0x9C, 0x07, 0x00] + [0x00, 0x00, 0x10, 0x00] + [0x08, 0, 0, 0] as [UInt8]
        let make = [0x0F, 0x01, 0x02, 0x00] + [4, 0, 0, 0] + Array("abc\0".utf8) as [UInt8]
        let model = [0x10, 0x01, 0x02, 0x00] + [4, 0, 0, 0] + Array("def\0".utf8) as [UInt8]
        for (count, isHonest) in [(1, true), (200, false)] {
            let entries = make + model + Array(repeatElement(entry, count: count).joined())
            let head = Array("II*\0".utf8) + [8, 0, 0, 0, UInt8(count + 2), 0] as [UInt8]
            let file = try folder.write("a.tif", head + entries + [UInt8](repeating: 0, count: 1_100_000))
            #expect(try await (reader.metadata(of: file, sidecars: []).camera != nil) == isHonest)
        }
    }

    @Test func saysWhyAFileCannotBeRead() async throws {
        let folder = TemporaryFolder()
        let files: [(DiskPath, EvokeError.Kind)] = [
            (folder.path.appending("none.jpg"), .notFound), (folder.path, .unsupported),
            // It must not block.
            (try folder.makePipe("pipe.jpg"), .unsupported),
        ]
        for (file, kind) in files {
            let error = await #expect(throws: EvokeError.self) { try await reader.metadata(of: file, sidecars: []) }
            #expect(error?.kind == kind, "\(file)")
        }
    }

    /// A file may be moved at any instant, between two looks at it as well.
    @Test func aFileThatComesAndGoesIsReadOrIsNot() async throws {
        let folder = TemporaryFolder()
        let file = try folder.copy(Self.fixture("exif.jpg"), to: "here.jpg")
        let other = folder.path.appending("there.jpg")
        let isOver = Locked(false)
        async let moving: Void = BlockingExecutor(width: 1).run {
            while !isOver.withLock({ $0 }) {
                rename(file.display, other.display)
                rename(other.display, file.display)
            }
        }
        for _ in 0..<500 {
            do {
                _ = try await reader.metadata(of: file, sidecars: [])
            } catch let error as EvokeError {
                #expect(error.kind != .damaged)
            }
        }
        isOver.withLock { $0 = true }
        await moving
    }

    @Test func namesAreBytes() async throws {
        let folder = TemporaryFolder()
        let file = try folder.write(
            DiskPath(bytes: [0xFF, 0x20] + Array("a.jpg".utf8)), FileSystem.read(Self.fixture("exif.jpg")))
        #expect(try await reader.metadata(of: file, sidecars: []).rating == 3)
    }

    @Test func readsWhatPhonesWriteIntoFilms() async throws {
        let metadata = try await reader.metadata(of: Self.film("turned.mov"), sidecars: [])
        #expect(metadata.taken?.description == "2023-08-01T18:20:30+02:00" && metadata.taken?.source == .xmp)
        #expect(metadata.camera == Camera(make: "Apple", model: "iPhone 13"))
        #expect(metadata.place == Coordinates(latitude: 41.1496, longitude: -8.6110, altitude: 83))
        let length = try #require(metadata.length)
        #expect(abs(length - 4) < 0.01)
    }

    /// The time in a film is that of UTC; names have the time on the wall.
    @Test func theNameOfAFilmTellsItsTimeBetter() async throws {
        let plain = try await reader.metadata(of: Self.film("plain.mp4"), sidecars: [])
        #expect(
            plain.taken?.utcSeconds == CivilTime(year: 2021, month: 7, day: 4, hour: 12, minute: 30, second: 5)?.seconds
        )
        #expect(plain.title == "Sandcastle" && plain.place == Coordinates(latitude: 48.8577, longitude: 2.295))
        let folder = TemporaryFolder()
        let named = try folder.copy(Self.film("plain.mp4"), to: "VID_20210704_143005.mp4")
        let metadata = try await reader.metadata(of: named, sidecars: [])
        #expect(metadata.taken?.description == "2021-07-04T14:30:05" && metadata.taken?.source == .fileName)
    }

    @Test func theSidecarOfAFilmCounts() async throws {
        let metadata = try await reader.metadata(of: Self.film("plain.webm"), sidecars: [try Self.fixture("IMG_1.xmp")])
        #expect(metadata.title == "Corrected" && metadata.length != nil)
    }

    @Test(
        arguments: [
            ("+48.8577+002.2950+035.000/", 48.8577, 2.295, 35), ("-33.8582+151.2067/", -33.8582, 151.2067, nil),
            ("+00.0000+000.0000/", nil, nil, nil), ("+91.0+000.1/", nil, nil, nil), ("48.85", nil, nil, nil),
            ("+12+", nil, nil, nil), ("+1.5+2.5+3.5+4.5/", nil, nil, nil),
            ("+27.5916+086.5640+8850CRSWGS_84/", 27.5916, 86.564, 8850), ("", nil, nil, nil),
        ] as [(String, Double?, Double?, Double?)])
    func readsPlacesOfFilms(text: String, latitude: Double?, longitude: Double?, altitude: Double?) {
        let place = Tags(values: [PhotoTags.film("location"): [Array(text.utf8)]]).place
        #expect(place?.latitude == latitude && place?.longitude == longitude && place?.altitude == altitude)
    }

    @Test(arguments: ["1904-01-01T00:00:00.000000Z", "1970-01-01T00:00:00.000000Z", "soon", "2021"])
    func aClockThatWasNeverSetSaysNothing(text: String) {
        #expect(Tags(values: [PhotoTags.film("creation_time"): [Array(text.utf8)]]).dateOfFilm == nil)
    }

    private static func film(_ name: String) -> DiskPath {
        DiskPath(#filePath).parent!.parent!.appending("FilmsFFmpegTests/Fixtures/\(name)")
    }

    private func metadata(_ name: String, named: String? = nil, sidecars: [String] = []) async throws -> PhotoMetadata {
        let folder = TemporaryFolder()
        let file = try named.map { try folder.copy(Self.fixture(name), to: $0) } ?? Self.fixture(name)
        return try await reader.metadata(of: file, sidecars: sidecars.map { try Self.fixture($0) })
    }

    static func fixture(_ name: String) throws -> DiskPath {
        DiskPath(try #require(Bundle.module.resourcePath)).appending("Fixtures/\(name)")
    }
}
