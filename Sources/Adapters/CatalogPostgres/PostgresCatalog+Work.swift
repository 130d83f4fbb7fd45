import EvokeCatalog
import EvokePorts
import EvokeValues

/// Statements that only hand out photos change nothing that followers read. Each is atomic, so none needs an explicit
/// transaction, and one whose answer was lost is not sent again: leases that nobody knows of expire.
extension PostgresCatalog: WorkSharing {
    var lease: Duration { .seconds(Queue.lease) }

    func join(as name: String, for jobKind: JobKind) async throws -> Worker {
        try await once { connection in
            // Workers of a day ago are forgotten unless a photo was left with them.
            try connection.rows(
                """
                DELETE FROM evoke.workers o WHERE o.library = $1 AND o.seen < clock_timestamp() - interval '1 day'
                    AND NOT EXISTS (SELECT 1 FROM evoke.work w WHERE w.library = $1 AND w.worker = o.worker)
                """)
            let number = try connection.nativeInteger(
                "INSERT INTO evoke.workers(library, name, model) VALUES($1, $2, $3) RETURNING worker", name,
                jobKind.fingerprint)
            return Worker(number: number ?? 0, jobKind: jobKind)
        }
    }

    func claim(
        _ most: Int, for worker: Worker, below roots: [DiskPath], retried: Bool
    ) async throws -> [ClaimedPhoto] {
        try await once { connection in
            let claimed = try connection.claim(most, for: worker, below: roots, retried: retried)
            guard !claimed.isEmpty else {
                try connection.check(worker)
                return []
            }
            guard case .encoding(let model) = worker.jobKind else {
                return claimed.map { ClaimedPhoto(photo: $0.photo, claim: $0.claim, known: nil) }
            }
            let photos = try connection.photos(at: claimed.map(\.photo.path))
            let known = photos.isEmpty ? [] : try connection.knownFiles(where: "p.photo IN list($2)", model, photos)
            let files = Dictionary(known.map { ($0.path, $0) }, uniquingKeysWith: { first, _ in first })
            return claimed.map { ClaimedPhoto(photo: $0.photo, claim: $0.claim, known: files[$0.photo.path]) }
        }
    }

    func renew(_ claims: Set<Int64>, of worker: Worker, done: Int) async throws {
        try await once { connection in
            _ = try connection.rows(
                """
                WITH me AS (
                    UPDATE evoke.workers SET seen = clock_timestamp(), done = $4, rate = 60 * ($4 - done)
                        / greatest(extract(epoch FROM clock_timestamp() - seen)::double precision, 0.001)
                    WHERE library = $1 AND worker = $2
                )
                UPDATE evoke.work SET until = \(Queue.until)
                WHERE library = $1 AND worker = $2 AND claim = ANY($3)
                """, worker.number, Numbers(claims), Int64(done))
        }
    }

    func finish(_ photos: [FinishedPhoto], of worker: Worker) async throws {
        guard case .encoding(let model) = worker.jobKind else { return }
        try await write(recording: photos.flatMap(\.changes), by: model) { connection throws(EvokeError) in
            try connection.finish(photos.map { ($0.path, $0.claim) }, of: worker) { places throws(EvokeError) in
                let changes = places.flatMap { photos[$0].changes }
                if changes.isEmpty {
                    connection.changes.areOfTheQueueAlone = true
                } else {
                    try connection.record(changes, model: model)
                    try connection.enrolForAnalyses(places.map { photos[$0].path })
                }
            }
        }
    }

    func finish<Result>(
        _ photos: [ClaimedPhoto], with results: [DiskPath: (content: ContentDigest, result: Result)],
        as analysis: Analysis<Result>, of worker: Worker
    ) async throws {
        try await write { connection throws(EvokeError) in
            try connection.finish(photos.map { ($0.photo.path, $0.claim) }, of: worker) { places throws(EvokeError) in
                let found = places.compactMap { results[photos[$0].photo.path] }
                if found.isEmpty {
                    connection.changes.areOfTheQueueAlone = true
                } else {
                    try connection.record(
                        Dictionary(found.map { ($0.content, $0.result) }, uniquingKeysWith: { $1 }), as: analysis)
                }
            }
        }
    }

    func putBack(_ photos: [ClaimedPhoto], of worker: Worker, isLost: Bool) async throws {
        guard !photos.isEmpty else { return }
        try await once { connection in
            let paths = photos.map(\.photo.path)
            _ = try connection.rows(
                """
                UPDATE evoke.work w SET worker = NULL, claim = NULL, until = NULL, lost = w.lost OR $7,
                    tried = CASE WHEN $7 THEN tried ELSE trim_array(tried, 1) END
                FROM unnest($4, $5, $6) AS t(folder, name, claim)
                WHERE w.library = $1 AND w.model = $3 AND w.digest = sha256(t.folder) AND w.name = t.name
                    AND w.worker = $2 AND w.claim = t.claim
                """, worker.number, worker.jobKind.fingerprint, List(paths.map(\.folder)),
                List(paths.map { Blob($0.name) }),
                Numbers(photos.map(\.claim)), isLost)
        }
    }

