package import EvokeValues

extension SQLiteCatalog {
    package func photosWithoutLook(after photo: PhotoID, limit: Int) async throws -> [PhotoCard] {
        try await use { connection in
            try connection.cards(
                where: "\(Self.hasNoLook) AND p.id > ? ORDER BY p.id LIMIT ?", photo.value, Int64(limit))
        }
    }

    package func countWithoutLook() async throws -> Int {
        try await use { connection in
            try connection.count("SELECT count(*) FROM photos p WHERE \(Self.canBeShown) AND \(Self.hasNoLook)")
        }
    }

    /// Looks are noted for contents, so those without a digest wait until they have one.
    private static let hasNoLook =
        "p.content IS NOT NULL AND NOT EXISTS (SELECT 1 FROM looks WHERE photo = p.id)"

    package func note(_ looks: [ContentDigest: KeptLook]) async throws {
        try await use { connection in
            try connection.transaction { () throws(EvokeError) in
                for (content, kept) in looks {
                    try connection.statement(
                        """
                        INSERT INTO looks(photo, signature, look) SELECT id, ?, ? FROM photos WHERE content = ?
                        ON CONFLICT(photo) DO UPDATE SET signature = excluded.signature, look = excluded.look
                        """
                    ).bind(kept.signature.bytes, kept.look.bytes, content).run()
                }
            }
        }
    }

    package func looks(of photos: [PhotoID]) async throws -> [PhotoID: PhotoLook] {
        try await use { connection in
            let statement = try connection.statement(
                "SELECT photo, look FROM looks WHERE photo IN (SELECT value FROM json_each(?))"
            ).bind("[\(photos.map { "\($0.value)" }.joined(separator: ","))]")
            defer { statement.reset() }
            var looks: [PhotoID: PhotoLook] = [:]
            while try statement.step() { looks[PhotoID(statement.integer(0))] = PhotoLook(bytes: statement.blob(1)) }
            return looks
        }
    }

    package func traces() async throws -> [PhotoTrace] {
        try await use { connection in
            let statement = try connection.statement(
                """
                SELECT p.id, p.content, p.width, p.height, p.size, p.name,
                    t.taken, t.nanoseconds, t.utc_offset, t.taken_precision, t.taken_source, t.camera, l.signature
                FROM photos p LEFT JOIN facts t ON t.photo = p.id LEFT JOIN looks l ON l.photo = p.id
                WHERE \(Self.canBeShown) ORDER BY p.id
                """)
            defer { statement.reset() }
            var traces: [PhotoTrace] = []
            while try statement.step() { traces.append(statement.trace) }
            return traces
        }
    }
}

extension Statement {
    fileprivate var trace: PhotoTrace {
        var size: PixelSize?
        if !isNull(2), !isNull(3) { size = PixelSize(width: Int(integer(2)), height: Int(integer(3))) }
        return PhotoTrace(
            PhotoID(integer(0)), content: isNull(1) ? nil : ContentDigest(bytes: blob(1)), size: size,
            bytes: integer(4), isOfCamera: path(5).format?.isOfCamera ?? false, taken: takenDate(from: 6),
            camera: isNull(11) ? nil : text(11), signature: isNull(12) ? nil : LookSignature(bytes: blob(12)))
    }
}
