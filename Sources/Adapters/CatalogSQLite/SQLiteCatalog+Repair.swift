import EvokeCatalog
import EvokeSystem
package import EvokeValues

extension SQLiteCatalog {
    package func repaired(inside folders: [FilePath], model: ModelID) async throws -> [EvokeError] {
        try await use { connection in
            guard try connection.integer("SELECT 1 FROM suspects LIMIT 1") != nil else { return [] }
            return try connection.transaction { () throws(EvokeError) in
                try connection.repaired(inside: folders, model)
            }
        }
    }
}

extension SQLiteConnection {
    /// Deletes damaged rows. Their contents are made again, or reported if only the library had them.
    fileprivate func repaired(inside folders: [FilePath], _ model: ModelID) throws(EvokeError) -> [EvokeError] {
        // Indices first: everything else depends on them.
        try execute("REINDEX", doing: "repair the library")
        try dropDoubtedPhotos(inside: folders)
        try forgetSourceTokens()
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
            """
            DELETE FROM vector_changes;
            DELETE FROM photo_changes;
            DELETE FROM sqlite_sequence;
            INSERT INTO vector_changes(model, photo) VALUES(NULL, NULL);
            INSERT INTO photo_changes(photo) VALUES(NULL);
            DELETE FROM suspects WHERE photo < 0 OR \(CatalogTable.suspects.isWrong("suspects"));
            """)
        try followFullText()
        return lost
    }

    /// The next run sees them as new and encodes them again. Photos on a disconnected disk stay until it is back.
    private func dropDoubtedPhotos(inside folders: [FilePath]) throws(EvokeError) {
        let (folders, roots) = (Set(folders), Set(try roots()))
        let statement = try statement(
            """
            SELECT d.photo, f.path, p.name FROM suspects d
            LEFT JOIN photos p ON p.photo = d.photo LEFT JOIN folders f ON f.folder = p.folder WHERE d.photo > 0
            """)
        var dropped: [Int64] = []
        while try statement.step() {
            let path = statement.path(1).appending(statement.blob(2))
            if path.isInside(anyOf: folders) || !path.isInside(anyOf: roots) { dropped.append(statement.integer(0)) }
        }
        for photo in dropped {
            try self.statement("DELETE FROM photos WHERE photo = ?").bind(photo).run()
            try self.statement("DELETE FROM suspects WHERE photo = ?").bind(photo).run()
        }
    }

    private func dropWrongRoots() throws(EvokeError) -> [EvokeError] {
        var lost: [EvokeError] = []
        for path in try paths("SELECT path FROM roots WHERE \(CatalogTable.roots.isWrong("roots"))") {
            if FileSystem.status(of: path) == nil {
                try statement("DELETE FROM roots WHERE path = ?").bind(path).run()
                lost.append(
                    Self.lost(
                        path.display, "an indexed folder's path was damaged, and nothing is at what is left of it",
                        .advice("Index the original folder again."), .index()))
            } else {
                // The folder exists, so the damage is in its checksum.
                try statement("UPDATE roots SET path = path WHERE path = ?").bind(path).run()
            }
        }
        return lost
    }

    private func dropWrongExclusions() throws(EvokeError) -> [EvokeError] {
        let wrong = CatalogTable.exclusions.isWrong("exclusions")
        let lost = try paths("SELECT CAST(pattern AS BLOB) FROM exclusions WHERE \(wrong)").map { pattern in
            Self.lost(
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
                FilePath(search.name).display,
                "a saved search was damaged and has been removed; its query was '\(FilePath(search.query).display)'",
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

    private func dropWrongRows(of tables: [CatalogTable]) throws(EvokeError) -> Int64 {
        var count: Int64 = 0
        for table in tables {
            count += try integer("SELECT count(*) FROM \(table.name) WHERE \(table.isWrong(table.name))") ?? 0
            try execute("DELETE FROM \(table.name) WHERE \(table.isWrong(table.name))")
        }
        return count
    }

    /// A model whose name is off by one letter is taken for that model; vectors of an unknown model are of no use.
    private func mendModels(_ model: ModelID) throws(EvokeError) {
        let wrong = try statement(
            "SELECT model, fingerprint FROM models WHERE \(CatalogTable.models.isWrong("models"))")
        var rows: [(Int64, String)] = []
        while try wrong.step() { rows.append((wrong.integer(0), wrong.text(1))) }
        for (row, fingerprint) in rows {
            let differing = zip(fingerprint.utf8, model.fingerprint.utf8).count { $0 != $1 }
            let isKnown =
                try integer(
                    "SELECT 1 FROM models WHERE fingerprint = ? AND model != ?", model.fingerprint, row) != nil
            if !isKnown, differing <= 1, fingerprint.utf8.count == model.fingerprint.utf8.count {
                try statement("UPDATE models SET fingerprint = ?, name = ?, dimensions = ? WHERE model = ?")
                    .bind(model.fingerprint, model.name, Int64(model.dimensions), row).run()
            } else {
                for table in ["vectors", "moments"] {
                    try statement("DELETE FROM \(table) WHERE model = ?").bind(row).run()
                }
                try statement("DELETE FROM models WHERE model = ?").bind(row).run()
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

    private func paths(_ sql: String) throws(EvokeError) -> [FilePath] {
        let statement = try statement(sql)
        defer { statement.reset() }
        var paths: [FilePath] = []
        while try statement.step() { paths.append(statement.path(0)) }
        return paths
    }

    private static func lost(_ subject: String, _ reason: String, _ remedies: Remedy...) -> EvokeError {
        EvokeError(
            .libraryDamaged, doing: "repair the library", subject: subject, reason: reason, remedies: remedies)
    }
}
