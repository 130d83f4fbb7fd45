package import EvokeCatalog
package import EvokePorts
import EvokeValues

extension SQLiteConnection {
    package static var checks: [CheckReport.Part: (SQLiteConnection) -> (inout CheckReport) throws -> Int] {
        [.file: checkFile, .tables: checkTables, .references: checkReferences, .photos: checkRowsOfPhotos]
    }

    package static func checksum(of table: CatalogTable, _ row: String) -> String? {
        table.isSealed ? table.checksum(of: row + ".") : nil
    }

    private func checkFile(_ report: inout CheckReport) throws(EvokeError) -> Int {
        let statement = try self.statement("PRAGMA integrity_check(\(CheckReport.faultsListedOfAPart))")
        defer { statement.reset() }
        while try heedingInterruptions(statement.step) {
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
        return try count("PRAGMA page_count")
    }

    /// Checks the schema and the small tables.
    private func checkTables(_ report: inout CheckReport) throws(EvokeError) -> Int {
        let tables = try Schema.tables(of: self)
        for (name, _) in try Schema.expected.get().filter({ tables[$0.key] != $0.value }).sorted(by: { $0.key < $1.key }
        ) {
            report.record(.tables, "the definition of '\(name)' is not Evoke's")
        }
        try checkRows(of: .settings, "name", &report) { "the setting '\($0.text(0))'" }
        try checkRows(of: .exclusions, "pattern", &report) { "the exclusion '\($0.text(0))'" }
        try checkRows(of: .searches, "name", &report) { "the saved search '\($0.path(0).display)'" }
        // Reports never contain people's names.
        try checkRows(of: .people, "person", &report) { "person \($0.integer(0))" }
        try checkRows(of: .faceDecisions, "person", &report) { _ in "an edit of a face" }
        try checkRows(of: .placedFaces, "person", &report) { _ in "the person of a face" }
        try checkRows(of: .peopleChanges, "number", &report) { "change \($0.integer(0)) of people" }
        try checkRows(of: .marks, "kind", &report) { "a mark (\($0.text(0)))" }
        try checkRows(of: .markChanges, "number", &report) { "change \($0.integer(0)) of marks" }
        try checkRows(of: .roots, "path", &report) { "the remembered folder '\($0.path(0).display)'" }
        try checkRows(of: .models, "name", &report) { "the model '\($0.text(0))'" }
        try checkRows(of: .folders, "path", &report) { "the folder '\($0.path(0).display)'" }
        try checkRows(of: .vectorChanges, "number", &report) { "change \($0.integer(0)) of vectors" }
        try checkRows(of: .photoChanges, "number", &report) { "change \($0.integer(0)) of photos" }
        try checkRows(of: .suspects, "photo", &report) { "the suspect photo \($0.integer(0))" }
        for log in CatalogLog.allCases {
            let last = try integer("SELECT max(number) FROM \(log.rawValue)_changes")
            if try integer("SELECT seq FROM sqlite_sequence WHERE name = '\(log.rawValue)_changes'") != last {
                report.record(.tables, "the counter of changes of \(log) is wrong", suspecting: .library)
            }
        }
        return tables.count
    }

    private func checkRows(
        of table: CatalogTable, _ column: String, _ report: inout CheckReport, _ name: (SQLiteStatement) -> String
    ) throws(EvokeError) {
        try run("SELECT \(column) FROM \(table.name) AS r NOT INDEXED WHERE \(Self.isWrong(table, "r"))", with: []) {
            row in
            report.record(.tables, "\(name(row)) does not match its checksum", suspecting: .library)
        }
    }

    private func checkReferences(_ report: inout CheckReport) throws(EvokeError) -> Int {
        try run("PRAGMA foreign_key_check", with: []) { row in
            report.record(
                .references, "a row of '\(row.text(0))' refers to a missing row of '\(row.text(2))'",
                suspecting: .library)
        }
        return 0
    }

    private func checkRowsOfPhotos(_ report: inout CheckReport) throws(EvokeError) -> Int {
        for table in CatalogTable.all where [.folder, .photo].contains(table.owner) && table != .vectors {
            try run(
                "SELECT photo FROM \(table.name) AS r NOT INDEXED WHERE \(Self.isWrong(table, "r"))", with: []
            ) { row throws(EvokeError) in
                let name = try name(of: row.integer(0), in: report, .photos)
                report.record(
                    .photos, "the row for \(name) in '\(table.name)' does not match its checksum",
                    suspecting: .photo(row.photo(0)))
            }
        }
        try run(
            """
            SELECT p.photo FROM folders AS r JOIN photos p ON p.folder = r.folder
            WHERE \(Self.isWrong(.folders, "r"))
            """, with: []
        ) { row throws(EvokeError) in
            let name = try name(of: row.integer(0), in: report, .photos)
            report.record(.photos, "the folder of \(name) is missing", suspecting: .photo(row.photo(0)))
        }
        return 0
    }
}
