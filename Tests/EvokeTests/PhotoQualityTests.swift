import EvokeAnalysis
import EvokeCSQLite
import EvokePorts
import EvokeTestSupport
import EvokeValues
import Testing

@testable import Evoke

@Suite struct PhotoQualityTests {
    private let test = SmallLibrary()

    /// A gray picture of 32 × 32 pixels.
    private func quality(_ level: (_ x: Int, _ y: Int) -> UInt8) throws -> PhotoQuality {
        let bytes = (0..<32 * 32).flatMap { [UInt8](repeating: level($0 % 32, $0 / 32), count: 3) }
        return PhotoQuality(of: try Pixels(bytes, size: PixelSize(width: 32, height: 32)))
    }

    @Test func blurAndWrongExposureAreMeasured() throws {
        let board = try quality { x, y in (x / 4 + y / 4).isMultiple(of: 2) ? 64 : 192 }
        // Each edge of the same board is four pixels wide.
        let blurred = try quality { x, y in
            func wave(_ place: Int) -> Int { [-3, -1, 1, 3, 3, 1, -1, -3][place % 8] }
            return UInt8(128 + 7 * wave(x) * wave(y))
        }
        #expect(board.sharpness > 2 * blurred.sharpness && blurred.sharpness > 0 && board.sharpness <= 1)
        #expect([board, blurred].map(\.exposure) == [1, 1])
        for level: UInt8 in [0, 255] {
            #expect(try quality { _, _ in level } == PhotoQuality(sharpness: 0, exposure: 0))
        }
        #expect(try quality { x, _ in x < 8 ? 255 : 100 }.exposure == 0.75)
    }

    /// Of shots that are as large.
    @Test func theBestShotIsSharpAndWellExposed() {
        let shots: [(width: Int, sharpness: Double, exposure: Double, bytes: Int64)] = [
            (100, 0.3, 0.5, 9), (100, 0.2, 0.95, 3), (100, 0.1, 1, 8), (101, 0.01, 0.1, 1),
        ]
        let cards = shots.enumerated().map { number, shot in
            PhotoCard(
                id: PhotoID(Int64(number)), path: DiskPath("/\(number).jpg"),
                stamp: FileStamp(size: shot.bytes, modifiedNanoseconds: Int64(number), inode: UInt64(number)),
                content: ContentDigest(high: 0, low: UInt64(number)), size: PixelSize(width: shot.width, height: 100),
                taken: nil)
        }
        func order(_ kind: DuplicateGroup.Kind) -> [Int64] {
            let qualities = cards.indices.map { place in
                (
                    cards[place].content!,
                    PhotoQuality(sharpness: shots[place].sharpness, exposure: shots[place].exposure)
                )
            }
            return DuplicateGroup(
                kind, cards, fingerprints: [:], qualities: Dictionary(uniqueKeysWithValues: qualities)
            ).photos.map(\.card.id.value)
        }
        #expect(order(.burst) == [3, 1, 0, 2])
        #expect(order(.same) == [3, 0, 2, 1], "the same picture is best where it is least compressed")
    }

    @Test(arguments: [false, true]) func olderLibrariesAreMeasuredInTheNextRun(isInDatabase: Bool) async throws {
        _ = try TinyModel(in: test.folder)
        try test.addPhotos()
        let server = try await PostgresServer.running()
        let database = try server.newDatabase()
        let configuration = LibraryConfiguration(
            library: isInDatabase ? server.newLibrary(in: database) : test.configuration.library,
            models: test.configuration.models, cache: test.configuration.cache)
        func indexed(_ paths: [DiskPath]) async throws -> [ContentDigest: PhotoQuality] {
            let library = try await PhotoLibrary.open(configuration, access: .write, model: ModelChoice("tiny"))
            _ = try await library.index(paths) { _ in }
            #expect(try await library.catalog.count(lacking: .quality) == 0)
            let qualities = try await library.catalog.results(.quality, of: Array(library.catalog.contents()))
            try await library.close()
            return qualities
        }
        let qualities = try await indexed([test.photos])
        #expect(qualities.values.map(\.exposure) == [1, 1, 1])
        if isInDatabase {
            try server.psql("DELETE FROM evoke.qualities", in: database)
        } else {
            var handle: OpaquePointer?
            defer { sqlite3_close(handle) }
            let file = configuration.library.appending("library.sqlite")
            #expect(file.withCString { sqlite3_open($0, &handle) } == SQLITE_OK)
            #expect(sqlite3_exec(handle, "DELETE FROM qualities", nil, nil, nil) == SQLITE_OK)
        }
        #expect(try await indexed([]) == qualities)
    }
}
