import EvokeCSQLite
import EvokeCatalog
import EvokeValues

/// The library's tables, made from their description, and the format that a file has.
enum Schema {
    /// "Evok": tells a library from other SQLite files.
    static let applicationID = 0x4576_6F6B

    static let format = CatalogTable.format

    /// How an open database's format relates to this version of Evoke.
    enum State {
        case empty, current
        case older(format: Int)
    }

    static func state(of connection: SQLiteConnection, file: FilePath) throws(EvokeError) -> State {
        let version = try connection.count("PRAGMA user_version")
        let application = try connection.count("PRAGMA application_id")
        let isEmpty = try connection.count("SELECT count(*) FROM sqlite_schema") == 0
        guard application == applicationID || (application == 0 && version == 0 && isEmpty) else {
            throw EvokeError(
                .libraryDamaged, doing: "open the library", subject: file.display,
                reason: "it belongs to another program",
                remedies: [.chooseOption(.library)])
        }
        if version == format { return .current }
        if isEmpty, version == 0 { return .empty }
        guard version <= format else {
            throw EvokeError(
                .libraryNewer, doing: "open the library", subject: file.display,
                reason: "it was made by a newer Evoke (format \(version); this one reads up to \(format))",
                remedies: [.advice("Update Evoke, or use another library."), .chooseOption(.library)])
        }
        guard version == Upgrade.oldest else {
            throw EvokeError(
                version < 0 ? .libraryDamaged : .unsupported, doing: "open the library", subject: file.display,
                reason: version < 0
                    ? "its format \(version) is invalid"
                    : "its format \(version) is too old; this version upgrades format \(Upgrade.oldest)",
                remedies: [
                    .advice("Index your photos into another library. This file stays as it is."),
                    .chooseOption(.library),
                ])
        }
        return .older(format: version)
    }

    /// Makes the tables of an empty database, or upgrades older ones.
    static func migrate(
        _ connection: SQLiteConnection, notify: (UpgradeProgress) -> Void = { _ in }
    ) throws(EvokeError) {
        try connection.transaction { () throws(EvokeError) in
            // Another process may have upgraded it while this one waited for the lock.
            switch try connection.count("PRAGMA user_version") {
            case 0:
                try connection.execute(tables + triggers)
                try connection.execute(
                    """
                    INSERT INTO vector_changes(model, photo) VALUES(NULL, NULL);
                    INSERT INTO photo_changes(photo) VALUES(NULL);
                    """)
            case Upgrade.oldest: try Upgrade.tables(of: connection, notify)
            default: return
            }
            try connection.followFullText { notify(UpgradeProgress(.texts, done: $0, total: $1)) }
            for (done, table) in CatalogTable.sealed.enumerated() {
                notify(UpgradeProgress(.checksums, done: done, total: CatalogTable.sealed.count))
                // Short statements don't reach SQLite's progress handler.
                try connection.checkThatItIsWanted()
                try connection.execute(table.fillChecksums)
            }
            try connection.execute("PRAGMA application_id = \(applicationID); PRAGMA user_version = \(format)")
        }
    }

    /// The SQL that made the library's tables, indices and triggers, by name, without spaces.
    static func tables(of connection: SQLiteConnection) throws(EvokeError) -> [String: String] {
        let statement = try connection.statement(
            "SELECT type || ' ' || name, tbl_name || ' ' || coalesce(sql, '') FROM sqlite_schema")
        defer { statement.reset() }
        var tables: [String: String] = [:]
        while try statement.step() {
            tables[statement.text(0)] = statement.text(1).split { " \n".contains($0) }.joined(separator: " ")
        }
        return tables
    }

    /// Those of a new library.
    static func expected() throws(EvokeError) -> [String: String] {
        try made.get()
    }

    private static let made = Result { () throws(EvokeError) in
        let connection = try SQLiteConnection(
            uri: ":memory:", file: FilePath("a new library"), flags: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE)
        try migrate(connection)
        return try tables(of: connection)
    }
}

extension Schema {
    static let tables =
        CatalogTable.all.map(\.definition).joined(separator: "\n") + "\n" + FullText.table + "\n"