    func lostPhotos(below roots: [DiskPath], model: ModelID) async throws -> [DiskPath] {
        try await read { connection in
            try connection.rows(
                """
                SELECT w.folder, w.name FROM evoke.work w
                WHERE w.library = $1 AND w.model = $2 AND w.lost AND NOT \(Queue.isHeld)
                """, model.fingerprint
            ).map { $0.path(0).appending($0.bytes(1)) }.filter { $0.isInside(anyOf: Set(roots)) }
        }
    }

    func withdraw(_ photos: [DiskPath], model: ModelID) async throws {
        try await read { connection in
            _ = try connection.rows(
                """
                DELETE FROM evoke.work w USING unnest($3, $4) AS t(folder, name)
                WHERE w.library = $1 AND w.model = $2 AND w.digest = sha256(t.folder) AND w.name = t.name
                    AND w.lost AND NOT \(Queue.isHeld)
                """, model.fingerprint, List(photos.map(\.folder)), List(photos.map { Blob($0.name) }))
        }
    }

    func leave(_ worker: Worker, failure: String?) async throws {
        try await once { connection in
            // Without a failure, the photos' last try does not count.
            _ = try connection.rows(
                """
                WITH me AS (DELETE FROM evoke.workers WHERE library = $1 AND worker = $2)
                UPDATE evoke.work SET worker = NULL, claim = NULL, until = NULL, failure = coalesce($3, failure),
                    tried = CASE WHEN $3 IS NULL THEN trim_array(tried, 1) ELSE tried END
                WHERE library = $1 AND worker = $2
                """, worker.number, failure)
        }
    }

    func photosLeft(for worker: Worker, below roots: [DiskPath]) async throws -> Int {
        try await read { connection in
            let left = try connection.nativeInteger(
                """
                SELECT count(*) FROM evoke.work w
                WHERE \(Queue.isReached) AND (\(Queue.isHeld) OR (\(Queue.isForIt)))
                """, worker.number, worker.jobKind.fingerprint, List(roots))
            return Int(left ?? 0)
        }
    }

    /// Runs `body`, without a retry if the connection is lost.
    private func once<Result: Sendable>(
        _ body: @escaping @Sendable (PostgresConnection) throws -> Result
    ) async throws -> Result {
        try await read(isRepeatable: { false }, body)
    }
}

extension PostgresConnection {
    func photos(at paths: [DiskPath]) throws(EvokeError) -> [Int64] {
        try rows(
            """
            SELECT p.photo FROM unnest($2, $3) AS t(folder, name)
            JOIN evoke.folders d ON d.library = $1 AND d.digest = sha256(t.folder)
            JOIN evoke.photos p ON p.library = $1 AND p.folder = d.folder AND p.name = t.name
            """, List(paths.map(\.folder)), List(paths.map { Blob($0.name) })
        ).map { $0.integer(0) }
    }

    /// Skips rows that others are claiming, instead of waiting. Rows are found again by `ctid`: by key, the server
    /// scans the whole queue until it has statistics for it.
    fileprivate func claim(
        _ most: Int, for worker: Worker, below roots: [DiskPath], retried: Bool
    ) throws(EvokeError) -> [(photo: PlannedPhoto, claim: Int64)] {
        try rows(
            """
            WITH me AS (
                UPDATE evoke.workers SET claims = claims + 1 WHERE library = $1 AND worker = $2 RETURNING claims
            ), free AS (
                SELECT f.place FROM unnest($4) AS r(path) CROSS JOIN LATERAL (
                    SELECT w.ctid AS place, w.modified FROM evoke.work w
                    WHERE w.library = $1 AND w.model = $3 AND w.root = sha256(r.path) AND NOT \(Queue.isHeld)
                        AND \(retried ? "\(Queue.tries) > 0 AND \(Queue.isForIt)" : "\(Queue.tries) = 0")
                    ORDER BY w.modified DESC LIMIT $5 FOR UPDATE OF w SKIP LOCKED
                ) AS f ORDER BY f.modified DESC LIMIT $5
            )
            UPDATE evoke.work w SET worker = $2, claim = me.claims, until = \(Queue.until),
                tried = array_append(w.tried, $2)
            FROM me WHERE w.ctid = ANY (ARRAY(SELECT place FROM free))
            RETURNING w.folder, w.name, w.size, w.modified, w.inode, w.changed, w.companions, w.sidecars,
                w.sidecar_stamp, w.need, w.claim
            """, worker.number, worker.jobKind.fingerprint, List(roots), Int64(most)
        ).map { (PlannedPhoto($0), $0.integer(10)) }.sorted {
            let (left, right) = ($0.photo.stamp.modifiedNanoseconds, $1.photo.stamp.modifiedNanoseconds)
            return left == right ? $0.photo.path < $1.photo.path : left > right
        }
    }

