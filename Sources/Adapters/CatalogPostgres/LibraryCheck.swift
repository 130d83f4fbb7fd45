import EvokeValues

/// Finds inconsistencies in a library. The database's pages and foreign keys are the server's to check.
struct LibraryCheck {
    private let connection: Connection
    private let notify: (CheckProgress) -> Void
    private(set) var report = CheckReport([.tables, .references, .photos, .vectors])

    init(_ connection: Connection, _ notify: @escaping (CheckProgress) -> Void) {
        self.connection = connection
        self.notify = notify
    }

    mutating func run() throws {
        for part in report.parts {
            notify(CheckProgress(part))
            report.finish(part, count: try check(part))
        }
    }

    /// Returns how many items were checked.
    private mutating func check(_ part: CheckReport.Part) throws -> Int {
        switch part {
        case .tables: try checkTables()
        case .references: try checkReferences()
        case .photos: try checkPhotos()
        case .vectors: try checkVectors()
        case .file, .files: 0
        }
    }

    private mutating func checkTables() throws -> Int {
        for table in Tables.all where try connection.integer("SELECT to_regclass('evoke.\(table)') IS NOT NULL") != 1 {
            report.record(.tables, "'\(table)' is missing")
        }
        for (kind, table) in [("photo", "photos"), ("folder", "folders"), ("model", "models")] {
            let isBehind = try connection.integer(
                """
                SELECT 1 FROM evoke.\(table) WHERE library = $1 AND \(kind) > coalesce(
                    (SELECT last FROM evoke.numbers WHERE library = $1 AND kind = $2), -1) LIMIT 1
                """, kind)
            if isBehind != nil {
                report.record(
                    .tables, "the counter of \(table) is wrong", suspecting: .library)
            }
        }
        for log in [Connection.Log.vectors, .photos] {
            let newest = try connection.newest(of: log)
            if try !connection.remembers(newest, in: log) {
                report.record(
                    .tables, "the counter of changes of \(log) is wrong", suspecting: .library)
            }
            // Numbers are consecutive, and only the oldest changes are ever dropped.
            let gaps = try connection.integer(
                "SELECT max(number) - min(number) + 1 - count(*) FROM evoke.\(log.rawValue)_changes WHERE library = $1")
            if let gaps, gaps != 0 {
                report.record(
                    .tables, "\(gaps) changes of \(log) are missing",
                    suspecting: .library)
            }
        }
        try checkFullText()
        return Tables.all.count
    }

    /// Damage is not fatal: the full text can be rebuilt from the photos.
    private mutating func checkFullText() throws {
        let roots = try connection.keptRoots()
        let words = try connection.misreadableWords()
        var last: Int64 = -1
        while true {
            let texts = try connection.texts(after: last, roots)
            guard let end = texts.last?.photo else { return }
            if texts.contains(where: { FullText($0.texts) != $0.kept || !$0.texts.misreadable.isSubset(of: words) }) {
                return report.record(.tables, "the full-text index does not match the photos", suspecting: .library)
            }
            last = end
        }
    }

    /// The server enforces them unless somebody has turned that off.
    private mutating func checkReferences() throws -> Int {
        let rows = try connection.rows(
            """
            SELECT conrelid::regclass::text, conname::text, convalidated FROM pg_constraint
            WHERE contype = 'f' AND connamespace = 'evoke'::regnamespace AND conparentid = 0
            """)
        for row in rows where row.integer(2) == 0 {
            report.record(.references, "the server does not enforce '\(row.text(1))' of '\(row.text(0))'")
        }
        if rows.count < Self.references {
            report.record(.references, "the server enforces \(rows.count) foreign keys instead of \(Self.references)")
        }
        return rows.count
    }

    private static let references = 25

    private mutating func checkPhotos() throws -> Int {
        try connection.forEachRow(
            """
            SELECT d.path, p.name FROM evoke.photos p JOIN evoke.folders d USING (library, folder)
            WHERE p.library = $1
                AND NOT EXISTS (SELECT 1 FROM evoke.vectors v WHERE v.library = p.library AND v.photo = p.photo)
                AND NOT EXISTS (SELECT 1 FROM evoke.failures f WHERE f.library = p.library AND f.photo = p.photo)
            """
        ) { row in
            let path = row.path(0).appending(row.bytes(1))
            report.record(
                .photos, "'\(path.display)' has no vector and no error that explains it", suspecting: nil)
        }
        try checkTexts()
        try checkFingerprints()
        try checkComparisons()
        try checkFaces()
        try checkMoments()
        return Int(try connection.integer("SELECT count(*) FROM evoke.photos WHERE library = $1") ?? 0)
    }

