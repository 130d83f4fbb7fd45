package import EvokePorts
package import EvokeValues

extension CatalogDriver {
    package func folders(under folder: DiskPath) async throws -> [DiskPath] {
        try await read { connection in
            try connection.map(
                """
                SELECT path FROM folders f
                WHERE EXISTS (SELECT 1 FROM photos p WHERE p.folder = f.folder AND p.missing = 0)
                """
            ) { row in row.path(0) }.filter { $0.isInside(folder) }
        }
    }

    package func files(in folder: DiskPath, model: ModelID) async throws -> [KnownFile] {
        try await read { connection in
            try connection.knownFiles(where: "p.folder = (SELECT folder FROM folders WHERE path = $2)", model, folder)
        }
    }

    package func known(_ content: ContentDigest, model: ModelID) async throws -> KnownContent? {
        try await known(content, model: model, butFor: "1 = 0")
    }

    /// - Parameter waiting: which photos `p` in a folder `d` count as gone only once their files were looked for again.
    package func known(
        _ content: ContentDigest, model: ModelID, butFor waiting: String
    ) async throws -> KnownContent? {
        try await snapshot { try $0.known(content, model, butFor: waiting) }
    }

    package func contents() async throws -> Set<ContentDigest> {
        try await snapshot { connection in
            var contents: Set<ContentDigest> = []
            try connection.stream("SELECT DISTINCT content FROM photos WHERE content IS NOT NULL") { row in
                if let content = row.digest(0) { contents.insert(content) }
            }
            return contents
        }
    }
}

extension CatalogConnection {
    /// - Parameter condition: on a photo `p`; its values are `$2` and up.
    package func knownFiles(
        where condition: String, _ model: ModelID, _ values: any CatalogBindable...
    ) throws(EvokeError) -> [KnownFile] {
        try map(
            """
            SELECT p.photo, d.path, p.name, p.size, p.modified, p.inode, p.changed, p.content, p.missing, p.sidecars, f.kind,
                EXISTS (
                    SELECT 1 FROM vectors v
                    WHERE v.photo = p.photo AND +v.model = (SELECT model FROM models WHERE fingerprint = $1)),
                EXISTS (SELECT 1 FROM truncations WHERE photo = p.photo)
            FROM photos p JOIN folders d ON d.folder = p.folder LEFT JOIN failures f ON f.photo = p.photo
            WHERE \(condition)
            """, with: [model.fingerprint] + values
        ) { row in
            let failure = row.optionalText(10).map { EvokeError.Kind(rawValue: $0) }
            let hasVector = row.integer(11) != 0
            return KnownFile(
                id: row.photo(0), path: row.path(1).appending(row.bytes(2)), stamp: row.stamp(from: 3),
                content: row.digest(7), sidecarStamp: row.integer(9),
                state: hasVector ? .encoded : failure.map { .failed($0) } ?? .otherModelOnly,
                isHere: row.integer(8) == 0, isTruncated: row.integer(12) != 0, isUnread: hasVector && failure != nil)
        }
    }

    fileprivate func known(
        _ content: ContentDigest, _ model: ModelID, butFor waiting: String
    ) throws(EvokeError) -> KnownContent? {
        var places: [PhotoID: KnownPlace] = [:]
        var (size, share, colors, text): (PixelSize?, Double?, PhotoColors?, ReadText?)
        try run(
            """
            SELECT p.photo, d.path, p.name, p.missing = 1 AND NOT (\(waiting)), p.width, p.height, c.share, p.colors,
                x.reader, x.lines
            FROM photos p JOIN folders d ON d.folder = p.folder LEFT JOIN truncations c ON c.photo = p.photo
                LEFT JOIN texts x ON x.photo = p.photo
            WHERE p.content = $1 AND EXISTS (
                SELECT 1 FROM vectors v
                WHERE v.photo = p.photo AND v.model = (SELECT model FROM models WHERE fingerprint = $2))
            """, with: [content, model.fingerprint]
        ) { row in
            places[row.photo(0)] = KnownPlace(path: row.path(1).appending(row.bytes(2)), isGone: row.integer(3) != 0)
            size = row.size(4) ?? size
            share = row.optionalReal(6)
            colors = row.colors(7) ?? colors
            text = row.read(8, in: size) ?? text
        }
        guard let photo = places.keys.min() else { return nil }
        return KnownContent(
            digest: content, size: size, share: share, colors: colors, text: text, vectors: try vectors(of: photo),
            places: places)
    }

    private func vectors(of photo: PhotoID) throws(EvokeError) -> [ModelID: [Float16]] {
        try dictionary(
            """
            SELECT m.name, m.fingerprint, m.dimensions, v.half_floats
            FROM vectors v JOIN models m ON m.model = v.model WHERE v.photo = $1
            """, photo
        ) { row in
            var halfFloats: [Float16] = []
            _ = row.appendHalfFloats(3, to: &halfFloats)
            return (row.model(0), halfFloats)
        }
    }
}

extension CatalogRow {
    /// Reads three columns.
    func model(_ first: Int32) -> ModelID {
        ModelID(name: text(first), fingerprint: text(first + 1), dimensions: Int(integer(first + 2)))
    }
}
