import EvokeCSQLite
import EvokeCatalog
import EvokeValues

/// The library's tables, made from their description, and the format that a file has.
enum Schema {
    /// "Evok": tells a library from other SQLite files.
    static let applicationID = 0x4576_6F6B

    static let format = CatalogTable.format

    static func state(of connection: SQLiteConnection, file: DiskPath) throws(EvokeError) -> CatalogFormat {
        let version = try connection.count("PRAGMA user_version")
        let application = try connection.count("PRAGMA application_id")
        let isEmpty = try connection.count("SELECT count(*) FROM sqlite_schema") == 0
        guard application == applicationID || (application == 0 && version == 0 && isEmpty) else {
            throw EvokeError(
                .libraryDamaged, doing: "open the library", subject: file.display,
                reason: "it belongs to another program", remedies: [.chooseOption(.library)])
        }
        if isEmpty, version == 0 { return .empty }
        return try CatalogFormat(version, oldest: Upgrade.oldest, of: file.display)
    }

    /// Makes the tables of an empty database, or upgrades older ones.
    static func migrate(
        _ connection: SQLiteConnection, notify: (UpgradeProgress) -> Void = { _ in }
    ) throws(EvokeError) {
        try connection.transaction { () throws(EvokeError) in
            // Another process may have upgraded it while this one waited for the lock.
            switch try connection.count("PRAGMA user_version") {
            case 0:
                try connection.execute(tables)
                try connection.execute(
                    """
                    INSERT INTO vector_changes(model, photo) VALUES(NULL, NULL);
                    INSERT INTO photo_changes(photo) VALUES(NULL);
                    """)
            case Upgrade.oldest:
                try Upgrade.tables(of: connection, notify)
                try connection.rewriteTexts { notify(UpgradeProgress(.texts, done: $0, total: $1)) }
            default: return
            }
            for (done, table) in CatalogTable.sealed.enumerated() {
                notify(UpgradeProgress(.checksums, done: done, total: CatalogTable.sealed.count))
                // Short statements don't reach SQLite's progress handler.
                try connection.checkThatItIsWanted()
                try connection.execute(table.fillChecksums)
            }
            try connection.execute("PRAGMA application_id = \(applicationID); PRAGMA user_version = \(format)")
        }
    }

    /// The SQL that made the library's tables and indices, by name, without spaces.
    static func tables(of connection: SQLiteConnection) throws(EvokeError) -> [String: String] {
        let tables = try connection.map(
            "SELECT type || ' ' || name, tbl_name || ' ' || coalesce(sql, '') FROM sqlite_schema"
        ) { row in (row.text(0), row.text(1).split { " \n".contains($0) }.joined(separator: " ")) }
        return Dictionary(tables, uniquingKeysWith: { $1 })
    }

    /// Those of a new library.
    static let expected = Result { () throws(EvokeError) in
        let connection = try SQLiteConnection(
            uri: ":memory:", file: DiskPath("a new library"), flags: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE)
        try migrate(connection)
        return try tables(of: connection)
    }

    static let tables =
        CatalogTable.all.map(\.definition).joined(separator: "\n") + "\n" + FullText.table + "\n"
}

extension CatalogTable {
    /// Tables of a log number their rows, and never use a number again.
    private var isLog: Bool { values.contains { $0.name == "token" } }

    fileprivate var definition: String {
        // Vectors of a model stand in the order in which a search walks through them.
        let keys = self == .vectors ? key.reversed().map(\.name) : key.map(\.name)
        let hasNumber = key.count == 1 && key[0].kind == .integer
        var lines = columns.map { column in
            if hasNumber, column.name == keys[0] {
                return "    \(column.name) \(column.kind.type) PRIMARY KEY" + (isLog ? " AUTOINCREMENT" : "")
            }
            return "    \(column.definition(column.kind.type))" + (column.name == "token" ? " DEFAULT (random())" : "")
        }
        for (column, table) in references {
            lines.append("    FOREIGN KEY(\(column.name)) REFERENCES \(table.name)(\(column.name)) ON DELETE CASCADE")
        }
        if isSealed { lines.insert("    checksum INTEGER", at: columns.count) }
        if !hasNumber { lines.append("    PRIMARY KEY(\(keys.joined(separator: ", ")))") }
        var text = about.isEmpty ? "" : "-- \(about)\n"
        text += "CREATE TABLE \(name)(\n\(lines.joined(separator: ",\n"))\n)\(hasNumber ? "" : " WITHOUT ROWID");\n"
        let more = self == .vectors ? [Index("vectors_by_photo", on: "photo")] : []
        for index in indexes + more { text += index.definition(on: name, index.columns.joined(separator: ", ")) }
        return text
    }
}

extension CatalogTable.Kind {
    fileprivate var type: String {
        switch self {
        case .integer: "INTEGER"
        case .real: "REAL"
        case .text: "TEXT"
        case .bytes, .path, .halfFloats: "BLOB"
        }
    }
}
