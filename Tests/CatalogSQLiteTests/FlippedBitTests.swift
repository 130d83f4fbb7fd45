import EvokeCSQLite
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
    private var file: FilePath { folder.path.appending(SQLiteCatalog.fileName) }

    /// Every flip that changes anything that can be read is found, and what changes nothing is no fault.
    @Test(arguments: [1, 2, 3, 4] as [UInt64]) func everyFlippedBitIsFound(seed: UInt64) async throws {
        try await makeLibrary()
        let whole = try FileSystem.read(file)
        let meaning = try #require(self.meaning())
        var random = SeededGenerator(seed: seed)
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

    /// A step of the schema that adds a column names it in `Checksums`, too. What is looked for in texts is made of other
    /// tables, and compared with them.
    @Test func everyColumnIsInTheChecksums() async throws {
        let catalog = try await SQLiteCatalog.open(in: folder.path, access: .write)
        let columns = try await catalog.use { connection in
            let statement = try connection.statement(
                """
                SELECT t.name || '.' || c.name FROM sqlite_schema t, pragma_table_info(t.name) c
                WHERE t.type = 'table' AND t.name NOT LIKE 'sqlite_%' AND t.name NOT LIKE 'written%'
                    AND t.name != 'picture_words' AND c.name != 'checksum'
                """)
            var columns: Set<String> = []
            while try statement.step() { columns.insert(statement.text(0)) }
            return columns
        }
        let known = Checksums.all.flatMap { table in
            (table.key + table.values).map { column in "\(table.name).\(column)" }
        }
        #expect(columns == Set(known))
    }

    /// What SQLite and the lengths of vectors cannot know: each is whole, but another photo's.
    @Test func swappedVectorsAreFound() async throws {
        try await makeLibrary()
        let others = try Connection(uri: Connection.uri(file), file: file, flags: SQLITE_OPEN_READWRITE)
        try others.execute(
            """
            CREATE TEMP TABLE two AS SELECT photo, halves FROM vectors WHERE model = 1 AND photo IN (2, 3);
            UPDATE vectors SET halves = (SELECT halves FROM two WHERE photo = 5 - vectors.photo)
            WHERE model = 1 AND photo IN (2, 3)
            """)
        let report = try await SQLiteCatalog.open(in: folder.path, access: .read).check { _ in }
        #expect(
            report.faults(of: .vectors) == 2 && report.faults(of: .photos) == 0
                && report.doubts == [.library, .photo(PhotoID(2)), .photo(PhotoID(3))])
        #expect(report.faults.count { $0.words.hasPrefix("change") } == 4, "nor did Evoke note that they changed")
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
        let tables = Checksums.all.map { table in
            let columns = (table.key + table.values + ["checksum"]).map { "quote(\($0))" }.joined(separator: "||','||")
            return "SELECT group_concat(\(columns)) FROM \(table.name) NOT INDEXED"
        }
        let indices = [
            ("photos", "photos_by_content", "content||id", "WHERE content IS NOT NULL"),
            ("photos", "sqlite_autoindex_photos_1", "folder||name||id", ""),
            ("folders", "sqlite_autoindex_folders_1", "path||id", ""),
            ("models", "sqlite_autoindex_models_1", "fingerprint||id", ""),
            ("vectors", "vectors_by_photo", "photo||model", ""), ("facts", "facts_by_taken", "taken||photo", ""),
        ].map { "SELECT group_concat(\($2)) FROM \($0) INDEXED BY \($1) \($3)" }
        let others = [
            "PRAGMA user_version", "PRAGMA application_id",
            "SELECT group_concat(type||name||tbl_name||sql) FROM sqlite_schema",
            "SELECT group_concat(name||seq) FROM sqlite_sequence",
        ]
        do {
            let connection = try Connection(uri: Connection.uri(file), file: file, flags: SQLITE_OPEN_READONLY)
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
        try await catalog.addRoot(FilePath("/photos"))
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
                let path = FilePath("/photos/\(number % 7)/\(number).jpg")
                let stamp = FileStamp(size: 10_000, modifiedNanoseconds: Int64(number) << 40, inode: UInt64(number))
                let values = (0..<model.dimensions).map { _ in Float.random(in: -1...1, using: &random) }
                let vector = try #require(Embedding(normalizing: values, fingerprint: model.fingerprint))
                changes.append(
                    .encoded(
                        path, stamp, ContentDigest(high: UInt64(number), low: 7), PixelSize(width: 40, height: 30),
                        vector))
                if number.isMultiple(of: 9) { changes.append(.cut(path, share: 0.5)) }
                changes.append(.colored(path, PhotoColors([.red])))
                var facts = PhotoFacts()
                facts.taken = TakenDate(localSeconds: 1_700_000_000 + Int64(number), source: .exifOriginal)
                facts.place = Coordinates(latitude: Double(number), longitude: 8.5, altitude: nil)
                facts.keywords = ["sea", "sail \(number)"]
                let companions = PhotoCompanions(
                    files: [FilePath("/photos/\(number % 7)/\(number).cr2")], sidecars: [], sidecarStamp: 0)
                changes.append(.described(path, facts, companions))
            }
            let error = EvokeError(.damaged, doing: "read the photo", subject: "", reason: "cut", remedy: "Restore it.")
            for number in 91...99 {
                let stamp = FileStamp(size: 1, modifiedNanoseconds: 1, inode: 1)
                changes.append(.failed(FilePath("/photos/bad/\(number).jpg"), stamp, error))
            }
            try await catalog.record(changes, model: model)
        }
        try await catalog.close()
    }
}
