import EvokeCSQLite
import EvokeCatalog
import EvokeSystem
import EvokeValues
import EvokeWorkers

/// Upgrades libraries of older formats.
enum Upgrade {
    /// The oldest format that can be upgraded: the last one of Evoke 0.1.
    static let oldest = 21
    /// What that format called the owner's decisions about faces.
    static let oldFaceDecisions = "face_words"

    /// Makes today's tables from those of that format, within a transaction.
    static func tables(of connection: SQLiteConnection, _ notify: (UpgradeProgress) -> Void) throws(EvokeError) {
        let drops = try connection.map(
            "SELECT 'DROP ' || type || ' ' || name FROM sqlite_schema WHERE type IN ('trigger', 'index') AND sql NOT NULL"
        ) { row in row.text(0) }
        for drop in drops { try connection.execute(drop) }
        try connection.execute("DROP TABLE written; DROP TABLE picture_words")
        for table in OldTable.all { try connection.execute("ALTER TABLE \(table.name) RENAME TO old_\(table.name)") }
        try connection.execute(Schema.tables)
        for (done, table) in OldTable.all.enumerated() {
            notify(UpgradeProgress(.tables, done: done, total: OldTable.all.count))
            // Short statements don't reach SQLite's progress handler.
            try connection.checkThatItIsWanted()
            try connection.execute(table.copy)
        }
        for table in OldTable.all.reversed() { try connection.execute("DROP TABLE old_\(table.name)") }
    }

    /// Keeps a copy of the old library next to it, so that the upgrade can be reverted.
    static func run(
        _ connection: SQLiteConnection, file: DiskPath, format: Int, notify: (UpgradeProgress) -> Void
    ) throws(EvokeError) {
        guard !connection.isReadOnly else {
            throw EvokeError(
                .readOnly, doing: "upgrade the library", subject: file.display,
                reason: "it has the older format \(format) and is read-only",
                remedy: "Check its permissions. It can still be searched and viewed.")
        }
        defer { notify(UpgradeProgress(.end)) }
        let copy = file.copy(ofFormat: format)
        try keep(connection, as: copy, file: file, notify)
        do throws(EvokeError) {
            try Schema.migrate(connection, notify: notify)
        } catch {
            // The library is unchanged, and the next try needs the space.
            if !connection.isWanted { try? FileSystem.erase(copy) }
            throw error
        }
        // Otherwise the file has room for the old tables, and the log stays large, as long as the library exists.
        notify(UpgradeProgress(.file))
        // While another program reads, the room is kept for later.
        try? connection.execute("VACUUM")
        connection.emptyLog()
        // Only the copy of the latest upgrade is kept.
        for other in copies(in: copy.folder) where other != copy { try? FileSystem.erase(other) }
    }

    /// The copies of older formats in a library's folder.
    static func copies(in folder: DiskPath) -> [DiskPath] { folder.databases(named: nameOfCopy) }
    fileprivate static let nameOfCopy = "library-format"

    /// An upgraded copy of a library that cannot be upgraded itself; it is deleted with the connection.
    static func temporaryCopy(
        of connection: SQLiteConnection, for cancellation: Cancellation, file: DiskPath, format: Int, reason: String,
        notify: (UpgradeProgress) -> Void
    ) throws(EvokeError) -> SQLiteConnection {
        defer { notify(UpgradeProgress(.end)) }
        do throws(EvokeError) {
            // An empty name makes a temporary database: in memory, and in the system's temporary folder if it grows.
            let copy = try SQLiteConnection(uri: "", file: file, flags: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE)
            try connection.granting(cancellation) { () throws(EvokeError) in
                try connection.copy(to: copy) { notify(UpgradeProgress(.copy, done: Int($0), total: Int($1))) }
            }
            try copy.granting(cancellation) { () throws(EvokeError) in try Schema.migrate(copy, notify: notify) }
            return copy
        } catch {
            throw EvokeError(
                error.kind, doing: "read the library", subject: file.display,
                reason: "it has the older format \(format), and neither it (\(reason)) nor a temporary copy "
                    + "(\(error.reason)) could be upgraded",
                remedies: [
                    .advice("Open it as a user who may write to it, or set TMPDIR to a folder with more space.")
                ], cause: error.cause)
        }
    }

    private static func keep(
        _ connection: SQLiteConnection, as copy: DiskPath, file: DiskPath, _ notify: (UpgradeProgress) -> Void
    ) throws(EvokeError) {
        // The upgrade writes all tables again, first to the log and then to the file.
        try connection.checkRoom(at: copy.folder, for: file, doing: "upgrade the library", copies: 3)
        // Another process may be doing this as well, or may have failed.
        try connection.copy(toFile: copy, replaces: true) {
            notify(UpgradeProgress(.copy, done: Int($0), total: Int($1)))
        }
    }
}

