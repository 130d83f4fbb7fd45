import EvokeValues

/// Queues photos to have their text read: those that were encoded before text recognition was on, and all that are
/// recorded later.
extension PostgresCatalog {
    func enrolTexts(by reader: TextReaderID, asPlanned plan: Bool, again: Bool) async throws -> Bool {
        try await write { connection throws(EvokeError) in
            connection.changes.areOfTheQueueAlone = true
            if plan {
                try connection.set(Connection.textReader, to: String(reader.value))
                try connection.rows(
                    "DELETE FROM evoke.work w WHERE w.library = $1 AND \(Queue.isOfTexts) AND w.model <> $2",
                    JobKind.reading(reader).fingerprint)
            } else {
                try connection.rows(
                    """
                    INSERT INTO evoke.settings(library, name, value) VALUES($1, $2, $3)
                    ON CONFLICT (library, name) DO NOTHING
                    """, Connection.textReader, String(reader.value))
                guard try connection.ownTextReader() == reader else { return false }
            }
            try connection.enrolTexts(by: reader, wasLost: plan, again: again)
            return true
        }
    }

    func unread(among photos: [ClaimedPhoto], of worker: Worker) async throws -> [FilePath: PhotoCard] {
        guard case .reading(let reader) = worker.jobKind else { return [:] }
        return try await read { connection in
            let paths = photos.map(\.photo.path)
            let cards = try connection.cards(
                """
                \(Self.hasNoText(by: "$2")) AND (d.digest, p.name) IN (
                    SELECT sha256(folder), name FROM unnest($3, $4) AS t(folder, name))
                """, reader.value, Folders(paths), Blobs(paths.map { Array($0.name) }))
            return Dictionary(cards.map { ($0.path, $0) }, uniquingKeysWith: { first, _ in first })
        }
    }
}

extension Connection {
    /// The setting with the number of the library's text reader.
    fileprivate static let textReader = "text_reader"

    fileprivate func ownTextReader() throws(EvokeError) -> TextReaderID? {
        try integer(
            "SELECT value::bigint FROM evoke.settings WHERE library = $1 AND name = $2", Self.textReader
        ).map { TextReaderID($0) }
    }

    /// For photos that were just recorded, if texts are read.
    func enrolTexts(of photos: [FilePath]) throws(EvokeError) {
        guard let reader = try ownTextReader() else { return }
        try enrolTexts(
            by: reader, "(d.digest, p.name) IN (SELECT sha256(folder), name FROM unnest($6, $7) AS t(folder, name))",
            Folders(photos), Blobs(photos.map { Array($0.name) }))
    }

    /// A photo that already waits keeps its position unless its file has changed. Of photos with the same content,
    /// always the same one is queued, so that setting aside one that ends its workers covers all of them.
    ///
    /// - Parameters:
    ///   - condition: selects the photos; its values are `$6` and up.
    ///   - wasLost: whether to requeue photos that workers did not find.
    ///   - again: whether to requeue all of them.
    fileprivate func enrolTexts(
        by reader: TextReaderID, _ condition: String = "true", _ values: any Bindable..., wasLost: Bool = false,
        again: Bool = false
    ) throws(EvokeError) {
        let fixed: [any Bindable] = [JobKind.reading(reader).fingerprint, reader.value, wasLost, again]
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
                        WHERE p.library = $1 AND \(PostgresCatalog.canBeShown)
                            AND \(PostgresCatalog.hasNoText(by: "$3")) AND \(condition)
                    ) AS w
                ) AS f WHERE f.root IS NOT NULL ORDER BY f.content, f.root, f.photo
            ) AS t
            ORDER BY sha256(t.folder), t.name
            ON CONFLICT (library, model, digest, name) DO UPDATE SET
                root = excluded.root, lost = false, size = excluded.size, modified = excluded.modified,
                inode = excluded.inode, changed = excluded.changed, worker = NULL, claim = NULL, until = NULL,
                tried = '{}', failure = NULL
            WHERE NOT \(Queue.isHeld) AND ($5 OR $4 AND w.lost) OR
                (w.size, w.modified, w.inode, w.changed)
                IS DISTINCT FROM (excluded.size, excluded.modified, excluded.inode, excluded.changed)
            """, fixed + values)
    }
}
