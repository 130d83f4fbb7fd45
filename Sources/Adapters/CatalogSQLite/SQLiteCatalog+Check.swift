import EvokeCatalog
package import EvokeValues

extension SQLiteCatalog {
    package func check(notify: @escaping @Sendable (CheckProgress) -> Void) async throws -> CheckReport {
        try await use { connection in
            // One consistent view for all parts, whatever is written in the meantime.
            try connection.snapshot {
                var check = LibraryCheck(connection, notify)
                try check.run()
                return check.report
            }
        }
    }
}

private struct LibraryCheck {
    private let connection: SQLiteConnection
    private let notify: (CheckProgress) -> Void
    private(set) var report = CheckReport()

    init(_ connection: SQLiteConnection, _ notify: @escaping (CheckProgress) -> Void) {
        self.connection = connection
        self.notify = notify
    }

    mutating func run() throws(EvokeError) {
        for part in report.parts {
            notify(CheckProgress(part))
            do throws(EvokeError) {
                report.finish(part, count: try check(part))
            } catch  where error.kind == .libraryDamaged {
                // An unreadable page ends this part only; other parts may be on other pages.
                report.record(part, "could not be read completely: \(error.reason)")
            }
        }
    }

    /// Returns how many items were checked.
    private mutating func check(_ part: CheckReport.Part) throws(EvokeError) -> Int {
        switch part {
        case .file: try checkFile()
        case .tables: try checkTables()
        case .references: try checkReferences()
        case .photos: try checkPhotos()
        case .vectors: try checkVectors()
        case .files: 0
        }
    }

    private mutating func checkFile() throws(EvokeError) -> Int {
        let statement = try connection.statement("PRAGMA integrity_check(\(CheckReport.faultsListedOfAPart))")
        defer { statement.reset() }
        while try connection.heedingInterruptions(statement.step) {
            for line in statement.text(0).split(separator: "\n") where line != "ok" && !line.hasPrefix("***") {
                let words = "SQLite reports: \(line)"
                // An index can be rebuilt from its table.
                if line.contains(" index ") {
                    report.record(.file, words, suspecting: .library)
                } else {
                    report.record(.file, words)
                }
            }
        }
        return try connection.count("PRAGMA page_count")
    }

    /// Checks the schema and the small tables.
    private mutating func checkTables() throws(EvokeError) -> Int {
        let tables = try Schema.tables(of: connection)
        for (name, _) in try Schema.expected().filter({ tables[$0.key] != $0.value }).sorted(by: { $0.key < $1.key }) {
            report.record(.tables, "the definition of '\(name)' is not Evoke's")
        }
        try checkRows(of: .settings, "name") { "the setting '\($0.text(0))'" }
        try checkRows(of: .exclusions, "pattern") { "the exclusion '\($0.text(0))'" }
        try checkRows(of: .searches, "name") { "the saved search '\($0.path(0).display)'" }
        // Reports never contain people's names.
        try checkRows(of: .people, "person") { "person \($0.integer(0))" }
        try checkRows(of: .faceDecisions, "person") { _ in "an edit of a face" }
        try checkRows(of: .placedFaces, "person") { _ in "the person of a face" }
        try checkRows(of: .peopleChanges, "number") { "change \($0.integer(0)) of people" }
        try checkRows(of: .marks, "kind") { "a mark (\($0.text(0)))" }
        try checkRows(of: .markChanges, "number") { "change \($0.integer(0)) of marks" }
        try checkRows(of: .roots, "path") { "the remembered folder '\($0.path(0).display)'" }
        try checkRows(of: .models, "name") { "the model '\($0.text(0))'" }
        try checkRows(of: .folders, "path") { "the folder '\($0.path(0).display)'" }
        try checkRows(of: .vectorChanges, "number") { "change \($0.integer(0)) of vectors" }
        try checkRows(of: .photoChanges, "number") { "change \($0.integer(0)) of photos" }
        try checkRows(of: .suspects, "photo") { "the suspect photo \($0.integer(0))" }
        for (log, words) in [("vector_changes", "vectors"), ("photo_changes", "photos")] {
            let last = try connection.integer("SELECT max(number) FROM \(log)")
            if try connection.integer("SELECT seq FROM sqlite_sequence WHERE name = '\(log)'") != last {
                report.record(
                    .tables, "the counter of changes of \(words) is wrong", suspecting: .library)
            }
            // Numbers are consecutive, and only the oldest changes are ever dropped.
            let gaps = try connection.integer("SELECT max(number) - min(number) + 1 - count(*) FROM \(log)") ?? 0
            if gaps != 0 {
                report.record(
                    .tables, "\(gaps) changes of \(words) are missing",
                    suspecting: .library)
            }
        }
        try checkFullText()
        return tables.count
    }