extension DiskPath {
    fileprivate var folder: DiskPath { parent ?? DiskPath("/") }

    func copy(ofFormat format: Int) -> DiskPath { folder.appending("\(Upgrade.nameOfCopy)\(format).sqlite") }

    /// The databases in this folder whose names begin like that.
    func databases(named start: String) -> [DiskPath] {
        // A folder that cannot be listed is treated as empty.
        ((try? FileSystem.names(in: self)) ?? []).filter {
            $0.starts(with: start.utf8) && $0.reversed().starts(with: ".sqlite".utf8.reversed())
        }.map { appending($0) }
    }
}

/// A table of the oldest format.
private struct OldTable {
    let name: String
    let table: CatalogTable
    /// In the order of its checksum.
    let columns: [String]
    /// The columns that are made from others.
    let changed: [String: String]
    let condition: String

    init(
        _ name: String, _ table: CatalogTable, _ columns: String, changed: [String: String] = [:],
        where condition: String = "TRUE"
    ) {
        (self.name, self.table, self.changed, self.condition) = (name, table, changed, condition)
        self.columns = columns.split(separator: " ").map(String.init)
    }

    /// A row that did not match its checksum does not match the new one, either. Rows of other programs have none.
    var copy: String {
        let columns = table.columns.map(\.name).filter { self.columns.contains($0) || changed[$0] != nil }
        let values = columns.map { changed[$0] ?? $0 }
        let sum = "evoke_checksum('\(name)', \(self.columns.joined(separator: ", ")))"
        return """
            INSERT INTO \(table.name)(\(columns.joined(separator: ", ")), checksum)
            SELECT \(values.joined(separator: ", ")), iif(checksum != \(sum), 0, NULL)
            FROM old_\(name) WHERE \(condition)
            """
    }

    static let all = [
        OldTable("settings", .settings, "name value", where: "name != 'written'"),
        OldTable("roots", .roots, "path"),
        OldTable("exclusions", .exclusions, "place pattern", changed: ["position": "place"]),
        OldTable(
            "searches", .searches, "name query",
            changed: ["name": "CAST(name AS BLOB)", "query": "CAST(query AS BLOB)"]),
        OldTable("models", .models, "id fingerprint name dimensions", changed: ["model": "id"]),
        OldTable("doubts", .suspects, "photo", changed: ["photo": "iif(photo = 0, -1, photo)"]),
        OldTable("people", .people, "person name"),
        OldTable(Upgrade.oldFaceDecisions, .faceDecisions, "content x y width height person refused hidden"),
        OldTable("placed_faces", .placedFaces, "content face finder person cluster said", changed: ["decided": "said"]),
        OldTable("marks", .marks, "content kind value"),
        OldTable("mark_changes", .markChanges, "number undo"),
        OldTable("people_changes", .peopleChanges, "number undo"),
        OldTable("folders", .folders, "id path", changed: ["folder": "id"]),
        OldTable(
            "photos", .photos,
            "id folder name size modified inode changed width height missing content sidecars colors",
            changed: ["photo": "id"]),
        OldTable("failures", .failures, "photo kind doing reason remedy"),
        OldTable("cuts", .truncations, "photo share"),
        OldTable(
            "companions", .companions, "photo path",
            changed: ["position": "row_number() OVER (PARTITION BY photo ORDER BY path) - 1"]),
        OldTable(
            "facts", .metadata,
            "photo taken nanoseconds utc_offset taken_precision taken_source make camera lens latitude longitude "
                + "altitude orientation rating title description length"),
        OldTable("keywords", .keywords, "photo place keyword", changed: ["position": "place"]),
        OldTable("places", .places, "photo known city subdivision country"),
        OldTable("texts", .texts, "photo reader lines"),
        OldTable("looks", .fingerprints, "photo signature look", changed: ["fingerprint": "look"]),
        OldTable("comparisons", .comparisons, "photo judge taken alike"),
        OldTable("faces", .faces, "photo finder count found"),
        OldTable("vectors", .vectors, "model photo halves", changed: ["half_floats": "halves"]),
        OldTable("moments", .moments, "photo model count moments"),
        OldTable("vector_changes", .vectorChanges, "number model photo token"),
        OldTable("photo_changes", .photoChanges, "number photo token"),
    ]
}
