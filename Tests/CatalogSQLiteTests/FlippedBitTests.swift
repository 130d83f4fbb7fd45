import EvokeCSQLite
import EvokeCatalog
import EvokePorts
import EvokeSystem
import EvokeTestSupport
import EvokeValues
import Glibc
import Testing

@testable import CatalogSQLite

/// Bits of a library's file are turned over one at a time, as failing disks and memory do it.
@Suite struct FlippedBitTests {
    private static let flips = 60
    private let folder = TemporaryFolder()
    private var file: DiskPath { folder.path.appending(SQLiteCatalog.fileName) }

    /// Every flip that changes anything that can be read is found, and what changes nothing is no fault.
    @Test(arguments: [0, 1, 2, 3] as [UInt64]) func everyFlippedBitIsFound(part: UInt64) async throws {
        try await makeLibrary()
        let whole = try FileSystem.read(file)
        let meaning = try #require(self.meaning())
        var random = SeededGenerator(seed: TestSeed.value &+ part)
        var (found, missed, harmless) = (0, [String](), 0)
        while found + missed.count < Self.flips {
            var bytes = whole
            let (place, bit) = (Self.place(in: whole, &random), UInt8.random(in: 0..<8, using: &random))
            bytes[place] ^= 1 << bit
            try restore(bytes)
            if self.meaning() == meaning {
                harmless += 1
                #expect(harmless < 10 * Self.flips, "nothing that is changed can be read")
                continue
            }
            try restore(bytes)
            if await finds() { found += 1 } else { missed.append("bit \(bit) of byte \(place)") }
        }
        #expect(missed.isEmpty)
        try restore(whole)
        #expect(await !finds())
    }

    private func finds() async -> Bool {
        do {
            return try await !SQLiteCatalog.open(in: folder.path, access: .read).check { _ in }.isInOrder
        } catch {
            return true
        }
    }

    /// All that can be read of the library, in any way; nil where reading fails.
    private func meaning() -> [String]? {
        let tables = CatalogTable.sealed.map { table in
            let columns = (table.columns.map(\.name) + ["checksum"]).map { "quote(\($0))" }.joined(separator: "||','||")
            return "SELECT group_concat(\(columns)) FROM \(table.name) NOT INDEXED"
        }
        let indices = [
            ("photos", "photos_by_content", "content||photo", "WHERE content IS NOT NULL"),
            ("photos", "photos_by_name", "folder||name||photo", ""),
            ("folders", "folders_by_path", "path||folder", ""),
            ("models", "models_by_fingerprint", "fingerprint||model", ""),
            ("vectors", "vectors_by_photo", "photo||model", ""),
        ].map { "SELECT group_concat(\($2)) FROM \($0) INDEXED BY \($1) \($3)" }
        let others = [
            "PRAGMA user_version", "PRAGMA application_id",
            "SELECT group_concat(type||name||tbl_name||sql) FROM sqlite_schema",
            "SELECT group_concat(name||seq) FROM sqlite_sequence",
        ]
        do {
            let connection = try SQLiteConnection(
                uri: SQLiteConnection.uri(file), file: file, flags: SQLITE_OPEN_READONLY)
            return try (tables + indices + others).map { sql in
                let statement = try connection.statement(sql)
                defer { statement.reset() }
                return try statement.step() ? statement.text(0) : ""
            }
        } catch {
            return nil
        }
    }

    /// A byte of a page taken at random, and not of the room between its cells.
    private static func place(in file: [UInt8], _ random: inout SeededGenerator) -> Int {
        let page = Int.random(in: 0..<(file.count / 16_384), using: &random) * 16_384
        let header = page == 0 ? 100 : page
        let cells = Int(file[header + 3]) << 8 | Int(file[header + 4])
        let content = page + (Int(file[header + 5]) << 8 | Int(file[header + 6]))
        while true {
            let place = Int.random(in: page..<(page + 16_384), using: &random)
            if place < header + 12 + 2 * cells || place >= content { return place }
        }
    }

    private func restore(_ bytes: [UInt8]) throws {
        for name in try FileSystem.names(in: folder.path) { try FileSystem.erase(folder.path.appending(name)) }
        try FileSystem.replace(file, with: bytes)
    }

    /// Something in every table, and more than one page of some.
    private func makeLibrary() async throws {
        let catalog = try await SQLiteCatalog.open(in: folder.path, access: .write)
        try await catalog.addRoot(DiskPath("/photos"))
        try await catalog.setExclusions(["drafts/", "*.tmp"])
        for number in 1...9 {
            let search = SavedSearch(name: "Search \(number)", query: "dog rating:>=\(number % 6) last week")
            #expect(try await catalog.save(search, most: 9))
        }
        try await catalog.choose(ModelChoice("starter", precision: Precision(rawValue: "f32")))
        for model in [ModelID(name: "wide", fingerprint: "f1", dimensions: 128), .fake] {
            var random = SeededGenerator(seed: 3)
            var changes: [CatalogChange] = []
            for number in 1...90 {
                let path = DiskPath("/photos/\(number % 7)/\(number).jpg")
                let stamp = FileStamp(size: 10_000, modifiedNanoseconds: Int64(number) << 40, inode: UInt64(number))
                let values = (0..<model.dimensions).map { _ in Float.random(in: -1...1, using: &random) }
                let vector = try #require(Embedding(normalizing: values, fingerprint: model.fingerprint))
                changes.append(
                    .encoded(
                        path, stamp, ContentDigest(high: UInt64(number), low: 7), PixelSize(width: 40, height: 30),
                        vector, colors: PhotoColors([.red]), share: number.isMultiple(of: 9) ? 0.5 : nil))
                var metadata = PhotoMetadata()
                metadata.taken = TakenDate(localSeconds: 1_700_000_000 + Int64(number), source: .exifOriginal)
                metadata.place = Coordinates(latitude: Double(number), longitude: 8.5, altitude: nil)
                metadata.keywords = ["sea", "sail \(number)"]
                let companions = PhotoCompanions(
                    files: [DiskPath("/photos/\(number % 7)/\(number).cr2")], sidecars: [], sidecarStamp: 0)
                changes.append(.described(path, (metadata, companions)))
            }
            let error = EvokeError(.damaged, doing: "read the photo", subject: "", reason: "cut", remedy: "Restore it.")
            for number in 91...99 {
                let stamp = FileStamp(size: 1, modifiedNanoseconds: 1, inode: 1)
                changes.append(.failed(DiskPath("/photos/bad/\(number).jpg"), stamp, error))
            }
            try await catalog.record(changes, model: model)
        }
        try await catalog.close()
    }
}
