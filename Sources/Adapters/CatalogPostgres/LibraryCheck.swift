import EvokeCatalog
import EvokePorts
import EvokeValues

extension PostgresConnection {
    /// The database's pages are the server's to check.
    static var checks: [CheckReport.Part: (PostgresConnection) -> (inout CheckReport) throws -> Int] {
        [.tables: checkTables, .references: checkReferences, .photos: checkValues]
    }

    private func checkTables(_ report: inout CheckReport) throws(EvokeError) -> Int {
        for table in Schema.all
        where try nativeInteger("SELECT to_regclass('evoke.\(table)') IS NOT NULL") != 1 {
            report.record(.tables, "'\(table)' is missing")
        }
        for table in CatalogTable.numbered {
            let kind = table.key[0].name
            let isBehind = try has(
                """
                SELECT 1 FROM \(table.name)
                WHERE \(kind) > coalesce((SELECT last FROM numbers WHERE kind = $1), -1)
                """, kind)
            if isBehind { report.record(.tables, "the counter of \(table.name) is wrong", suspecting: .library) }
        }
        for log in CatalogLog.allCases {
            let isRight = try nativeInteger(
                """
                SELECT 1 FROM evoke.libraries l JOIN evoke.\(log.rawValue)_changes c ON c.library = l.library
                    AND c.number = l.\(log.rawValue)_change AND c.token = l.\(log.rawValue)_token WHERE l.library = $1
                """)
            if isRight == nil {
                report.record(.tables, "the counter of changes of \(log) is wrong", suspecting: .library)
            }
        }
        return Schema.all.count
    }

    func isFullTextRight() throws(EvokeError) -> Bool {
        let words = try misreadableWords()
        var isRight = true
        try forTexts { texts throws(EvokeError) in
            let kept = try dictionary(
                "SELECT photo, terms FROM full_text WHERE photo IN list($1)", texts.map(\.photo)
            ) { row in (row.integer(0), row.bytes(1)) }
            isRight =
                isRight
                && texts.allSatisfy { photo, texts in
                    FullText(texts).binary(places) == kept[photo] && texts.misreadable.isSubset(of: words)
                }
        }
        return isRight
    }

    /// The server enforces them unless somebody has turned that off.
    private func checkReferences(_ report: inout CheckReport) throws(EvokeError) -> Int {
        let rows = try rows(
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

    /// Whether values in bytes can be read.
    private func checkValues(_ report: inout CheckReport) throws(EvokeError) -> Int {
        for (table, columns, words, isWhole) in Self.codecs {
            try stream("SELECT x.photo, \(columns) FROM \(table.name) x") { row throws(EvokeError) in
                guard !isWhole(row) else { return }
                let name = try name(of: row.integer(0), in: report, .photos)
                report.record(.photos, "\(words) of \(name) cannot be read", suspecting: .photo(row.photo(0)))
            }
        }
        return 0
    }

    /// How values in bytes are read, from the second column on; NULL where there is nothing.
    private static let codecs: [(CatalogTable, columns: String, words: String, isWhole: @Sendable (Row) -> Bool)] = [
        (.texts, "x.lines", "the text", { $0.isNull(1) || PictureText(bytes: $0.bytes(1)) != nil }),
        (
            .fingerprints, "x.signature, x.fingerprint", "the fingerprint",
            { FingerprintSignature(bytes: $0.bytes(1)) != nil && PhotoFingerprint(bytes: $0.bytes(2)) != nil }
        ),
        (
            .comparisons, "x.alike", "the comparison",
            { $0.isNull(1) || $0.with(1) { Resemblance.list(bytes: $0) } != nil }
        ),
        (
            .faces, "x.found, x.finder", "the faces",
            { $0.isNull(1) || FoundFaces(bytes: $0.bytes(1), by: FaceFinderID($0.integer(2))) != nil }
        ),
        (
            .moments, "x.moments, (SELECT m.dimensions FROM models m WHERE m.model = x.model)", "the moments",
            { $0.isNull(1) || FilmMoments(bytes: $0.bytes(1), dimensions: Int($0.integer(2))) != nil }
        ),
    ]

    /// Counters may lag behind the numbers in use.
    func repairIndexesAndCounters() throws(EvokeError) {
        for table in CatalogTable.numbered {
            let kind = table.key[0].name
            try run(
                "UPDATE numbers SET last = greatest(last, (SELECT coalesce(max(\(kind)), 0) FROM \(table.name))) "
                    + "WHERE kind = $1", kind)
        }
    }
}
