import EvokeValues

extension Connection {
    /// Writes the final state of the photos of a recording.
    func write(_ recording: Recording) throws(EvokeError) {
        let photos = recording.photos.values.sorted { $0.number < $1.number }
        let known = photos.filter { $0.before != nil }
        // First, so that their names are free for others.
        try deletePhotos(recording.gone)
        try changeRows(known.filter { $0.before != $0.now })
        try makeRows(photos.filter { $0.before == nil })
        try emptyPhotos(known.filter(\.isEmptied).map(\.number))
        try writeVectors(of: photos)
        try write(texts: photos.compactMap { photo in photo.text.map { (photo.number, $0) } })
        try recordVectors(of: known.filter(\.isTurned).map(\.number))
        try writeShares(of: photos)
        try writeFailures(of: photos)
        try forgetMetadata(of: known.filter { $0.isEmptied || $0.described != nil }.map(\.number))
        try describe(photos.compactMap { photo in photo.described.map { (photo.number, $0.metadata, $0.companions) } })
        for photo in photos where changes.photos.contains(photo.number) {
            changes.texts[photo.number] = photo.metadata.map { (photo.path, $0) }
        }
    }

    private func changeRows(_ photos: [RecordedPhoto]) throws(EvokeError) {
        let moved = photos.filter(\.isMoved).map(\.number)
        if !moved.isEmpty {
            // In two steps, because two photos may swap names. No file name contains a slash.
            try rows(
                """
                UPDATE evoke.photos SET name = '\\x2f'::bytea || int8send(photo) WHERE library = $1 AND photo = ANY($2)
                """, Numbers(moved))
        }
        guard !photos.isEmpty else { return }
        try rows(
            """
            UPDATE evoke.photos p SET folder = c.folder, name = c.name, size = c.size, modified = c.modified,
                inode = c.inode, changed = c.changed, width = c.width, height = c.height, missing = c.missing,
                content = c.content, sidecars = c.sidecars, colors = c.colors
            FROM unnest($2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14) AS c(\(Self.columns))
            WHERE p.library = $1 AND p.photo = c.photo
            """, Self.lists(of: photos))
    }

    private func makeRows(_ photos: [RecordedPhoto]) throws(EvokeError) {
        guard !photos.isEmpty else { return }
        // Sorted, so that concurrent writers cannot deadlock.
        let photos = photos.sorted { left, right in
            left.now.folder == right.now.folder
                ? left.now.name.lexicographicallyPrecedes(right.now.name) : left.now.folder < right.now.folder
        }
        let made = try rows(
            """
            INSERT INTO evoke.photos(library, \(Self.columns)) SELECT $1, c.*
            FROM unnest($2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14) AS c(\(Self.columns))
            ON CONFLICT (library, folder, name) DO NOTHING
            """, Self.lists(of: photos))
        if made.changed < photos.count { throw raceLost() }
    }

    private static let columns =
        "photo, folder, name, size, modified, inode, changed, width, height, missing, content, sidecars, colors"

    private static func lists(of photos: [RecordedPhoto]) -> [any Bindable] {
        let rows = photos.map(\.now)
        return [
            Numbers(photos.map(\.number)), Numbers(rows.map(\.folder)), List(rows.map { Blob($0.name) }),
            Numbers(rows.map(\.stamp.size)), Numbers(rows.map(\.stamp.modifiedNanoseconds)),
            Numbers(rows.map { Int64(bitPattern: $0.stamp.inode) }), Numbers(rows.map(\.stamp.changedNanoseconds)),
            Numbers(rows.map { $0.size.map { Int64($0.width) } }),
            Numbers(rows.map { $0.size.map { Int64($0.height) } }), Numbers(rows.map(\.missing)),
            List(rows.map(\.content)), Numbers(rows.map(\.sidecars)), Numbers(rows.map(\.colors)),
        ]
    }

    private func emptyPhotos(_ photos: [Int64]) throws(EvokeError) {
        guard !photos.isEmpty else { return }
        for table in ["texts", "looks", "comparisons", "faces", "moments"] {
            try rows("DELETE FROM evoke.\(table) WHERE library = $1 AND photo = ANY($2)", Numbers(photos))
        }
        for row in try rows(
            "DELETE FROM evoke.vectors WHERE library = $1 AND photo = ANY($2) RETURNING model, photo", Numbers(photos))
        {
            changes.vectors.insert(Changes.Vector(model: row.integer(0), photo: row.integer(1)))
        }
    }

    private func writeVectors(of photos: [RecordedPhoto]) throws(EvokeError) {
        let vectors = photos.flatMap { photo in
            photo.vectors.sorted { $0.key < $1.key }.map { (photo: photo.number, model: $0.key, halfFloats: $0.value) }
        }
        guard !vectors.isEmpty else { return }
        let type = try knownTypeOfVectors()
        try rows(
            """
            INSERT INTO evoke.vectors(library, photo, model, halves)
            SELECT $1, c.* FROM unnest($2, $3, $4::\(type.name)[]) AS c(photo, model, halves)
            ON CONFLICT (library, photo, model) DO UPDATE SET halves = excluded.halves
            """, Numbers(vectors.map(\.photo)), Numbers(vectors.map(\.model)),
            HalfVectorList(vectors: vectors.map(\.halfFloats), element: type.number))
    }

    func knownTypeOfVectors() throws(EvokeError) -> (number: UInt32, name: String) {
        if let known = typeOfVectors { return known }
        let row = try rows(
            """
            SELECT atttypid::bigint, format_type(atttypid, NULL) FROM pg_attribute
            WHERE attrelid = 'evoke.vectors'::regclass AND attname = 'halves'
            """
        ).first
        let type = (UInt32(truncatingIfNeeded: row?.integer(0) ?? 0), row?.text(1) ?? "")
        typeOfVectors = type
        return type
    }

    private func writeShares(of photos: [RecordedPhoto]) throws(EvokeError) {
        let old = photos.filter { $0.before != nil && !$0.share.isKept }.map(\.number)
        if !old.isEmpty { try rows("DELETE FROM evoke.cuts WHERE library = $1 AND photo = ANY($2)", Numbers(old)) }
        let new = photos.compactMap { photo in photo.share.value.map { (photo: photo.number, share: $0) } }
        guard !new.isEmpty else { return }
        try rows(
            "INSERT INTO evoke.cuts(library, photo, share) SELECT $1, c.* FROM unnest($2, $3) AS c(photo, share)",
            Numbers(new.map(\.photo)), List(new.map(\.share)))
    }

    private func writeFailures(of photos: [RecordedPhoto]) throws(EvokeError) {
        let old = photos.filter { $0.before != nil && !$0.failure.isKept }.map(\.number)
        if !old.isEmpty {
            for row in try rows(
                "DELETE FROM evoke.failures WHERE library = $1 AND photo = ANY($2) RETURNING photo", Numbers(old))
            {
                changes.photos.insert(row.integer(0))
            }
        }
        let new = photos.compactMap { photo in photo.failure.value.map { (photo: photo.number, error: $0) } }
        guard !new.isEmpty else { return }
        try rows(
            """
            INSERT INTO evoke.failures(library, photo, kind, doing, reason, remedy)
            SELECT $1, c.* FROM unnest($2, $3, $4, $5, $6) AS c(photo, kind, doing, reason, remedy)
            """, Numbers(new.map(\.photo)), List(new.map(\.error.kind.rawValue)), List(new.map(\.error.doing)),
            List(new.map(\.error.reason)), List(new.map(\.error.remedy)))
    }
}
