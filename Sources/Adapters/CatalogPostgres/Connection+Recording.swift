import EvokeValues

extension Connection {
    /// Records a batch in the current transaction. The number of statements does not depend on the batch's size.
    func record(_ batch: [CatalogChange], model: ModelID) throws(EvokeError) {
        for change in batch { try change.check(model) }
        // Even if the batch brings no vector.
        _ = try numberMaking(model)
        let folders = try folders(of: batch)
        var recording = Recording(try locked(for: batch, in: folders), in: folders, by: self)
        for change in batch { try recording.apply(change, model) }
        try write(recording)
    }

    /// The number of a model, which is registered if it is new.
    func numberMaking(_ model: ModelID) throws(EvokeError) -> Int64 {
        let known = "SELECT model FROM evoke.models WHERE library = $1 AND fingerprint = $2"
        if let number = try integer(known, model.fingerprint) { return number }
        try rows(
            """
            INSERT INTO evoke.models(library, model, fingerprint, name, dimensions) VALUES($1, $2, $3, $4, $5)
            ON CONFLICT (library, fingerprint) DO NOTHING
            """, nextNumber(.model), model.fingerprint, model.name, Int64(model.dimensions))
        return try integer(known, model.fingerprint) ?? 0
    }

    /// The numbers of the folders of its photos; missing ones are created if photos may be added to them.
    func folders(of batch: [CatalogChange]) throws(EvokeError) -> [FilePath: Int64] {
        var folders = try numbers(of: Set(batch.compactMap { $0.path?.folder }))
        // Sorted, so that concurrent writers cannot deadlock.
        let new = Set(batch.compactMap { $0.madePath?.folder }).filter { folders[$0] == nil }
            .sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }
        guard !new.isEmpty else { return folders }
        var numbers: [Int64] = []
        for _ in new { numbers.append(try nextNumber(.folder)) }
        try rows(
            """
            INSERT INTO evoke.folders(library, folder, path) SELECT $1, c.* FROM unnest($2, $3) AS c(folder, path)
            ON CONFLICT (library, digest) DO NOTHING
            """, List(numbers), List(new))
        folders.merge(try self.numbers(of: Set(new))) { $1 }
        return folders
    }

    private func numbers(of folders: Set<FilePath>) throws(EvokeError) -> [FilePath: Int64] {
        guard !folders.isEmpty else { return [:] }
        let rows = try rows(
            """
            SELECT path, folder FROM evoke.folders
            WHERE library = $1 AND digest = ANY(ARRAY(SELECT sha256(path) FROM unnest($2) AS path))
            """, List(folders))
        return Dictionary(rows.map { ($0.path(0), $0.integer(1)) }, uniquingKeysWith: { $1 })
    }

    /// The known photos that the batch is about, locked until the transaction ends.
    private func locked(
        for batch: [CatalogChange], in folders: [FilePath: Int64]
    ) throws(EvokeError) -> [RecordedPhoto] {
        let places = Set(batch.compactMap(\.path)).compactMap { path in
            folders[path.folder].map { (folder: $0, name: Blob(path.name)) }
        }
        let known = try rows(
            """
            SELECT p.photo FROM unnest($2, $3) AS c(folder, name)
            JOIN evoke.photos p ON p.library = $1 AND p.folder = c.folder AND p.name = c.name
            """, Numbers(places.map(\.folder)), List(places.map(\.name))
        ).map { $0.integer(0) }
        let photos = Set(batch.compactMap(\.photo)).union(known)
        guard !photos.isEmpty else { return [] }
        // Read after locking, since they may have changed before.
        let rows = try rows(
            """
            SELECT photo, folder, name, size, modified, inode, changed, width, height, missing, content, sidecars, colors
            FROM evoke.photos WHERE library = $1 AND photo = ANY($2) ORDER BY photo FOR NO KEY UPDATE
            """, Numbers(photos))
        let paths = try paths(of: Set(rows.map { $0.integer(1) }))
        return rows.map { row in
            let columns = row.recorded(from: 1)
            let path = (paths[columns.folder] ?? FilePath("/")).appending(columns.name)
            return RecordedPhoto(number: row.integer(0), before: columns, now: columns, path: path)
        }
    }

    private func paths(of folders: Set<Int64>) throws(EvokeError) -> [Int64: FilePath] {
        let rows = try rows(
            "SELECT folder, path FROM evoke.folders WHERE library = $1 AND folder = ANY($2)", Numbers(folders))
        return Dictionary(rows.map { ($0.integer(0), $0.path(1)) }, uniquingKeysWith: { $1 })
    }

    /// Locks photos against changes by others. Sorted, so that concurrent writers cannot deadlock.
    func lock(_ photos: [Int64]) throws(EvokeError) {
        try rows(
            """
            SELECT photo FROM evoke.photos WHERE library = $1 AND photo = ANY($2) ORDER BY photo FOR NO KEY UPDATE
            """, Numbers(photos))
    }
}

extension Row {
    /// Reads twelve columns.
    fileprivate func recorded(from first: Int32) -> RecordedPhoto.Columns {
        RecordedPhoto.Columns(
            folder: integer(first), name: bytes(first + 1), stamp: stamp(from: first + 2), size: size(first + 6),
            missing: integer(first + 8), content: digest(first + 9), sidecars: integer(first + 10),
            colors: optionalInteger(first + 11))
    }
}
