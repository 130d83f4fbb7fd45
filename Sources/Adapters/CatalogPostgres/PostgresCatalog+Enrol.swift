import EvokeCatalog
import EvokePorts
import EvokeValues

extension PostgresCatalog {
    func enrol(_ photos: [PlannedPhoto], model: ModelID, again: Bool) async throws {
        var rest = photos[...]
        while !rest.isEmpty {
            let some = Array(rest.prefix(Self.enrolledAtOnce))
            rest = rest.dropFirst(some.count)
            // Idempotent.
            try await read { connection in try connection.enrol(some, model, again: again) }
        }
    }

    private static let enrolledAtOnce = 2_048

    func queue() async throws -> WorkQueue {
        try await read { connection in
            try connection.snapshot {
                func count(_ condition: String) throws(EvokeError) -> Int {
                    try connection.count("SELECT count(*) FROM work w WHERE \(condition)")
                }
                return WorkQueue(
                    workers: try connection.workers(), models: try connection.waiting(),
                    claimed: try count("NOT \(Queue.isRecorded) AND \(Queue.isHeld)"),
                    textsWaiting: try count("\(Queue.isOfTexts) AND NOT \(Queue.isHeld) AND NOT \(Queue.isSetAside)"),
                    textsClaimed: try count("\(Queue.isOfTexts) AND \(Queue.isHeld)"),
                    setAside: try connection.setAside())
            }
        }
    }
}

extension PostgresConnection {
    /// Claimed photos stay with their worker unless the file has changed.
    fileprivate func enrol(_ photos: [PlannedPhoto], _ model: ModelID, again: Bool) throws(EvokeError) {
        let unknown = Int64.min
        func numbers(_ number: (PlannedPhoto) -> Int64) -> Numbers { Numbers(photos.map(number)) }
        func names(_ paths: (PlannedPhoto) -> [DiskPath]) -> List<Blob> {
            List(photos.map { Blob(paths($0).map(\.name).joined(separator: [0])) })
        }
        try rows(
            """
            INSERT INTO evoke.work AS w(
                library, model, root, folder, name, need, size, modified, inode, changed, companions, sidecars,
                sidecar_stamp)
            SELECT $1, $2, \(Queue.innermostRoot), w.folder, w.name, convert_from(w.need, 'UTF8'), w.size, w.modified,
                w.inode, nullif(w.changed, \(unknown)), w.companions, w.sidecars, w.sidecar_stamp
            FROM (
                SELECT $1 AS library, t.* FROM unnest($4, $5, $6, $7, $8, $9, $10, $11, $12, $13) AS t(
                    folder, name, need, size, modified, inode, changed, companions, sidecars, sidecar_stamp)
            ) AS w
            -- Of a root that was forgotten meanwhile, nothing is to be done.
            WHERE \(Queue.innermostRoot) IS NOT NULL
            ORDER BY sha256(w.folder), w.name
            ON CONFLICT (library, model, digest, name) DO UPDATE SET
                root = excluded.root, lost = false, need = excluded.need, size = excluded.size,
                modified = excluded.modified, inode = excluded.inode,
                changed = excluded.changed, companions = excluded.companions, sidecars = excluded.sidecars,
                sidecar_stamp = excluded.sidecar_stamp, worker = NULL, claim = NULL, until = NULL, tried = '{}',
                failure = NULL
            WHERE NOT \(Queue.isHeld) AND ($3 OR w.lost) OR
                (w.size, w.modified, w.inode, w.changed, w.companions, w.sidecars, w.sidecar_stamp, w.need)
                IS DISTINCT FROM (excluded.size, excluded.modified, excluded.inode, excluded.changed,
                    excluded.companions, excluded.sidecars, excluded.sidecar_stamp, excluded.need)
            """, model.fingerprint, again, List(photos.map(\.path.folder)), List(photos.map { Blob($0.path.name) }),
            List(photos.map { Blob($0.need.rawValue.utf8) }), numbers { $0.stamp.size },
            numbers { $0.stamp.modifiedNanoseconds }, numbers { Int64(bitPattern: $0.stamp.inode) },
            numbers { $0.stamp.changedNanoseconds ?? unknown }, names { $0.companions.files },
            names { $0.companions.sidecars }, numbers { $0.companions.sidecarStamp })
    }

