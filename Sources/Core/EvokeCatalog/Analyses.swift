import EvokeValues

/// What is made of the content of photos after they were recorded. It is kept in a table with a row for each photo.
extension CatalogConnection {
    /// Photos that can be shown and meet a condition on a photo `p`, by ascending number.
    func cards(where condition: String, after photo: PhotoID, limit: Int) throws(EvokeError) -> [PhotoCard] {
        try cards(where: "\(condition) AND p.photo > $1 ORDER BY p.photo LIMIT $2", photo, limit)
    }

    /// How many such photos there are.
    func count(where condition: String) throws(EvokeError) -> Int {
        try count("SELECT count(*) FROM photos p WHERE \(CatalogCondition.canBeShown) AND \(condition)")
    }

    /// Replaces the rows of the photos that have one of these contents now.
    ///
    /// - Parameters:
    ///   - number: what else to read about a photo `p`.
    ///   - row: returns the columns after the photo.
    func record<Value>(
        _ values: [ContentDigest: Value], in table: CatalogTable, reading number: String = "NULL",
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
        try insert(rows, into: table, nil, onConflict: .replace)
    }
}

extension CatalogCondition {
    /// It has no row in this table that meets the condition. Without a digest, it waits until it has one.
    static func lacks(_ table: CatalogTable, where condition: String = "1 = 1") -> String {
        """
        +p.content IS NOT NULL AND NOT EXISTS (
            SELECT 1 FROM \(table.name) WHERE photo = p.photo AND \(condition))
        """
    }
}
