import EvokeTestSupport
import EvokeValues
import Testing

@testable import EvokeImport

/// Dumps as `pg_dump` writes them. Whole ones, made by PostgreSQL of Immich's tables, are in the tests of the program.
@Suite struct ImmichDumpTests {
    private let home = TemporaryFolder()

    private static let user = "11111111-1111-4111-8111-111111111111"
    private static let other = "22222222-2222-4222-8222-222222222222"
    private static let photo = "aaaaaaaa-aaaa-4aaa-8aaa-aaaaaaaaaaaa"
    private static let album = "bbbbbbbb-bbbb-4bbb-8bbb-bbbbbbbbbbbb"
    private static let sum = String(repeating: "0f", count: 20)

    private static func table(_ name: String, _ columns: String, _ rows: String...) -> String {
        "COPY public.\(name) (\(columns)) FROM stdin;\n" + rows.map { $0 + "\n" }.joined() + "\\.\n\n"
    }

    private static func asset(
        _ more: String = "timeline\tactive\t\\N", id: String = photo, by user: String = user
    ) -> String {
        table(
            "asset",
            #"id, "ownerId", "originalPath", "originalFileName", checksum, "isFavorite", visibility, status, "deletedAt""#,
            "\(id)\t\(user)\t/data/a\\tb.jpg\tb.jpg\t\\\\x\(sum)\tt\t\(more)")
    }

    private static let end = "--\n-- PostgreSQL database dump complete\n--\n"

    private func read(_ text: String, of user: String = "") throws -> [ImmichPhoto] {
        try home.write("dump.sql", (text + Self.end).utf8)
        return try #require(try dump()).photos(of: user)
    }

    private func dump(_ name: String = "dump.sql") throws -> ImmichDump? {
        try ImmichDump(home.path.appending(name), while: { true }, notify: { _, _ in })
    }

    @Test func rowsAreReadWithWhatIsEscapedInThem() throws {
        let photos = try read(
            "--\n-- PostgreSQL database dump\n--\n\\restrict x\n" + Self.asset()
                + Self.table(
                    "asset_exif", #""assetId", description, "fileSizeInByte", rating"#,
                    "\(Self.photo)\tone\\ntwo \\\\ three\t1234\t4"))
        #expect(photos.count == 1)
        let photo = try #require(photos.first)
        #expect(photo.path == DiskPath("/data/a\tb.jpg") && photo.name == "b.jpg" && photo.isFavorite)
        #expect(photo.checksum == [UInt8](repeating: 15, count: 20))
        #expect(photo.size == 1_234 && photo.rating == 4 && photo.description == "one\ntwo \\ three")
    }

    @Test(arguments: [
        "hidden\tactive\t\\N", "timeline\ttrashed\t\\N", "timeline\tactive\t2026-01-01 00:00:00+00",
    ]) func whatIsGoneOrPartOfAPhotoIsLeft(more: String) throws {
        let one = Self.asset("locked\tactive\t\\N", id: Self.album)
        let photos = try read(Self.asset(more) + one)
        #expect(photos.map(\.isLocked) == [true])
    }

