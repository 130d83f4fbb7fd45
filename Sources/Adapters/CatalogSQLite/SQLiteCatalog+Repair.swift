import EvokeCatalog
import EvokeSystem
package import EvokeValues

extension SQLiteConnection {
    package func repairIndexes() throws(EvokeError) { try execute("REINDEX", doing: "repair the library") }

    /// Deletes damaged rows. Their contents are made again, or reported if only the library had them.
    package func repairRows(_ model: ModelID) throws(EvokeError) -> [EvokeError] {
        var lost = try dropWrongRoots()
        lost += try dropWrongExclusions()
        lost += try dropWrongSearches()
        lost += try dropWrongPeople()
        lost += try dropWrongMarks()
        try execute(
            """
            DELETE FROM settings WHERE \(CatalogTable.settings.isWrong("settings"));
            DELETE FROM folders WHERE \(CatalogTable.folders.isWrong("folders"))
                AND NOT EXISTS (SELECT 1 FROM photos WHERE folder = folders.folder);
            """)
        try mendModels(model)
        try dropWhatBelongsToNothing()
        try execute(
            "DELETE FROM sqlite_sequence; DELETE FROM suspects WHERE \(CatalogTable.suspects.isWrong("suspects"))")
        return lost
    }

    private func dropWrongRoots() throws(EvokeError) -> [EvokeError] {
        var lost: [EvokeError] = []
        for path in try map(
            "SELECT path FROM roots WHERE \(CatalogTable.roots.isWrong("roots"))", body: { row in row.path(0) })
        {
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
        let wrong = CatalogTable.exclusions.isWrong("exclusions")
        let lost = try map("SELECT CAST(pattern AS BLOB) FROM exclusions WHERE \(wrong)") { row in
            let pattern = row.path(0)
            return Self.lost(
                pattern.display, "an exclusion was damaged and has been removed",
                .advice("Add it again if the pattern is right."), .chooseOption(.exclusion, pattern.display))
        }
        try execute("DELETE FROM exclusions WHERE \(wrong)")
        return lost
    }

    private func dropWrongSearches() throws(EvokeError) -> [EvokeError] {
        let wrong = CatalogTable.searches.isWrong("searches")
        let lost = try savedSearches(where: wrong).map { search in
            Self.lost(
                DiskPath(search.name).display,
                "a saved search was damaged and has been removed; its query was '\(DiskPath(search.query).display)'",
                .advice("Save it again if the query is right."))
        }
        try execute("DELETE FROM searches WHERE \(wrong)")
        return lost
    }

    /// Messages never contain people's names.
    private func dropWrongPeople() throws(EvokeError) -> [EvokeError] {
        // Faces are assigned again.
        let placed = CatalogTable.placedFaces
        try execute("DELETE FROM \(placed.name) WHERE \(placed.isWrong(placed.name))")
        try set(CatalogSetting.placedVersion, to: nil)
        let count = try dropWrongRows(of: [CatalogTable.people, CatalogTable.faceDecisions, CatalogTable.peopleChanges])
        guard count > 0 else { return [] }
        return [
            Self.lost(
                file.display,
                "damaged edits of faces and people have been removed (\(count))",
                .advice("Review the people in the library, and name those who are missing."))
        ]
    }

    private func dropWrongMarks() throws(EvokeError) -> [EvokeError] {
        let count = try dropWrongRows(of: [CatalogTable.marks, CatalogTable.markChanges])
        guard count > 0 else { return [] }
        return [
            Self.lost(
                file.display, "damaged marks have been removed (\(count))",
                .advice("Review your albums, tags and ratings, and set what is missing."))
        ]
    }

    private func dropWrongRows(of tables: [CatalogTable]) throws(EvokeError) -> Int {
        var count = 0
        for table in tables { count += try run("DELETE FROM \(table.name) WHERE \(table.isWrong(table.name))") }
        return count
    }

    /// A model whose name is off by one letter is taken for that model; vectors of an unknown model are of no use.
    private func mendModels(_ model: ModelID) throws(EvokeError) {
        let wrong = try map(
            "SELECT model, fingerprint FROM models WHERE \(CatalogTable.models.isWrong("models"))"
        ) { row in (row.integer(0), row.text(1)) }
        for (row, fingerprint) in wrong {
            let differing = zip(fingerprint.utf8, model.fingerprint.utf8).count { $0 != $1 }
            let isKnown = try has("SELECT 1 FROM models WHERE fingerprint = $1 AND model != $2", model.fingerprint, row)
            if !isKnown, differing <= 1, fingerprint.utf8.count == model.fingerprint.utf8.count {
                try run(
                    "UPDATE models SET fingerprint = $1, name = $2, dimensions = $3 WHERE model = $4",
                    model.fingerprint,
                    model.name, model.dimensions, row)
            } else {
                for table in ["vectors", "moments", "models"] { try run("DELETE FROM \(table) WHERE model = $1", row) }
            }
        }
    }

    private func dropWhatBelongsToNothing() throws(EvokeError) {
        try execute(
            """
            DELETE FROM photos WHERE folder NOT IN (SELECT folder FROM folders);
            DELETE FROM vectors WHERE model NOT IN (SELECT model FROM models);
            DELETE FROM moments WHERE model NOT IN (SELECT model FROM models);
            """)
        for table in CatalogTable.all where table.owner == .photo {
            try execute("DELETE FROM \(table.name) WHERE photo NOT IN (SELECT photo FROM photos)")
        }
        // Photos that lost their metadata have it read again.
        try execute(
            """
            UPDATE photos SET content = NULL WHERE content IS NOT NULL AND NOT EXISTS (
                SELECT 1 FROM metadata WHERE photo = photos.photo)
            """)
    }

    private static func lost(_ subject: String, _ reason: String, _ remedies: Remedy...) -> EvokeError {
        EvokeError(.libraryDamaged, doing: "repair the library", subject: subject, reason: reason, remedies: remedies)
    }
}
