import EvokeCatalog
import EvokeValues

extension PostgresCatalog {
    func photosWithoutFingerprint(after photo: PhotoID, limit: Int) async throws -> [PhotoCard] {
        try await read { connection in
            try connection.cards(
                "\(Self.hasNoFingerprint) AND p.photo > $2 ORDER BY p.photo LIMIT $3", photo.value, Int64(limit))
        }
    }

    func countWithoutFingerprint() async throws -> Int {
        try await read { connection in
            Int(
                try connection.nativeInteger(
                    """
                    SELECT count(*) FROM evoke.photos p
                    WHERE p.library = $1 AND \(Self.canBeShown) AND \(Self.hasNoFingerprint)
                    """) ?? 0)
        }
    }

    /// Fingerprints belong to content digests, so photos without one wait until they have it.
    private static let hasNoFingerprint = """
        p.content IS NOT NULL AND NOT EXISTS (
            SELECT 1 FROM evoke.fingerprints x WHERE x.library = p.library AND x.photo = p.photo)
        """

    func record(_ fingerprints: [ContentDigest: StoredFingerprint]) async throws {
        try await write { connection throws(EvokeError) in
            // Locked before reading: until then, their content may change.
            let photos = try connection.rows(
                """
                SELECT p.photo, p.content FROM evoke.photos p WHERE p.library = $1 AND p.content = ANY($2)
                ORDER BY p.photo FOR NO KEY UPDATE OF p
                """, List(fingerprints.keys.map(\.self)))
            var kept: [(photo: Int64, fingerprint: StoredFingerprint)] = []
            for row in photos {
                if let fingerprint = row.digest(1).flatMap({ fingerprints[$0] }) {
                    kept.append((row.integer(0), fingerprint))
                }
            }
            guard !kept.isEmpty else { return }
            try connection.rows(
                """
                INSERT INTO evoke.fingerprints(library, photo, signature, fingerprint)
                SELECT $1, c.* FROM unnest($2, $3, $4) AS c(photo, signature, fingerprint)
                ON CONFLICT (library, photo) DO UPDATE SET signature = excluded.signature, fingerprint = excluded.fingerprint
                """, Numbers(kept.map(\.photo)), List(kept.map { Blob($0.fingerprint.signature.bytes) }),
                List(kept.map { Blob($0.fingerprint.fingerprint.bytes) }))
            connection.changes.fingerprints.formUnion(kept.map(\.photo))
        }
    }

    func fingerprints(of contents: [ContentDigest]) async throws -> [ContentDigest: PhotoFingerprint] {
        try await read { connection in
            var fingerprints: [ContentDigest: PhotoFingerprint] = [:]
            for row in try connection.rows(
                """
                SELECT DISTINCT ON (p.content) p.content, l.fingerprint
                FROM evoke.photos p JOIN evoke.fingerprints l USING (library, photo)
                WHERE p.library = $1 AND p.content = ANY($2)
                """, List(contents))
            {
                if let content = row.digest(0) { fingerprints[content] = PhotoFingerprint(bytes: row.bytes(1)) }
            }
            return fingerprints
        }
    }
}

extension PostgresCatalog {
    func countNotCompared(by judge: Int64) async throws -> Int {
        try await read { connection in
            Int(
                try connection.nativeInteger(
                    """
                    SELECT count(*) FROM \(Self.photosWithFingerprint)
                    WHERE l.library = $1 AND p.content IS NOT NULL AND NOT \(Self.isCompared)
                    """, judge) ?? 0)
        }
    }

    private static let photosWithFingerprint = """
        evoke.fingerprints l JOIN evoke.photos p USING (library, photo) LEFT JOIN evoke.metadata t USING (library, photo)
            LEFT JOIN evoke.comparisons c USING (library, photo)
        """

    /// By the judge in the first value. If the photo's date changed since, it has to be compared again.
    private static let isCompared =
        "(c.judge IS NOT DISTINCT FROM $2 AND c.taken IS NOT DISTINCT FROM t.taken)"

    func tracesWithFingerprint(
        comparedBy judge: Int64, after photo: PhotoID, limit: Int
    ) async throws -> [(trace: PhotoTrace, isCompared: Bool)] {
        try await read { connection in
            try connection.rows(
                "\(Self.tracesWithFingerprint) l.photo > $3 ORDER BY l.photo LIMIT $4", judge, photo.value, Int64(limit)
            ).map(\.comparedTrace)
        }
    }

