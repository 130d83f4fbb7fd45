package import EvokePorts
package import EvokeValues

extension CatalogCondition {
    /// Of a comparison `c` and metadata `t`, by the judge in `$1`. If the photo's date changed since, it has to be
    /// compared again.
    fileprivate static let isCompared =
        "(c.judge IS NOT DISTINCT FROM $1 AND c.taken IS NOT DISTINCT FROM t.taken)"
}

extension CatalogDriver {
    package func countNotCompared(by judge: Int64) async throws -> Int {
        try await read { connection in
            // CASE, so that SQLite looks for fingerprints last.
            try connection.count(
                """
                SELECT count(*) FROM photos p LEFT JOIN metadata t ON t.photo = p.photo
                    LEFT JOIN comparisons c ON c.photo = p.photo
                WHERE +p.content IS NOT NULL AND CASE WHEN \(CatalogCondition.isCompared) THEN FALSE
                    ELSE EXISTS (SELECT 1 FROM fingerprints WHERE photo = p.photo) END
                """, judge)
        }
    }

    package func tracesWithFingerprint(
        comparedBy judge: Int64, after photo: PhotoID, limit: Int
    ) async throws -> [(trace: PhotoTrace, isCompared: Bool)] {
        try await read { try $0.tracesWithFingerprint("l.photo > $2 ORDER BY l.photo LIMIT $3", judge, photo, limit) }
    }

    package func fingerprintChanges(since stamp: VectorStamp?, comparedBy judge: Int64, limit: Int) async throws
        -> FingerprintChanges
    {
        try await snapshot { connection in
            let changed = try stamp.flatMap { try connection.photosChanged(since: $0) }
            let traces = try changed.flatMap { changed in
                changed.count > limit
                    ? nil
                    : try connection.tracesWithFingerprint(
                        "l.photo IN list($2) ORDER BY l.photo", judge, Array(changed))
            }
            return FingerprintChanges(stamp: try connection.newest(of: .photos), traces: traces)
        }
    }

    package func record(_ resemblances: [ContentDigest: [Resemblance]], by judge: Int64) async throws {
        try await write { connection throws(EvokeError) in
            let taken = "(SELECT taken FROM metadata WHERE photo = p.photo)"
            try connection.record(resemblances, in: .comparisons, reading: taken) { _, alike, taken in
                [.integer(judge), taken.catalogValue, alike.isEmpty ? .null : .bytes(Resemblance.bytes(of: alike))]
            }
        }
    }

    package func resemblances(by judge: Int64) async throws -> [ContentDigest: [Resemblance]] {
        try await read { connection in
            try connection.dictionary(
                """
                SELECT p.content, c.alike FROM comparisons c JOIN photos p ON p.photo = c.photo
                WHERE c.alike IS NOT NULL AND c.judge = $1 AND +p.content IS NOT NULL
                """, judge
            ) { row in
                guard let content = row.digest(0), let alike = row.with(1, { Resemblance.list(bytes: $0) }) else {
                    return nil
                }
                return (content, alike)
            }
        }
    }

    package func contentsHeldTwice() async throws -> [ContentDigest] {
        try await read { connection in
            try connection.map(
                "SELECT content FROM photos WHERE content IS NOT NULL GROUP BY content HAVING count(*) > 1"
            ) { row in row.digest(0) }.compactMap(\.self)
        }
    }

    package func traces(of contents: [ContentDigest]) async throws -> [PhotoTrace] {
        try await read { connection in
            try connection.map(
                """
                SELECT \(PhotoTrace.columns) FROM photos p LEFT JOIN metadata t ON t.photo = p.photo
                WHERE p.content IN list($1) AND \(CatalogCondition.canBeShown)
                """, contents
            ) { row in row.trace(signature: nil) }
        }
    }
}

extension CatalogConnection {
    /// - Parameter values: the judge, followed by the condition's values.
    fileprivate func tracesWithFingerprint(
        _ condition: String, _ values: any CatalogBindable...
    ) throws(EvokeError) -> [(trace: PhotoTrace, isCompared: Bool)] {
        try map(
            """
            SELECT \(PhotoTrace.columns), l.signature, \(CatalogCondition.isCompared)
            FROM fingerprints l JOIN photos p ON p.photo = l.photo LEFT JOIN metadata t ON t.photo = l.photo
                LEFT JOIN comparisons c ON c.photo = l.photo
            WHERE +p.content IS NOT NULL AND \(condition)
            """, with: values
        ) { row in (row.trace(signature: 12), row.integer(13) != 0) }
    }
}

extension PhotoTrace {
    fileprivate static let columns = """
        p.photo, p.content, p.width, p.height, p.size, p.name,
            t.taken, t.nanoseconds, t.utc_offset, t.taken_precision, t.taken_source, t.camera
        """
}

extension CatalogRow {
    fileprivate func trace(signature column: Int32?) -> PhotoTrace {
        PhotoTrace(
            photo(0), content: digest(1), size: size(2), bytes: integer(4),
            isOfCamera: DiskPath(bytes: bytes(5)).format?.isOfCamera ?? false, taken: takenDate(from: 6),
            camera: optionalText(11), signature: column.flatMap { with($0) { FingerprintSignature(bytes: $0) } })
    }
}
