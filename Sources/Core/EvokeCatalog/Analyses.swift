package import EvokePorts
package import EvokeValues

extension CatalogDriver {
    package func photos<Result>(
        lacking analysis: Analysis<Result>, after photo: PhotoID, limit: Int
    ) async throws -> [PhotoCard] {
        try await read { connection in
            guard let condition = try connection.lacks(analysis) else { return [] }
            return try connection.cards(where: "\(condition) AND p.photo > $1 ORDER BY p.photo LIMIT $2", photo, limit)
        }
    }

    package func count<Result>(lacking analysis: Analysis<Result>) async throws -> Int {
        try await read { connection in
            guard let condition = try connection.lacks(analysis) else { return 0 }
            return try connection.count(
                "SELECT count(*) FROM photos p WHERE \(CatalogCondition.canBeShown) AND \(condition)")
        }
    }

    package func record<Result>(_ results: [ContentDigest: Result], as analysis: Analysis<Result>) async throws {
        try await write { connection throws(EvokeError) in try connection.record(results, as: analysis) }
    }

    package func results<Result>(
        _ analysis: Analysis<Result>, of contents: [ContentDigest]
    ) async throws -> [ContentDigest: Result] {
        try await read { try $0.results(analysis, of: contents) }
    }
}

extension CatalogConnection {
    /// Nil if the maker is unknown in this catalog: then there is nothing to analyze for it.
    package func number<Result>(of analysis: Analysis<Result>) throws(EvokeError) -> Int64? {
        switch analysis.maker {
        case nil: 0
        case .number(let number): number
        case .model(let model): try number(of: model)
        }
    }

    /// On a photo `p`. Without a digest, it waits until it has one.
    package func lacks<Result>(_ analysis: Analysis<Result>) throws(EvokeError) -> String? {
        guard let maker = try number(of: analysis) else { return nil }
        switch analysis.kept {
        case .photos: return "p.colors IS NULL AND +p.content IS NOT NULL"
        // Comparisons are looked at first: fingerprints are large, and walking past a million of them is slow.
        case .fingerprints:
            return "\(CatalogCondition.lacks(.comparisons)) AND \(CatalogCondition.lacks(.fingerprints))"
        case .moments:
            return """
                \(CatalogCondition.lacks(.moments, by: maker)) AND p.photo IN (SELECT photo FROM metadata WHERE length >= 4)
                    AND EXISTS (SELECT 1 FROM vectors WHERE photo = p.photo AND model = \(maker))
                """
        case let table: return CatalogCondition.lacks(table, by: analysis.maker.map { _ in maker })
        }
    }

    package func record<Result>(
        _ results: [ContentDigest: Result], as analysis: Analysis<Result>
    ) throws(EvokeError) {
        let (table, columns) = (analysis.kept, results.mapValues(analysis.columns))
        if table == .photos { return try record(colors: columns.compactMapValues(\.first)) }
        guard try isWanted(analysis), let maker = try number(of: analysis) else { return }
        let had = "EXISTS (SELECT 1 FROM texts WHERE photo = p.photo AND lines IS NOT NULL)"
        try record(columns, in: table, reading: table == .texts ? had : "NULL") { photo, columns, had in
            switch table {
            // Nothing changes if there is no text now and was none before.
            case .texts: if had == 1 || columns != [.null] { changes.photos.insert(photo) }
            case .faces: changes.photos.insert(photo)
            case .fingerprints: changes.photosWithSameText.insert(photo)
            case .moments: changes.vectors.insert(CatalogChanges.Vector(model: maker, photo: photo))
            default: break
            }
            return (analysis.maker == nil ? [] : [.integer(maker)]) + columns
        }
    }

    /// The maker of most results; nil if there are none.
    package func usualMaker<Result>(of analysis: Analysis<Result>) throws(EvokeError) -> Int64? {
        guard let maker = analysis.kept.maker else { return nil }
        return try integer(
            "SELECT \(maker) FROM \(analysis.table) GROUP BY \(maker) ORDER BY count(*) DESC, \(maker) LIMIT 1")
    }

