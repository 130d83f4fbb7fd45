import EvokeCatalog
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
        for table in Schema.all
        where try connection.nativeInteger("SELECT to_regclass('evoke.\(table)') IS NOT NULL") != 1 {
            report.record(.tables, "'\(table)' is missing")
        }
        for (kind, table) in [("photo", "photos"), ("folder", "folders"), ("model", "models")] {
            let isBehind = try connection.nativeInteger(
                """
                SELECT 1 FROM evoke.\(table) WHERE library = $1 AND \(kind) > coalesce(
                    (SELECT last FROM evoke.numbers WHERE library = $1 AND kind = $2), -1) LIMIT 1
                """, kind)
            if isBehind != nil {
                report.record(
                    .tables, "the counter of \(table) is wrong", suspecting: .library)
            }
        }
        for log in [CatalogLog.vectors, .photos] {
            let newest = try connection.newest(of: log)
            if try !connection.remembers(newest, in: log) {
                report.record(
                    .tables, "the counter of changes of \(log) is wrong", suspecting: .library)
            }
            // Numbers are consecutive, and only the oldest changes are ever dropped.
            let gaps = try connection.nativeInteger(
                "SELECT max(number) - min(number) + 1 - count(*) FROM evoke.\(log.rawValue)_changes WHERE library = $1")
            if let gaps, gaps != 0 {
                report.record(
                    .tables, "\(gaps) changes of \(log) are missing",
                    suspecting: .library)
            }
        }
        try checkFullText()
        return Schema.all.count
    }

    /// Damage is not fatal: the full text can be rebuilt from the photos.
    private mutating func checkFullText() throws {
        let roots = try connection.keptRoots()
        let words = try connection.misreadableWords()
        var last: Int64 = -1
        while true {
            let texts = try connection.texts(after: last, below: roots)
            guard let end = texts.last?.photo else { return }
            let kept = try connection.keptTexts(of: texts.map(\.photo))
            let isWrong = texts.contains { photo, texts in
                FullText(texts) != kept[photo] || !texts.misreadable.isSubset(of: words)
            }
            if isWrong {
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
        if rows.count < Schema.references {
            report.record(.references, "the server enforces \(rows.count) foreign keys instead of \(Schema.references)")
        }
        return rows.count
    }

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
        for (table, columns, words, isWhole) in Self.codecs {
            try connection.forEachRow(
                """
                SELECT x.photo, d.path, p.name, \(columns)
                FROM evoke.\(table.name) x JOIN evoke.photos p USING (library, photo)
                    JOIN evoke.folders d USING (library, folder)
                WHERE x.library = $1
                """
            ) { row in
                guard !isWhole(row) else { return }
                report.record(
                    .photos, "\(words) of '\(row.path(1).appending(row.bytes(2)).display)' cannot be read",
                    suspecting: .photo(row.photo(0)))
            }
        }
        return Int(try connection.nativeInteger("SELECT count(*) FROM evoke.photos WHERE library = $1") ?? 0)
    }

    /// How values in bytes are read, from the fourth column on; NULL where there is nothing.
    private static let codecs: [(CatalogTable, columns: String, words: String, isWhole: @Sendable (Row) -> Bool)] = [
        (.texts, "x.lines", "the text", { $0.isNull(3) || PictureText(bytes: $0.bytes(3)) != nil }),
        (
            .fingerprints, "x.signature, x.fingerprint", "the fingerprint",
            { FingerprintSignature(bytes: $0.bytes(3)) != nil && PhotoFingerprint(bytes: $0.bytes(4)) != nil }
        ),
        (
            .comparisons, "x.alike", "the comparison",
            { $0.isNull(3) || $0.with(3) { Resemblance.list(bytes: $0) } != nil }
        ),
        (
            .faces, "x.found, x.finder", "the faces",
            { $0.isNull(3) || FoundFaces(bytes: $0.bytes(3), by: FaceFinderID($0.integer(4))) != nil }
        ),
        (
            .moments,
            "x.moments, (SELECT dimensions FROM evoke.models m WHERE m.library = x.library AND m.model = x.model)",
            "the moments", { $0.isNull(3) || FilmMoments(bytes: $0.bytes(3), dimensions: Int($0.integer(4))) != nil }
        ),
    ]

    private mutating func checkVectors() throws -> Int {
        let total = Int(try connection.nativeInteger("SELECT count(*) FROM evoke.vectors WHERE library = $1") ?? 0)
        var done = 0
        try connection.forEachRow(
            """
            SELECT v.photo, v.half_floats, m.name, m.dimensions, d.path, p.name
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

extension PostgresCatalog: PhotoCatalog {
    func check(notify: @escaping @Sendable (CheckProgress) -> Void) async throws -> CheckReport {
        try await read { connection in
            // One consistent view for all parts, whatever is written in the meantime.
            try connection.snapshot {
                var check = LibraryCheck(connection, notify)
                try check.run()
                return check.report
            }
        }
    }

    func repaired(inside folders: [FilePath], model: ModelID) async throws -> [EvokeError] {
        let hasSuspects = try await read { connection in
            try connection.nativeInteger("SELECT 1 FROM evoke.suspects WHERE library = $1 LIMIT 1") != nil
        }
        if hasSuspects {
            try await write(isAlone: true) { connection throws(EvokeError) in
                try connection.repaired(inside: folders)
            }
        }
        try await read { connection in try connection.dropIndexesOfNobody() }
        // Damage to what only the user knows cannot be detected, so nothing is reported as lost.
        return []
    }
}

extension Connection {
    /// The next run sees suspect photos as new and encodes them again. Photos on a disconnected disk stay until it is
    /// back.
    fileprivate func repaired(inside folders: [FilePath]) throws(EvokeError) {
        let (folders, roots) = (Set(folders), Set(try roots()))
        var (known, dropped): ([Int64], [Int64]) = ([], [])
        for row in try rows(
            """
            SELECT b.photo, d.path, p.name FROM evoke.suspects b LEFT JOIN evoke.photos p USING (library, photo)
                LEFT JOIN evoke.folders d USING (library, folder)
            WHERE b.library = $1 AND b.photo >= 0
            """)
        {
            let path = row.path(1).appending(row.bytes(2))
            guard row.isNull(1) || path.isInside(anyOf: folders) || !path.isInside(anyOf: roots) else { continue }
            dropped.append(row.integer(0))
            if !row.isNull(1) { known.append(row.integer(0)) }
        }
        try deletePhotos(known)
        try forgetSourceTokens()
        let isOfLibrary = try rows("DELETE FROM evoke.suspects WHERE library = $1 AND photo = -1").changed > 0
        try rows("DELETE FROM evoke.suspects WHERE library = $1 AND photo = ANY($2)", Numbers(dropped))
        guard isOfLibrary else { return }
        try rewriteTexts()
        // Counters may lag behind the numbers in use.
        for (kind, table) in [("photo", "photos"), ("folder", "folders"), ("model", "models")] {
            try rows(
                """
                UPDATE evoke.numbers SET last = greatest(
                    last, (SELECT coalesce(max(\(kind)), 0) FROM evoke.\(table) WHERE library = $1))
                WHERE library = $1 AND kind = $2
                """, kind)
        }
        // Makes followers start over.
        try rows("DELETE FROM evoke.vector_changes WHERE library = $1")
        try rows("DELETE FROM evoke.photo_changes WHERE library = $1")
        changes.vectors.insert(CatalogChanges.Vector(model: -1, photo: -1))
        changes.photos.insert(-1)
    }
}
