import EvokeValues

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

    func leave(_ suspects: Set<CheckReport.Suspect>) async throws {
        try await write { connection throws(EvokeError) in
            for suspect in suspects {
                try connection.rows(
                    "INSERT INTO evoke.doubts(library, photo) VALUES($1, $2) ON CONFLICT DO NOTHING", suspect.number)
            }
        }
    }

    func repaired(inside folders: [FilePath], model: ModelID) async throws -> [EvokeError] {
        let hasSuspects = try await read { connection in
            try connection.integer("SELECT 1 FROM evoke.doubts WHERE library = $1 LIMIT 1") != nil
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

extension CheckReport.Suspect {
    /// As in the table: a photo's number, or -1 for everything else.
    fileprivate var number: Int64 {
        switch self {
        case .photo(let photo): photo.value
        case .library: -1
        }
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
            SELECT b.photo, d.path, p.name FROM evoke.doubts b LEFT JOIN evoke.photos p USING (library, photo)
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
        let isOfLibrary = try rows("DELETE FROM evoke.doubts WHERE library = $1 AND photo = -1").changed > 0
        try rows("DELETE FROM evoke.doubts WHERE library = $1 AND photo = ANY($2)", Numbers(dropped))
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
        changes.vectors.insert(Changes.Vector(model: -1, photo: -1))
        changes.photos.insert(-1)
    }
}