    @Test func usersAreApartAndAlbumsAreTheirOwners() throws {
        let text =
            Self.asset() + Self.asset(id: Self.album, by: Self.other)
            + Self.table("\"user\"", "id, email", "\(Self.user)\ta@x", "\(Self.other)\tb@x")
            + Self.table("album", #"id, "albumName", "ownerId", "deletedAt""#, "\(Self.user)\tOurs\t\(Self.other)\t\\N")
            + Self.table("album_asset", #""albumId", "assetId""#, "\(Self.user)\t\(Self.photo)")
        #expect(try read(text, of: "a@x").map(\.albums) == [[]])
        let others = try read(text, of: "b@x")
        #expect(Set(others.map { "\($0.isFavorite) \($0.albums)" }) == ["true []", "false [\"Ours\"]"])
        #expect(try dump()?.users == ["a@x", "b@x"])
    }

    @Test func ofAServersDatabasesImmichsCounts() throws {
        let foreign = Self.table("person", "id, name", "\(Self.user)\tNobody") + "\\connect immich\n"
        let behind = Self.end + "\\connect other\n" + Self.asset(id: Self.album)
        #expect(try read(foreign + Self.asset() + behind).count == 1)
    }

    @Test func whatIsNoWholeDumpOfImmichsIsRefused() throws {
        func reason(_ text: String) -> String? {
            do {
                _ = try read(text)
                return nil
            } catch let error as EvokeError {
                return error.reason
            } catch { return "\(error)" }
        }
        #expect(reason("SELECT 1;\n") == "it contains no Immich tables")
        #expect(reason(Self.table("asset", "id")) == "it contains no photos")
        for cut in ["", "\\.\n", "\\.\n\n--\n"] {
            try home.write("cut.sql", (String(Self.asset().dropLast(4)) + cut).utf8)
            #expect { try dump("cut.sql") } throws: { ($0 as? EvokeError)?.reason == "it is truncated" }
        }
        #expect(reason("PGDMP\u{1}\u{2}") == "it is an archive of pg_dump, not plain SQL")
        #expect(reason("") == "it contains no Immich tables")
        try home.write("cut.sql.gz", [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 255])
        #expect { try dump("cut.sql.gz") } throws: { ($0 as? EvokeError)?.reason == "its compressed data is truncated" }
        #expect(throws: EvokeError.self) { try dump("") }
        #expect(throws: EvokeError.self) { try dump("none.sql") }
    }

    @Test func longLinesTakeNoRoomAndHideNothing() throws {
        let long = "\(Self.album)\t" + String(repeating: "x", count: 3 << 20)
        let photos = try read(Self.table("tag", "id, value", long) + Self.asset())
        #expect(photos.count == 1 && photos[0].tags.isEmpty)
    }

    /// Whatever comes in a dump, it is read or refused, and ends nothing.
    static func readDamaged(rounds: Int, seed: UInt64) throws {
        let home = TemporaryFolder()
        var generator = SeededGenerator(seed: seed)
        let whole = Array(
            (asset()
                + table(
                    "asset_face",
                    #""assetId", "personId", "imageWidth", "imageHeight", "boundingBoxX1", "boundingBoxY1", "#
                        + #""boundingBoxX2", "boundingBoxY2", "deletedAt""#,
                    "\(photo)\t\(user)\t100\t100\t-9223372036854775808\t1\t9223372036854775807\t50\t\\N")
                + table("person", "id, name", "\(user)\tAnna") + end).utf8)
        for _ in 0..<rounds {
            var bytes = whole
            for _ in 0..<Int.random(in: 1...8, using: &generator) {
                let place = Int.random(in: bytes.indices, using: &generator)
                switch Int.random(in: 0..<4, using: &generator) {
                case 0: bytes[place] = UInt8.random(in: .min ... .max, using: &generator)
                case 1: bytes.remove(at: place)
                case 2: bytes.insert(contentsOf: bytes[place...].prefix(40), at: place)
                default: bytes.insert(contentsOf: "\t\\N\"\n\\.\n".utf8.prefix(place % 8), at: place)
                }
                if bytes.isEmpty { break }
            }
            let file = try home.write("dump.sql", bytes)
            let photos = try? ImmichDump(file, while: { true }, notify: { _, _ in })?.photos(of: "")
            for face in (photos ?? []).flatMap(\.faces) {
                _ = face.box(in: PixelSize(width: 4_000, height: 3_000))
            }
        }
    }

    @Test func aDamagedDumpIsReadOrRefused() throws { try Self.readDamaged(rounds: 40, seed: TestSeed.value) }
}

@Suite struct ImmichDumpDamageTests {
    @Test(arguments: 0..<40) func damagedDumpsAreReadOrRefused(number: UInt64) throws {
        try ImmichDumpTests.readDamaged(rounds: 50, seed: TestSeed.value &* 41 &+ number)
    }
}