    fileprivate func workers() throws(EvokeError) -> [WorkQueue.Worker] {
        try rows(
            """
            SELECT o.name, o.model, extract(epoch FROM clock_timestamp() - o.since)::bigint,
                extract(epoch FROM clock_timestamp() - o.seen)::bigint, \(Queue.isHeardOf), (
                    SELECT count(*) FROM evoke.work w
                    WHERE w.library = $1 AND w.worker = o.worker AND \(Queue.isHeld)), o.done, o.rate
            FROM evoke.workers o WHERE o.library = $1 ORDER BY o.since, o.worker
            """
        ).map { row in
            WorkQueue.Worker(
                name: row.text(0), model: row.text(1), age: Int(row.integer(2)), silence: Int(row.integer(3)),
                isLost: row.integer(4) == 0, claimed: Int(row.integer(5)), done: Int(row.integer(6)),
                photosAMinute: row.optionalReal(7))
        }
    }

    fileprivate func waiting() throws(EvokeError) -> [WorkQueue.Model] {
        try rows(
            """
            SELECT w.model, count(*) FROM evoke.work w
            WHERE w.library = $1 AND NOT \(Queue.isRecorded) AND NOT \(Queue.isHeld)
                AND NOT \(Queue.isSetAside)
            GROUP BY w.model ORDER BY w.model
            """
        ).map { WorkQueue.Model(fingerprint: $0.text(0), waiting: Int($0.integer(1))) }
    }

    fileprivate func setAside() throws(EvokeError) -> [FailedPhoto] {
        let analyses = [
            Analysis.text.queued.name: "read the text in the photo",
            Analysis.faces.queued.name: "find the faces in the photo",
        ]
        return try rows(
            """
            SELECT w.folder, w.name, w.failure, (
                SELECT string_agg(coalesce(o.name, 'one that has ended'), ', ' ORDER BY t.place)
                FROM unnest(w.tried) WITH ORDINALITY AS t(worker, place)
                    LEFT JOIN evoke.workers o ON o.library = $1 AND o.worker = t.worker), w.lost,
                split_part(w.model, ':', 1)
            FROM evoke.work w WHERE w.library = $1 AND \(Queue.isSetAside) ORDER BY w.folder, w.name
            """
        ).map { row in
            let path = row.path(0).appending(row.bytes(1))
            let seen = row.optionalText(2).map { "the last one reported: \($0)" } ?? "the last one disappeared"
            let isLost = row.integer(4) != 0
            return FailedPhoto(
                path: path,
                error: EvokeError(
                    isLost ? .notFound : .unreadable,
                    doing: analyses[row.text(5)] ?? "index the photo", subject: path.display,
                    reason: isLost
                        ? "some of these workers did not find its file, though it was there when planned: \(row.text(3))"
                        : "every worker that tried it failed (\(row.text(3))); \(seen)",
                    remedies: isLost ? [.reindex] : [.reread]))
        }
    }
}

extension PlannedPhoto {
    /// Reads ten columns.
    init(_ row: Row) {
        let folder = row.path(0)
        func paths(_ column: Int32) -> [DiskPath] { row.bytes(column).split(separator: 0).map(folder.appending) }
        self.init(
            path: folder.appending(row.bytes(1)), stamp: row.stamp(from: 2),
            companions: PhotoCompanions(files: paths(6), sidecars: paths(7), sidecarStamp: row.integer(8)),
            need: Need(rawValue: row.text(9)) ?? .changed)
    }
}

/// Queues photos to be analyzed: those that were encoded before the analysis was wanted, and all that are recorded later.
extension PostgresCatalog {
    func enrol<Result>(_ analysis: Analysis<Result>, asPlanned plan: Bool, again: Bool) async throws -> Bool {
        try await write { connection throws(EvokeError) in
            connection.changes.areOfTheQueueAlone = true
            guard try connection.isWanted(analysis), let maker = try connection.number(of: analysis) else {
                return true
            }
            let (name, setting) = analysis.queued
            if plan {
                try connection.set(setting, to: String(maker))
                try connection.rows(
                    "DELETE FROM evoke.work w WHERE w.library = $1 AND starts_with(w.model, $2) AND w.model <> $3",
                    "\(name):", JobKind(analysis).fingerprint)
            } else {
                // Version 0.1 kept no maker of faces.
                if try connection.setting(setting) == nil {
                    try connection.set(setting, to: String(try connection.usualMaker(of: analysis) ?? maker))
                }
                guard try connection.number(setting) == maker else { return false }
            }
            try connection.enrol(analysis, wasLost: plan, again: again)
            return true
        }
    }

