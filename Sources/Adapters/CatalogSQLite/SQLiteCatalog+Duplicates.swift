import EvokeCatalog
package import EvokeValues

extension SQLiteCatalog {
    package func photosWithoutFingerprint(after photo: PhotoID, limit: Int) async throws -> [PhotoCard] {
        try await use { connection in
            try connection.cards(
                where: "\(Self.hasNoFingerprint) AND p.photo > ? ORDER BY p.photo LIMIT ?", photo.value, Int64(limit))
        }
    }

    package func countWithoutFingerprint() async throws -> Int {
        try await use { connection in
            try connection.count("SELECT count(*) FROM photos p WHERE \(CatalogCondition.canBeShown) AND \(Self.hasNoFingerprint)")
        }
    }

    /// Fingerprints belong to content digests, so photos without one wait until they have it. Comparisons are looked
    /// at first: fingerprints are large, and walking past a million of them is slow.
    private static let hasNoFingerprint = """
        +p.content IS NOT NULL AND NOT EXISTS (SELECT 1 FROM comparisons WHERE photo = p.photo)
            AND NOT EXISTS (SELECT 1 FROM fingerprints WHERE photo = p.photo)
        """

    package func record(_ fingerprints: [ContentDigest: StoredFingerprint]) async throws {
        try await use { connection in
            try connection.transaction { () throws(EvokeError) in
                for (content, kept) in fingerprints {
                    try connection.statement(
                        """
                        INSERT INTO fingerprints(photo, signature, fingerprint) SELECT photo, ?, ? FROM photos WHERE content = ?
                        ON CONFLICT(photo) DO UPDATE SET signature = excluded.signature, fingerprint = excluded.fingerprint
                        """
                    ).bind(kept.signature.bytes, kept.fingerprint.bytes, content).run()
                }
            }
        }
    }

    package func fingerprints(of contents: [ContentDigest]) async throws -> [ContentDigest: PhotoFingerprint] {
        try await use { connection in
            let statement = try connection.statement(
                "SELECT l.fingerprint FROM photos p JOIN fingerprints l ON l.photo = p.photo WHERE p.content = ? LIMIT 1")
            var fingerprints: [ContentDigest: PhotoFingerprint] = [:]
            for content in contents {
                defer { statement.reset() }
                if try statement.bind(content).step() {
                    fingerprints[content] = PhotoFingerprint(bytes: statement.blob(0))
                }
            }
            return fingerprints
        }
    }
}

extension SQLiteCatalog {
    package func countNotCompared(by judge: Int64) async throws -> Int {
        try await use { connection in
            Int(
                try connection.integer(
                    """
                    SELECT count(*) FROM photos p LEFT JOIN metadata t ON t.photo = p.photo
                        LEFT JOIN comparisons c ON c.photo = p.photo
                    WHERE +p.content IS NOT NULL
                        AND CASE WHEN \(Self.isCompared) THEN 0 ELSE EXISTS (SELECT 1 FROM fingerprints WHERE photo = p.photo) END
                    """, judge) ?? 0)
        }
    }

    /// By the judge in `?1`. If the photo's date changed since, it has to be compared again.
    private static let isCompared = "(c.judge IS ?1 AND c.taken IS t.taken)"

    package func tracesWithFingerprint(
        comparedBy judge: Int64, after photo: PhotoID, limit: Int
    ) async throws -> [(trace: PhotoTrace, isCompared: Bool)] {
        try await use { connection in
            try connection.tracesWithFingerprint(
                "l.photo > ?2 ORDER BY l.photo LIMIT ?3", judge, photo.value, Int64(limit))
        }
    }

    package func fingerprintChanges(since stamp: VectorStamp?, comparedBy judge: Int64, limit: Int) async throws
        -> FingerprintChanges
    {
        try await use { connection in
            try connection.snapshot {
                let changed = try stamp.flatMap { try connection.photosChanged(since: $0) }
                let traces = try changed.flatMap { changed in
                    changed.count > limit
                        ? nil
                        : try changed.sorted().flatMap {
                            try connection.tracesWithFingerprint("l.photo = ?2", judge, $0)
                        }
                }
                return FingerprintChanges(stamp: try connection.newest(of: SQLiteConnection.log), traces: traces)
            }
        }
    }