    /// Damage is not fatal: the full text can be rebuilt from the photos.
    private mutating func checkFullText() throws(EvokeError) {
        do throws(EvokeError) {
            if let fault = try connection.faultOfFullText() { report.record(.tables, fault, suspecting: .library) }
        } catch  where error.kind == .libraryDamaged {
            report.record(.tables, "the full-text index cannot be read: \(error.reason)", suspecting: .library)
        }
    }

    private mutating func checkRows(
        of table: CatalogTable, _ column: String, _ name: (SQLiteStatement) -> String
    ) throws(EvokeError) {
        let statement = try connection.statement(
            "SELECT \(column) FROM \(table.name) AS r NOT INDEXED WHERE \(table.isWrong("r"))")
        defer { statement.reset() }
        while try statement.step() {
            report.record(.tables, "\(name(statement)) does not match its checksum", suspecting: .library)
        }
    }

    private mutating func checkReferences() throws(EvokeError) -> Int {
        let statement = try connection.statement("PRAGMA foreign_key_check")
        defer { statement.reset() }
        while try statement.step() {
            report.record(
                .references,
                "a row of '\(statement.text(0))' refers to a missing row of '\(statement.text(2))'",
                suspecting: .library)
        }
        return 0
    }

    private mutating func checkPhotos() throws(EvokeError) -> Int {
        let photos = try connection.count("SELECT count(*) FROM photos")
        let here = try connection.count("SELECT count(*) FROM photos WHERE missing = 0")
        let missing = try connection.count("SELECT count(*) FROM photos WHERE missing IN (1, 2)")
        if here + missing != photos {
            report.record(
                .photos, "\(photos) photos, but \(here) are marked present and \(missing) missing or excluded",
                suspecting: .library)
        }
        try checkRowsOfPhotos()
        let statement = try connection.statement(
            """
            SELECT photo FROM photos p
            WHERE NOT EXISTS (SELECT 1 FROM vectors WHERE photo = p.photo)
                AND NOT EXISTS (SELECT 1 FROM failures WHERE photo = p.photo)
            """)
        defer { statement.reset() }
        while try statement.step() {
            report.record(
                .photos, "\(try name(of: statement.integer(0))) has no vector and no error that explains it",
                suspecting: nil)
        }
        return photos
    }

    private mutating func checkRowsOfPhotos() throws(EvokeError) {
        for table in CatalogTable.all where [.folder, .photo].contains(table.owner) && table != .vectors {
            let statement = try connection.statement(
                "SELECT photo FROM \(table.name) AS r NOT INDEXED WHERE \(table.isWrong("r"))")
            defer { statement.reset() }
            while try statement.step() {
                let photo = statement.integer(0)
                report.record(
                    .photos, "the row for \(try name(of: photo)) in '\(table.name)' does not match its checksum",
                    suspecting: .photo(PhotoID(photo)))
            }
        }
        let statement = try connection.statement(
            """
            SELECT p.photo FROM folders AS r JOIN photos p ON p.folder = r.folder
            WHERE \(CatalogTable.folders.isWrong("r"))
            """)
        defer { statement.reset() }
        while try statement.step() {
            let photo = statement.integer(0)
            report.record(
                .photos, "the folder of \(try name(of: photo)) is missing", suspecting: .photo(PhotoID(photo)))
        }
    }

    private mutating func checkVectors() throws(EvokeError) -> Int {
        let total = try connection.count("SELECT count(*) FROM vectors")
        let statement = try connection.statement(
            """
            SELECT v.photo, v.half_floats, m.name, m.dimensions, \(CatalogTable.vectors.isWrong("v"))
            FROM vectors v LEFT JOIN models m ON m.model = v.model
            """)
        defer { statement.reset() }
        var done = 0
        while try statement.step() {
            let fault =
                Embedding.fault(inHalves: statement.blob(1), dimensions: Int(statement.integer(3)))
                ?? (statement.integer(4) != 0 ? "does not match its checksum" : nil)
            if let fault {
                let (photo, model) = (statement.integer(0), statement.text(2))
                report.record(
                    .vectors, "the vector of \(try name(of: photo)) by '\(model)' \(fault)",
                    suspecting: .photo(PhotoID(photo)))
            }
            done += 1
            if done.isMultiple(of: 1_024) { notify(CheckProgress(.vectors, done: done, total: total)) }
        }
        return total
    }

    private func name(of photo: Int64) throws(EvokeError) -> String {
        let statement = try connection.statement(
            "SELECT f.path, p.name FROM photos p JOIN folders f ON f.folder = p.folder WHERE p.photo = ?"
        ).bind(photo)
        defer { statement.reset() }
        return try statement.step() ? "'\(statement.path(0).appending(statement.blob(1)).display)'" : "photo \(photo)"
    }
}