    func forgetQueue(under path: DiskPath, areHeld: Bool) throws(EvokeError) {
        if areHeld {
            try rows(
                "UPDATE evoke.work w SET root = \(Queue.innermostRoot) WHERE w.library = $1 AND w.root = sha256($2)",
                path)
        } else {
            try rows(
                """
                DELETE FROM evoke.work w WHERE w.library = $1 AND \(Queue.isInside("$2")) AND NOT EXISTS (
                    SELECT 1 FROM evoke.roots r WHERE r.library = $1 AND substr(r.path, 1, length($2)) = $2
                    AND \(Queue.isInside("r.path || '\\x2f'::bytea")))
                """, path.appending([UInt8]()))
        }
    }

    /// A machine that slept for days finds its worker forgotten, and has to join again.
    fileprivate func check(_ worker: Worker) throws(EvokeError) {
        if try has("SELECT 1 FROM workers WHERE worker = $1", worker.number) { return }
        throw EvokeError(
            .libraryUnavailable, doing: "work on the library", subject: address.display,
            reason: "the worker was silent for so long that it was removed", remedy: "Restart it.")
    }

    /// Records photos that the worker still holds. If its lease went to another worker, the photo is gone or has
    /// another claim, and nothing is recorded for it.
    fileprivate func finish(
        _ photos: [(path: DiskPath, claim: Int64)], of worker: Worker,
        record: (_ places: [Int]) throws(EvokeError) -> Void
    ) throws(EvokeError) {
        try execute("SET LOCAL idle_in_transaction_session_timeout = '\(Queue.mostIdle)'")
        let paths = photos.map(\.path)
        // By worker: a plan by model would read the whole queue.
        let held = try rows(
            """
            SELECT t.place, w.ctid::text
            FROM unnest($3, $4, $5) WITH ORDINALITY AS t(folder, name, claim, place) JOIN evoke.work w
                ON w.library = $1 AND w.worker = $2 AND w.claim = t.claim AND w.folder = t.folder AND w.name = t.name
            ORDER BY w.digest, w.name FOR UPDATE OF w
            """, worker.number, List(paths.map(\.folder)), List(paths.map { Blob($0.name) }),
            Numbers(photos.map(\.claim)))
        try record(held.map { Int($0.integer(0)) - 1 }.sorted())
        // They are locked, so their `ctid` has not changed.
        try rows(
            "DELETE FROM evoke.work WHERE library = $1 AND worker = $2 AND ctid = ANY($3::tid[])", worker.number,
            List(held.map { $0.text(1) }))
    }
}

/// SQL fragments about the queue of photos, `w`.
enum Queue {
    /// How long a worker may be silent, in seconds.
    static let lease: Int64 = 60
    /// A photo is set aside after this many tries.
    static let mostTries = 3
    /// How long a worker that stalls while recording may block others, which wait longer than this.
    static let mostIdle = "5s"

    static let until = "clock_timestamp() + \(lease) * interval '1 second'"
    /// Whether a worker holds it.
    static let isHeld = "coalesce(w.until > clock_timestamp(), false)"
    static let tries = "cardinality(w.tried)"
    static let isSetAside = "(\(tries) >= \(mostTries) AND NOT \(isHeld))"

    /// Whether it is encoded and waits to be analyzed.
    static let isRecorded = "(w.need = '\(PlannedPhoto.Need.read.rawValue)')"
    static let isOfTexts = "starts_with(w.model, '\(Analysis.text.queued.name):')"

    /// Of a worker `o`.
    static let isHeardOf = "o.seen > clock_timestamp() - \(lease) * interval '1 second'"

    /// Whether it is that path or inside it; the path ends with a slash.
    static func isInside(_ path: String) -> String {
        "substr(w.folder || '\\x2f'::bytea || w.name || '\\x2f'::bytea, 1, length(\(path))) = \(path)"
    }

    /// The digest of the innermost root that contains it.
    static let innermostRoot = """
        (SELECT r.digest FROM evoke.roots r,
            LATERAL (SELECT CASE r.path WHEN '\\x2f' THEN r.path ELSE r.path || '\\x2f'::bytea END AS path) AS i
        WHERE r.library = w.library AND \(isInside("i.path")) ORDER BY length(r.path) DESC LIMIT 1)
        """

    /// `$2` is the worker, `$3` the job kind, `$4` the roots that it reaches.
    static let isReached =
        "w.library = $1 AND w.model = $3 AND w.root = ANY(ARRAY(SELECT sha256(path) FROM unnest($4) AS path))"
    /// Whether the worker may take a free photo. A photo that it already tried goes to other workers if there are any;
    /// one that it did not find goes only to others.
    static let isForIt = """
        \(tries) < \(mostTries) AND ($2 <> ALL(w.tried) OR NOT w.lost AND NOT EXISTS (
            SELECT 1 FROM evoke.workers o
            WHERE o.library = $1 AND o.model = $3 AND o.worker <> ALL(w.tried) AND \(isHeardOf)))
        """
}