    /// They log changes, so no statement can forget it.
    static let triggers = logging.map { trigger in
        let photo = trigger.row.map { "\($0).photo" } ?? ""
        let log =
            switch trigger.log {
            case .photo: "INSERT INTO photo_changes(photo) VALUES(\(photo));"
            case .content:
                "INSERT INTO photo_changes(photo) SELECT photo FROM photos WHERE content = \(trigger.row ?? "").content;"
            case .statement(let statement): statement
            }
        return """
            CREATE TRIGGER \(trigger.name) AFTER \(trigger.event)\(trigger.condition.map { " WHEN " + $0 } ?? "") BEGIN
                \(log)
            END;

            """
    }.joined()

    private struct Trigger {
        enum Log {
            /// The photo of the row.
            case photo
            /// All photos with the content of the row.
            case content
            case statement(String)
        }

        let name: String
        let event: String
        let condition: String?
        let log: Log

        /// The row that the event leaves, or the one that it deletes.
        var row: String? { event.hasPrefix("DELETE") ? "OLD" : "NEW" }

        init(_ name: String, _ event: String, when condition: String? = nil, _ log: Log) {
            (self.name, self.event, self.condition, self.log) = (name, event, condition, log)
        }
    }

    private static let logging = [
        Trigger("vector_added", "INSERT ON vectors", .statement(logVector("NEW"))),
        Trigger(
            "vector_changed", "UPDATE OF model, photo, half_floats ON vectors",
            .statement("INSERT INTO vector_changes(model, photo) VALUES(OLD.model, OLD.photo), (NEW.model, NEW.photo);")
        ),
        Trigger("vector_deleted", "DELETE ON vectors", .statement(logVector("OLD"))),
        Trigger(
            "photo_shown", "UPDATE OF missing ON photos", when: "(OLD.missing = 0) != (NEW.missing = 0)",
            .statement(
                "INSERT INTO vector_changes(model, photo) SELECT model, photo FROM vectors WHERE photo = NEW.photo;")),
        Trigger("moments_added", "INSERT ON moments", when: "NEW.count > 0", .statement(logVector("NEW"))),
        Trigger("moments_changed", "UPDATE OF count, moments ON moments", .statement(logVector("NEW"))),
        Trigger("moments_deleted", "DELETE ON moments", when: "OLD.count > 0", .statement(logVector("OLD"))),
        // Followers that are further behind read everything again.
        Trigger(
            "vector_changes_trimmed", "INSERT ON vector_changes", when: "NEW.number % 1024 = 0",
            .statement("DELETE FROM vector_changes WHERE number <= NEW.number - 262144;")),
        Trigger(
            "photo_changes_trimmed", "INSERT ON photo_changes", when: "NEW.number % 1024 = 0",
            .statement("DELETE FROM photo_changes WHERE number <= NEW.number - 65536;")),
        Trigger("photo_added", "INSERT ON photos", .photo),
        Trigger(
            "photo_changed", "UPDATE OF folder, name, width, height, missing, content, colors ON photos",
            when: "OLD.folder != NEW.folder OR OLD.name != NEW.name OR OLD.width IS NOT NEW.width "
                + "OR OLD.height IS NOT NEW.height OR OLD.missing != NEW.missing OR OLD.content IS NOT NEW.content "
                + "OR OLD.colors IS NOT NEW.colors",
            .photo),
        Trigger("photo_deleted", "DELETE ON photos", .photo),
        // Keywords change together with the metadata of their photos.
        Trigger("metadata_added", "INSERT ON metadata", .photo),
        Trigger("metadata_deleted", "DELETE ON metadata", .photo),
        // An unreadable photo is shown if it has a vector.
        Trigger("failure_added", "INSERT ON failures", .photo),
        Trigger("failure_deleted", "DELETE ON failures", .photo),
        Trigger("failed_encoded", "INSERT ON vectors", when: isFailed("NEW"), .photo),
        Trigger("failed_decoded", "DELETE ON vectors", when: isFailed("OLD"), .photo),
        Trigger("place_recorded", "UPDATE OF city, subdivision, country ON places", .photo),
        Trigger("text_added", "INSERT ON texts", when: "NEW.lines IS NOT NULL", .photo),
        Trigger("text_changed", "UPDATE OF lines ON texts", when: "OLD.lines IS NOT NEW.lines", .photo),
        Trigger("text_deleted", "DELETE ON texts", when: "OLD.lines IS NOT NULL", .photo),
        Trigger("fingerprint_added", "INSERT ON fingerprints", .photo),
        Trigger("fingerprint_changed", "UPDATE OF signature, fingerprint ON fingerprints", .photo),
        Trigger("comparison_added", "INSERT ON comparisons", when: "NEW.alike IS NOT NULL", .photo),
        Trigger("comparison_changed", "UPDATE OF alike ON comparisons", when: "OLD.alike IS NOT NEW.alike", .photo),
        Trigger("comparison_deleted", "DELETE ON comparisons", when: "OLD.alike IS NOT NULL", .photo),
        Trigger("faces_added", "INSERT ON faces", .photo),
        Trigger("faces_changed", "UPDATE OF count ON faces", when: "OLD.count != NEW.count", .photo),
        Trigger("faces_deleted", "DELETE ON faces", .photo),
        Trigger("face_decision_added", "INSERT ON face_decisions", when: "NEW.person IS NOT NULL", .content),
        Trigger(
            "face_decision_changed", "UPDATE OF person ON face_decisions", when: "OLD.person IS NOT NEW.person",
            .content),
        Trigger("face_decision_deleted", "DELETE ON face_decisions", when: "OLD.person IS NOT NULL", .content),
        Trigger("placed_face_added", "INSERT ON placed_faces", when: "NEW.person IS NOT NULL", .content),
        Trigger("placed_face_deleted", "DELETE ON placed_faces", when: "OLD.person IS NOT NULL", .content),
        Trigger("mark_added", "INSERT ON marks", .content),
        Trigger("mark_deleted", "DELETE ON marks", .content),
    ]

