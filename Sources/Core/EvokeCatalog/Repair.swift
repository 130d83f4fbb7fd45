import EvokeSystem
import EvokeValues

/// Of databases whose rows have checksums.
extension CatalogConnection {
    /// Deletes damaged rows. Their contents are made again, or reported if only the library had them.
    func repairRows(_ model: ModelID) throws(EvokeError) -> [EvokeError] {
        var lost = try dropWrongRoots()
        lost += try dropWrongExclusions()
        lost += try dropWrongSearches()
        // Faces are assigned again.
        try dropWrongRows(of: .placedFaces)
        try set(CatalogSetting.placedVersion, to: nil)
        // Messages never contain people's names.
        lost += try dropWrongRows(
            of: .people, .faceDecisions, .peopleChanges, telling: "edits of faces and people",
            "Review the people in the library, and name those who are missing.")
        lost += try dropWrongRows(
            of: .marks, .markChanges, telling: "marks",
            "Review your albums, tags and ratings, and set what is missing.")
        try dropWrongRows(of: .settings)
        try run(
            """
            DELETE FROM folders WHERE \(Self.isWrong(.folders))
                AND NOT EXISTS (SELECT 1 FROM photos WHERE folder = folders.folder)
            """)
        try mendModels(model)
        try dropWhatBelongsToNothing()
        try dropWrongRows(of: .suspects)
        return lost
    }

    private static func isWrong(_ table: CatalogTable) -> String { isWrong(table, table.name) }

    private func dropWrongRoots() throws(EvokeError) -> [EvokeError] {
        var lost: [EvokeError] = []
        for path in try map("SELECT path FROM roots WHERE \(Self.isWrong(.roots))", body: { row in row.path(0) }) {
            if FileSystem.status(of: path) == nil {
                try run("DELETE FROM roots WHERE path = $1", path)
                lost.append(
                    Self.lost(
                        path.display, "an indexed folder's path was damaged, and nothing is at what is left of it",
                        .advice("Index the original folder again."), .index()))
            } else {
                // The folder exists, so the damage is in its checksum.
                try run("UPDATE roots SET path = path WHERE path = $1", path)
            }
        }
        return lost
    }

    private func dropWrongExclusions() throws(EvokeError) -> [EvokeError] {
        let lost = try map("SELECT CAST(pattern AS BLOB) FROM exclusions WHERE \(Self.isWrong(.exclusions))") { row in
            let pattern = row.keptPath(0)
            return Self.lost(
                pattern.display, "an exclusion was damaged and has been removed",
                .advice("Add it again if the pattern is right."), .chooseOption(.exclusion, pattern.display))
        }
        try dropWrongRows(of: .exclusions)
        return lost
    }

    private func dropWrongSearches() throws(EvokeError) -> [EvokeError] {
        let lost = try savedSearches(where: Self.isWrong(.searches)).map { search in
            Self.lost(
                DiskPath(search.name).display,
                "a saved search was damaged and has been removed; its query was '\(DiskPath(search.query).display)'",
                .advice("Save it again if the query is right."))
        }
        try dropWrongRows(of: .searches)
        return lost
    }

    private func dropWrongRows(
        of tables: CatalogTable..., telling what: String, _ advice: String
    ) throws(EvokeError) -> [EvokeError] {
        var count = 0
        for table in tables { count += try dropWrongRows(of: table) }
        guard count > 0 else { return [] }
        return [Self.lost(displayName, "damaged \(what) have been removed (\(count))", .advice(advice))]
    }

    @discardableResult
    private func dropWrongRows(of table: CatalogTable) throws(EvokeError) -> Int {
        try run("DELETE FROM \(table.name) WHERE \(Self.isWrong(table))")
    }

    /// A model whose name is off by one letter is taken for that model; vectors of an unknown model are of no use.
    private func mendModels(_ model: ModelID) throws(EvokeError) {
        let wrong = try map("SELECT model, fingerprint FROM models WHERE \(Self.isWrong(.models))") { row in
            (row.integer(0), row.text(1))
        }
        for (row, fingerprint) in wrong {
            let differing = zip(fingerprint.utf8, model.fingerprint.utf8).count { $0 != $1 }
            let isKnown = try has("SELECT 1 FROM models WHERE fingerprint = $1 AND model != $2", model.fingerprint, row)
            if !isKnown, differing <= 1, fingerprint.utf8.count == model.fingerprint.utf8.count {
                try run(
                    "UPDATE models SET fingerprint = $1, name = $2, dimensions = $3 WHERE model = $4",
                    model.fingerprint, model.name, model.dimensions, row)
            } else {
                for table in ["vectors", "moments", "models"] { try run("DELETE FROM \(table) WHERE model = $1", row) }
            }
        }
    }

    private func dropWhatBelongsToNothing() throws(EvokeError) {
        for table in CatalogTable.all {
            for (column, owner) in table.references.map({ ($0.column.name, $0.table.name) }) {
                try run("DELETE FROM \(table.name) WHERE \(column) NOT IN (SELECT \(column) FROM \(owner))")
            }
        }
        // Photos that lost their metadata have it read again.
        try run(
            """
            UPDATE photos SET content = NULL WHERE content IS NOT NULL AND NOT EXISTS (
                SELECT 1 FROM metadata WHERE photo = photos.photo)
            """)
    }

    private static func lost(_ subject: String, _ reason: String, _ remedies: Remedy...) -> EvokeError {
        EvokeError(.libraryDamaged, doing: "repair the library", subject: subject, reason: reason, remedies: remedies)
    }
}