    /// Whether the owner wants it to be made.
    package func isWanted<Result>(_ analysis: Analysis<Result>) throws(EvokeError) -> Bool {
        analysis.kept == .faces ? try keepsPeople() : true
    }

    private func record(colors: [ContentDigest: CatalogValue]) throws(EvokeError) {
        let photos = try integers(
            "SELECT photo FROM photos p WHERE content IN list($1) ORDER BY photo FOR NO KEY UPDATE OF p",
            Array(colors.keys))
        for (bits, alike) in Dictionary(grouping: colors.keys, by: { colors[$0] }) {
            guard case .integer(let bits) = bits else { continue }
            try run("UPDATE photos SET colors = $1 WHERE content IN list($2)", bits, alike)
        }
        changes.photos.formUnion(photos)
    }

    /// Replaces the rows of the photos that have one of these contents now.
    ///
    /// - Parameters:
    ///   - number: what else to read about a photo `p`.
    ///   - row: returns the columns after the photo.
    func record<Value>(
        _ values: [ContentDigest: Value], in table: CatalogTable, reading number: String,
        _ row: (_ photo: Int64, _ value: Value, _ number: Int64?) -> [CatalogValue]
    ) throws(EvokeError) {
        var rows: [[CatalogValue]] = []
        // Locked before reading: until then, their content may change.
        try run(
            """
            SELECT p.photo, p.content, \(number) FROM photos p WHERE p.content IN list($1)
            ORDER BY p.photo FOR NO KEY UPDATE OF p
            """, with: [Array(values.keys)]
        ) { found in
            guard let value = found.digest(1).flatMap({ values[$0] }) else { return }
            let photo = found.integer(0)
            rows.append([.integer(photo)] + row(photo, value, found.optionalInteger(2)))
        }
        try insert(rows, into: table, onConflict: .replace)
    }

    fileprivate func results<Result>(
        _ analysis: Analysis<Result>, of contents: [ContentDigest]
    ) throws(EvokeError) -> [ContentDigest: Result] {
        let table = analysis.kept
        let columns = analysis.keptColumns
        let maker = try analysis.maker == nil ? nil : number(of: analysis)
        return try dictionary(
            """
            SELECT p.content, p.width, p.height, \(table.maker.map { "x.\($0)" } ?? "0"),
                \(columns.map { "x.\($0.name)" }.joined(separator: ", "))
            FROM photos p JOIN \(table.name) x ON x.photo = p.photo WHERE p.content IN list($1)
                \(maker.map { "AND x.\(table.maker ?? "") = \($0)" } ?? "")
            """, contents
        ) { row in
            let values = columns.enumerated().map { row.value(Int32(4 + $0), $1.kind) ?? .null }
            let result = analysis.result(AnalysisRow(values, by: row.integer(3), of: row.size(1)))
            return row.digest(0).flatMap { content in result.map { (content, $0) } }
        }
    }
}

extension CatalogCondition {
    /// A photo `p` with a digest has no row in this table, or none by this maker.
    package static func lacks(_ table: CatalogTable, by maker: Int64? = nil) -> String {
        let made = table.maker.flatMap { column in maker.map { " AND \(column) = \($0)" } } ?? ""
        return """
            +p.content IS NOT NULL AND NOT EXISTS (
                SELECT 1 FROM \(table.name) WHERE photo = p.photo\(made))
            """
    }
}

extension Analysis {
    fileprivate var kept: CatalogTable {
        // Cannot fail: the analyses and the tables are named by this package.
        CatalogTable.all.first { $0.name == table }!
    }

    /// The columns of a result.
    fileprivate var keptColumns: [CatalogTable.Column] {
        kept == .photos
            ? kept.values.filter { $0.name == "colors" }
            : kept.columns.filter { !["photo", kept.maker].contains($0.name) }
    }
}