    func fingerprintChanges(since stamp: VectorStamp?, comparedBy judge: Int64, limit: Int) async throws
        -> FingerprintChanges
    {
        try await read { connection in
            try connection.snapshot {
                let changed = try stamp.flatMap { try connection.photosChanged(since: $0) }
                let traces = try changed.flatMap { changed in
                    changed.count > limit
                        ? nil
                        : try connection.rows(
                            "\(Self.tracesWithFingerprint) l.photo = ANY($3) ORDER BY l.photo", judge, Numbers(changed)
                        ).map(\.comparedTrace)
                }
                return FingerprintChanges(stamp: try connection.newest(of: .photos), traces: traces)
            }
        }
    }

    private static let tracesWithFingerprint = """
        SELECT \(trace), l.signature, CASE WHEN \(isCompared) THEN 1::bigint ELSE 0 END
        FROM \(photosWithFingerprint) WHERE l.library = $1 AND p.content IS NOT NULL AND
        """

    func record(_ resemblances: [ContentDigest: [Resemblance]], by judge: Int64) async throws {
        try await write { connection throws(EvokeError) in
            // Locked before reading: until then, their content may change.
            let photos = try connection.rows(
                """
                SELECT p.photo, p.content, t.taken
                FROM evoke.photos p LEFT JOIN evoke.metadata t USING (library, photo)
                WHERE p.library = $1 AND p.content = ANY($2) ORDER BY p.photo FOR NO KEY UPDATE OF p
                """, List(resemblances.keys.map(\.self)))
            var noted: [(photo: Int64, taken: Int64?, alike: Blob?)] = []
            for row in photos {
                guard let alike = row.digest(1).flatMap({ resemblances[$0] }) else { continue }
                noted.append(
                    (
                        row.integer(0), row.isNull(2) ? nil : row.integer(2),
                        alike.isEmpty ? nil : Blob(Resemblance.bytes(of: alike))
                    ))
            }
            guard !noted.isEmpty else { return }
            try connection.rows(
                """
                INSERT INTO evoke.comparisons(library, photo, judge, taken, alike)
                SELECT $1, c.photo, $2, c.taken, c.alike FROM unnest($3, $4, $5) AS c(photo, taken, alike)
                ON CONFLICT (library, photo) DO UPDATE
                SET judge = excluded.judge, taken = excluded.taken, alike = excluded.alike
                """, judge, Numbers(noted.map(\.photo)), Numbers(noted.map(\.taken)), List(noted.map(\.alike)))
        }
    }

    func resemblances(by judge: Int64) async throws -> [ContentDigest: [Resemblance]] {
        try await read { connection in
            var found: [ContentDigest: [Resemblance]] = [:]
            for row in try connection.rows(
                """
                SELECT p.content, c.alike FROM evoke.comparisons c JOIN evoke.photos p USING (library, photo)
                WHERE c.library = $1 AND c.alike IS NOT NULL AND c.judge = $2 AND p.content IS NOT NULL
                """, judge)
            {
                guard let content = row.digest(0) else { continue }
                found[content] = row.bytes(1).withUnsafeBytes { Resemblance.list(bytes: $0) }
            }
            return found
        }
    }

    func contentsHeldTwice() async throws -> [ContentDigest] {
        try await read { connection in
            try connection.rows(
                """
                SELECT content FROM evoke.photos WHERE library = $1 AND content IS NOT NULL
                GROUP BY content HAVING count(*) > 1
                """
            ).compactMap { $0.digest(0) }
        }
    }

    func traces(of contents: [ContentDigest]) async throws -> [PhotoTrace] {
        try await read { connection in
            try connection.rows(
                """
                SELECT \(Self.trace) FROM evoke.photos p LEFT JOIN evoke.metadata t USING (library, photo)
                WHERE p.library = $1 AND p.content = ANY($2) AND \(Self.canBeShown)
                """, List(contents)
            ).map { $0.trace(signature: nil) }
        }
    }

    private static let trace = """
        p.photo, p.content, p.width, p.height, p.size, p.name,
            t.taken, t.nanoseconds, t.utc_offset, t.taken_precision, t.taken_source, t.camera
        """
}

extension Row {
    fileprivate var comparedTrace: (trace: PhotoTrace, isCompared: Bool) {
        (trace(signature: 12), integer(13) != 0)
    }

    fileprivate func trace(signature column: Int32?) -> PhotoTrace {
        PhotoTrace(
            PhotoID(integer(0)), content: digest(1), size: size(2), bytes: integer(4),
            isOfCamera: FilePath(bytes: bytes(5)).format?.isOfCamera ?? false, taken: takenDate(from: 6),
            camera: optionalText(11), signature: column.flatMap { FingerprintSignature(bytes: bytes($0)) })
    }
}
