import EvokeCatalog
import EvokeValues

extension PostgresCatalog {
    func folders(under folder: FilePath) async throws -> [FilePath] {
        try await read { connection in
            try connection.rows(
                """
                SELECT path FROM evoke.folders f WHERE f.library = $1 AND EXISTS (
                    SELECT 1 FROM evoke.photos p WHERE p.library = f.library AND p.folder = f.folder AND p.missing = 0)
                """
            ).map { $0.path(0) }.filter { $0.isInside(folder) }
        }
    }

    func files(in folder: FilePath, model: ModelID) async throws -> [KnownFile] {
        try await read { connection in
            try connection.knownFiles(
                "p.folder = (SELECT folder FROM evoke.folders WHERE library = $1 AND digest = sha256($3))",
                model, folder)
        }
    }

    func known(_ content: ContentDigest, model: ModelID) async throws -> KnownContent? {
        try await read { connection in try connection.snapshot { try connection.known(content, model) } }
    }

    func contents() async throws -> Set<ContentDigest> {
        try await read { connection in
            try connection.snapshot {
                var contents: Set<ContentDigest> = []
                try connection.forEachRow(
                    "SELECT DISTINCT content FROM evoke.photos WHERE library = $1 AND content IS NOT NULL"
                ) { row in
                    if let content = row.digest(0) { contents.insert(content) }
                }
                return contents
            }
        }
    }
}

extension Connection {
    /// - Parameter condition: on a photo `p` in a folder `d`; its values are `$3` and up.
    func knownFiles(
        _ condition: String, _ model: ModelID, _ values: any Bindable...
    ) throws(EvokeError) -> [KnownFile] {
        try rows(
            """
            SELECT p.photo, p.name, p.size, p.modified, p.inode, p.changed, p.content, p.missing, f.kind, p.sidecars,
                EXISTS (
                    SELECT 1 FROM evoke.vectors v
                    WHERE v.library = p.library AND v.photo = p.photo AND v.model = (
                        SELECT model FROM evoke.models WHERE library = $1 AND fingerprint = $2)),
                EXISTS (SELECT 1 FROM evoke.truncations c WHERE c.library = p.library AND c.photo = p.photo), d.path
            FROM evoke.photos p JOIN evoke.folders d USING (library, folder)
                LEFT JOIN evoke.failures f USING (library, photo)
            WHERE p.library = $1 AND \(condition)
            """, [model.fingerprint] + values
        ).map { row in
            let failure = row.optionalText(8).map { EvokeError.Kind(rawValue: $0) }
            let hasVector = row.integer(10) != 0
            return KnownFile(
                id: PhotoID(row.integer(0)), path: row.path(12).appending(row.bytes(1)), stamp: row.stamp(from: 2),
                content: row.digest(6), sidecarStamp: row.integer(9),
                state: hasVector ? .encoded : failure.map { .failed($0) } ?? .otherModelOnly,
                isHere: row.integer(7) == 0, isTruncated: row.integer(11) != 0, isUnread: hasVector && failure != nil)
        }
    }

    /// A photo does not count as gone if a file at its path is queued.
    fileprivate func known(_ content: ContentDigest, _ model: ModelID) throws(EvokeError) -> KnownContent? {
        let rows = try rows(
            """
            SELECT p.photo, d.path, p.name, p.missing = 1 AND NOT EXISTS (
                SELECT 1 FROM evoke.work w
                WHERE w.library = $1 AND w.digest = d.digest AND w.name = p.name AND NOT \(Queue.isOfTexts)),
                p.width, p.height, c.share, p.colors, x.reader, x.lines
            FROM evoke.photos p JOIN evoke.folders d USING (library, folder) LEFT JOIN evoke.truncations c USING (library, photo)
                LEFT JOIN evoke.texts x USING (library, photo)
            WHERE p.library = $1 AND p.content = $2 AND EXISTS (
                SELECT 1 FROM evoke.vectors v WHERE v.library = p.library AND v.photo = p.photo AND v.model = (
                    SELECT model FROM evoke.models WHERE library = $1 AND fingerprint = $3))
            """, content, model.fingerprint)
        var places: [PhotoID: KnownPlace] = [:]
        var (size, share, colors, text): (PixelSize?, Double?, PhotoColors?, ReadText?)
        for row in rows {
            places[PhotoID(row.integer(0))] = KnownPlace(
                path: row.path(1).appending(row.bytes(2)), isGone: row.integer(3) != 0)
            size = row.size(4) ?? size
            share = row.optionalReal(6)
            colors = row.colors(7) ?? colors
            text = row.read(8, in: size) ?? text
        }
        guard let photo = places.keys.min() else { return nil }
        return KnownContent(
            digest: content, size: size, share: share, colors: colors, text: text,
            vectors: try vectors(of: photo), places: places)
    }

    private func vectors(of photo: PhotoID) throws(EvokeError) -> [ModelID: [Float16]] {
        let rows = try rows(
            """
            SELECT m.name, m.fingerprint, m.dimensions, v.half_floats
            FROM evoke.vectors v JOIN evoke.models m USING (library, model) WHERE v.library = $1 AND v.photo = $2
            """, photo.value)
        var vectors: [ModelID: [Float16]] = [:]
        for row in rows {
            var halfFloats: [Float16] = []
            _ = row.appendHalfFloats(3, to: &halfFloats)
            vectors[ModelID(name: row.text(0), fingerprint: row.text(1), dimensions: Int(row.integer(2)))] = halfFloats
        }
        return vectors
    }
}