    func cards<Result>(
        lacking analysis: Analysis<Result>, among photos: [ClaimedPhoto]
    ) async throws -> [DiskPath: PhotoCard] {
        try await read { connection in
            guard let condition = try connection.lacks(analysis) else { return [:] }
            let waiting = try connection.photos(at: photos.map(\.photo.path))
            let cards = try connection.cards(where: "p.photo IN list($1) AND \(condition)", waiting)
            return Dictionary(cards.map { ($0.path, $0) }, uniquingKeysWith: { first, _ in first })
        }
    }

    /// When people were forgotten, no photo waits for faces, either.
    func eraseDeleted() async throws {
        try await read { connection in
            _ = try connection.rows(
                "DELETE FROM evoke.work w WHERE w.library = $1 AND starts_with(w.model, $2)",
                "\(Analysis.faces.queued.name):")
        }
    }
}

extension PostgresConnection {
    /// For photos that were just recorded, for each analysis that the library has a maker of.
    func enrolForAnalyses(_ photos: [DiskPath]) throws(EvokeError) {
        let (texts, faces) = (Analysis.text.queued.maker, Analysis.faces.queued.maker)
        let settings = try dictionary(
            "SELECT name, value FROM settings WHERE name IN list($1)", [texts, faces, CatalogSetting.people]
        ) { row in (row.text(0), row.text(1)) }
        func maker(_ setting: String) -> Int64? { settings[setting].flatMap { Int64($0) } }
        if let reader = maker(texts) { try enrol(.text(by: TextReaderID(reader)), photos) }
        if let finder = maker(faces), settings[CatalogSetting.people] != nil {
            try enrol(.faces(by: FaceFinderID(finder)), photos)
        }
    }

    /// A photo that already waits keeps its position unless its file has changed. Of photos with the same content,
    /// always the same one is queued, so that setting aside one that ends its workers covers all of them.
    ///
    /// - Parameters:
    ///   - photos: nil for all.
    ///   - wasLost: whether to requeue photos that workers did not find.
    ///   - again: whether to requeue all of them.
    fileprivate func enrol<Result>(
        _ analysis: Analysis<Result>, _ photos: [DiskPath]? = nil, wasLost: Bool = false, again: Bool = false
    ) throws(EvokeError) {
        guard let condition = try lacks(analysis) else { return }
        // Results belong to content digests, so photos without one wait until they have it.
        let isWaiting = Dialect.translate("\(CatalogCondition.canBeShown) AND \(condition)")
        let isOfThem = "(d.digest, p.name) IN (SELECT sha256(folder), name FROM unnest($5, $6) AS t(folder, name))"
        let fixed: [any Bindable] = [JobKind(analysis).fingerprint, wasLost, again]
        let paths: [any Bindable] =
            photos.map { [List($0.map(\.folder)), List($0.map { Blob($0.name) })] } ?? []
        try rows(
            """
            INSERT INTO evoke.work AS w(
                library, model, root, folder, name, need, size, modified, inode, changed, companions, sidecars,
                sidecar_stamp)
            SELECT $1, $2, t.root, t.folder, t.name, '\(PlannedPhoto.Need.read.rawValue)', t.size, t.modified, t.inode,
                t.changed, '', '', 0
            FROM (
                SELECT DISTINCT ON (f.content, f.root) f.* FROM (
                    SELECT w.*, \(Queue.innermostRoot) AS root FROM (
                        SELECT p.library, p.photo, d.path AS folder, p.name, p.size, p.modified, p.inode, p.changed,
                            p.content
                        FROM evoke.photos p JOIN evoke.folders d USING (library, folder)
                        WHERE p.library = $1 AND \(isWaiting) AND \(photos == nil ? "true" : isOfThem)
                    ) AS w
                ) AS f WHERE f.root IS NOT NULL ORDER BY f.content, f.root, f.photo
            ) AS t
            ORDER BY sha256(t.folder), t.name
            ON CONFLICT (library, model, digest, name) DO UPDATE SET
                root = excluded.root, lost = false, size = excluded.size, modified = excluded.modified,
                inode = excluded.inode, changed = excluded.changed, worker = NULL, claim = NULL, until = NULL,
                tried = '{}', failure = NULL
            WHERE NOT \(Queue.isHeld) AND ($4 OR $3 AND w.lost) OR
                (w.size, w.modified, w.inode, w.changed)
                IS DISTINCT FROM (excluded.size, excluded.modified, excluded.inode, excluded.changed)
            """, fixed + paths)
    }
}