    /// From the table of perceptual fingerprints on.
    fileprivate static let tracesWithFingerprint = """
        SELECT \(trace), l.signature, \(isCompared)
        FROM fingerprints l JOIN photos p ON p.photo = l.photo LEFT JOIN metadata t ON t.photo = l.photo
            LEFT JOIN comparisons c ON c.photo = l.photo
        WHERE p.content IS NOT NULL AND
        """

    package func record(_ resemblances: [ContentDigest: [Resemblance]], by judge: Int64) async throws {
        try await use { connection in
            try connection.transaction { () throws(EvokeError) in
                for (content, alike) in resemblances {
                    try connection.statement(
                        """
                        INSERT INTO comparisons(photo, judge, taken, alike)
                        SELECT p.photo, ?1, t.taken, ?2 FROM photos p LEFT JOIN metadata t ON t.photo = p.photo
                        WHERE p.content = ?3
                        ON CONFLICT(photo) DO UPDATE
                        SET judge = excluded.judge, taken = excluded.taken, alike = excluded.alike
                        """
                    ).bind(judge, alike.isEmpty ? nil : Resemblance.bytes(of: alike), content).run()
                }
            }
        }
    }

    package func resemblances(by judge: Int64) async throws -> [ContentDigest: [Resemblance]] {
        try await use { connection in
            let statement = try connection.statement(
                """
                SELECT p.content, c.alike FROM comparisons c JOIN photos p ON p.photo = c.photo
                WHERE c.alike IS NOT NULL AND c.judge = ? AND p.content IS NOT NULL
                """
            ).bind(judge)
            defer { statement.reset() }
            var found: [ContentDigest: [Resemblance]] = [:]
            while try statement.step() {
                guard let content = ContentDigest(bytes: statement.blob(0)) else { continue }
                found[content] = Resemblance.list(bytes: statement.blob(1))
            }
            return found
        }
    }

    package func contentsHeldTwice() async throws -> [ContentDigest] {
        try await use { connection in
            let statement = try connection.statement(
                "SELECT content FROM photos WHERE content IS NOT NULL GROUP BY content HAVING count(*) > 1")
            defer { statement.reset() }
            var contents: [ContentDigest] = []
            while try statement.step() {
                if let content = ContentDigest(bytes: statement.blob(0)) { contents.append(content) }
            }
            return contents
        }
    }

    package func traces(of contents: [ContentDigest]) async throws -> [PhotoTrace] {
        try await use { connection in
            let statement = try connection.statement(
                """
                SELECT \(Self.trace) FROM photos p LEFT JOIN metadata t ON t.photo = p.photo
                WHERE p.content = ? AND \(CatalogCondition.canBeShown)
                """)
            // In one transaction: otherwise each statement locks and unlocks the file.
            return try connection.snapshot {
                var traces: [PhotoTrace] = []
                for content in contents {
                    defer { statement.reset() }
                    statement.bind(content)
                    while try statement.step() { traces.append(statement.trace(signature: nil)) }
                }
                return traces
            }
        }
    }

    private static let trace = """
        p.photo, p.content, p.width, p.height, p.size, p.name,
            t.taken, t.nanoseconds, t.utc_offset, t.taken_precision, t.taken_source, t.camera
        """
}

extension SQLiteConnection {
    /// - Parameter values: the judge, followed by the condition's values.
    fileprivate func tracesWithFingerprint(
        _ condition: String, _ values: any Bindable...
    ) throws(EvokeError) -> [(trace: PhotoTrace, isCompared: Bool)] {
        let statement = try statement("\(SQLiteCatalog.tracesWithFingerprint) \(condition)").bind(values)
        defer { statement.reset() }
        var traces: [(trace: PhotoTrace, isCompared: Bool)] = []
        while try statement.step() { traces.append((statement.trace(signature: 12), statement.integer(13) != 0)) }
        return traces
    }
}

extension SQLiteStatement {
    fileprivate func trace(signature column: Int32?) -> PhotoTrace {
        var size: PixelSize?
        if !isNull(2), !isNull(3) { size = PixelSize(width: Int(integer(2)), height: Int(integer(3))) }
        return PhotoTrace(
            PhotoID(integer(0)), content: isNull(1) ? nil : ContentDigest(bytes: blob(1)), size: size,
            bytes: integer(4), isOfCamera: path(5).format?.isOfCamera ?? false, taken: takenDate(from: 6),
            camera: isNull(11) ? nil : text(11), signature: column.flatMap { FingerprintSignature(bytes: blob($0)) })
    }
}