    private static func logVector(_ row: String) -> String {
        "INSERT INTO vector_changes(model, photo) VALUES(\(row).model, \(row).photo);"
    }

    private static func isFailed(_ row: String) -> String {
        "EXISTS (SELECT 1 FROM failures WHERE photo = \(row).photo)"
    }
}

extension CatalogTable {
    /// Tables of a log number their rows, and never use a number again.
    private var isLog: Bool { values.contains { $0.name == "token" } }

    fileprivate var definition: String {
        // Vectors of a model stand in the order in which a search walks through them.
        let keys = self == .vectors ? key.reversed().map(\.name) : key.map(\.name)
        let hasNumber = key.count == 1 && key[0].kind == .integer
        var lines = columns.map { column in
            var line = "    \(column.name) \(column.kind.type)"
            if hasNumber, column.name == keys[0] { return line + " PRIMARY KEY" + (isLog ? " AUTOINCREMENT" : "") }
            if !column.isOptional { line += " NOT NULL" }
            if let standard = column.standard { line += " DEFAULT \(standard)" }
            if column.name == "token" { line += " DEFAULT (random())" }
            return line
        }
        for (column, table) in references {
            lines.append("    FOREIGN KEY(\(column.name)) REFERENCES \(table.name)(\(column.name)) ON DELETE CASCADE")
        }
        if isSealed { lines.insert("    checksum INTEGER", at: columns.count) }
        if !hasNumber { lines.append("    PRIMARY KEY(\(keys.joined(separator: ", ")))") }
        var text = about.isEmpty ? "" : "-- \(about)\n"
        text += "CREATE TABLE \(name)(\n\(lines.joined(separator: ",\n"))\n)\(hasNumber ? "" : " WITHOUT ROWID");\n"
        let more = self == .vectors ? [Index("vectors_by_photo", on: "photo")] : []
        for index in indexes + more {
            text +=
                "CREATE \(index.isUnique ? "UNIQUE " : "")INDEX \(index.name) ON \(name)("
                + index.columns.joined(separator: ", ") + ")\(index.condition.map { " WHERE " + $0 } ?? "");\n"
        }
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