    private mutating func checkTexts() throws {
        try connection.forEachRow(
            """
            SELECT x.photo, x.lines, d.path, p.name
            FROM evoke.texts x JOIN evoke.photos p USING (library, photo) JOIN evoke.folders d USING (library, folder)
            WHERE x.library = $1 AND x.lines IS NOT NULL
            """
        ) { row in
            guard PictureText(bytes: row.bytes(1)) == nil else { return }
            report.record(
                .photos, "the text of '\(row.path(2).appending(row.bytes(3)).display)' cannot be read",
                suspecting: .photo(PhotoID(row.integer(0))))
        }
    }

    private mutating func checkFingerprints() throws {
        try connection.forEachRow(
            """
            SELECT x.photo, x.signature, x.look, d.path, p.name
            FROM evoke.looks x JOIN evoke.photos p USING (library, photo) JOIN evoke.folders d USING (library, folder)
            WHERE x.library = $1
            """
        ) { row in
            let isWhole =
                FingerprintSignature(bytes: row.bytes(1)) != nil && PhotoFingerprint(bytes: row.bytes(2)) != nil
            guard !isWhole else { return }
            report.record(
                .photos, "the fingerprint of '\(row.path(3).appending(row.bytes(4)).display)' cannot be read",
                suspecting: .photo(PhotoID(row.integer(0))))
        }
    }

    private mutating func checkComparisons() throws {
        try connection.forEachRow(
            """
            SELECT x.photo, x.alike, d.path, p.name
            FROM evoke.comparisons x JOIN evoke.photos p USING (library, photo)
                JOIN evoke.folders d USING (library, folder)
            WHERE x.library = $1 AND x.alike IS NOT NULL
            """
        ) { row in
            guard row.bytes(1).withUnsafeBytes({ Resemblance.list(bytes: $0) }) == nil else { return }
            report.record(
                .photos, "the comparison of '\(row.path(2).appending(row.bytes(3)).display)' cannot be read",
                suspecting: .photo(PhotoID(row.integer(0))))
        }
    }

    private mutating func checkFaces() throws {
        try connection.forEachRow(
            """
            SELECT x.photo, x.finder, x.found, d.path, p.name
            FROM evoke.faces x JOIN evoke.photos p USING (library, photo) JOIN evoke.folders d USING (library, folder)
            WHERE x.library = $1 AND x.found IS NOT NULL
            """
        ) { row in
            guard FoundFaces(bytes: row.bytes(2), by: FaceFinderID(row.integer(1))) == nil else { return }
            report.record(
                .photos, "the faces of '\(row.path(3).appending(row.bytes(4)).display)' cannot be read",
                suspecting: .photo(PhotoID(row.integer(0))))
        }
    }

    private mutating func checkMoments() throws {
        try connection.forEachRow(
            """
            SELECT x.photo, x.moments, m.dimensions, d.path, p.name
            FROM evoke.moments x JOIN evoke.models m USING (library, model) JOIN evoke.photos p USING (library, photo)
                JOIN evoke.folders d USING (library, folder)
            WHERE x.library = $1 AND x.count > 0
            """
        ) { row in
            guard FilmMoments(bytes: row.bytes(1), dimensions: Int(row.integer(2))) == nil else { return }
            report.record(
                .photos, "the moments of '\(row.path(3).appending(row.bytes(4)).display)' cannot be read",
                suspecting: .photo(PhotoID(row.integer(0))))
        }
    }

    private mutating func checkVectors() throws -> Int {
        let total = Int(try connection.integer("SELECT count(*) FROM evoke.vectors WHERE library = $1") ?? 0)
        var done = 0
        try connection.forEachRow(
            """
            SELECT v.photo, v.halves, m.name, m.dimensions, d.path, p.name
            FROM evoke.vectors v JOIN evoke.models m USING (library, model) JOIN evoke.photos p USING (library, photo)
                JOIN evoke.folders d USING (library, folder)
            WHERE v.library = $1
            """
        ) { row in
            var halfFloats: [Float16] = []
            _ = row.appendHalfFloats(1, to: &halfFloats)
            let fault = halfFloats.withUnsafeBytes {
                Embedding.fault(inHalves: $0, dimensions: Int(row.integer(3)))
            }
            if let fault {
                let path = row.path(4).appending(row.bytes(5))
                report.record(
                    .vectors, "the vector of '\(path.display)' by '\(row.text(2))' \(fault)",
                    suspecting: .photo(PhotoID(row.integer(0))))
            }
            done += 1
            if done.isMultiple(of: 1_024) { notify(CheckProgress(.vectors, done: done, total: total)) }
        }
        return total
    }
}
