import EvokeCatalog
import EvokeValues

extension Connection {
    /// Logs what the transaction has changed, in its last statements: they keep later transactions from being numbered
    /// until this one ends. On commit, the server notifies listeners. Returns the server's transaction ID.
    func recordChanges(_ token: Int64) throws(EvokeError) -> String {
        guard !changes.areOfTheQueueAlone else {
            return try rows("SELECT pg_current_xact_id()::text").first?.text(0) ?? ""
        }
        try followFullText { _, _ in }
        let (vectors, photos) = (changes.vectors.sorted(), changes.photosWithSameText.sorted())
        let row = try rows(
            """
            WITH counted AS (
                UPDATE evoke.libraries SET writes = writes + 1, write_token = $2,
                    vector_change = vector_change + $3,
                    vector_token = CASE WHEN $3 = 0 THEN vector_token ELSE $2 END,
                    photo_change = photo_change + $4,
                    photo_token = CASE WHEN $4 = 0 THEN photo_token ELSE $2 END
                WHERE library = $1 RETURNING vector_change, photo_change
            ), of_vectors AS (
                INSERT INTO evoke.vector_changes(library, number, token, model, photo)
                SELECT $1, n.vector_change - $3 + c.place, $2, c.model, c.photo
                FROM counted n, unnest($5, $6) WITH ORDINALITY AS c(model, photo, place)
            ), of_photos AS (
                INSERT INTO evoke.photo_changes(library, number, token, photo)
                SELECT $1, n.photo_change - $4 + c.place, $2, c.photo
                FROM counted n, unnest($7) WITH ORDINALITY AS c(photo, place)
            )
            SELECT vector_change, photo_change, pg_current_xact_id()::text, pg_notify($8, '') FROM counted
            """, token, Int64(vectors.count), Int64(photos.count), Numbers(vectors.map(\.model)),
            Numbers(vectors.map(\.photo)), Numbers(photos), Listener.channel(of: library)
        ).first
        guard let row else { throw Schema.noLibrary(at: address) }
        try trim(.vectors, to: row.integer(0), by: vectors.count)
        try trim(.photos, to: row.integer(1), by: photos.count)
        return row.text(2)
    }

    func followFullText(notify: (_ done: Int, _ total: Int) -> Void) throws(EvokeError) {
        try writeTexts(
            of: changes.photos,
            knowing: changes.texts.mapValues { (path: places.kept($0.path), metadata: $0.metadata) },
            notify: notify)
        leaveFullText()
    }

    func leaveFullText() {
        changes.photosWithSameText.formUnion(changes.photos)
        (changes.photos, changes.texts) = ([], [:])
    }

    /// Makes followers of the log read everything again.
    func beginAnew(_ log: CatalogLog) throws(EvokeError) {
        let (name, token) = (log.rawValue, Int64.random(in: .min ... .max))
        try rows("DELETE FROM evoke.\(name)_changes WHERE library = $1")
        try rows(
            """
            WITH library AS (
                UPDATE evoke.libraries SET \(name)_change = \(name)_change + 1, \(name)_token = $2 WHERE library = $1
                RETURNING \(name)_change AS number
            )
            INSERT INTO evoke.\(name)_changes(library, number, token) SELECT $1, number, $2 FROM library
            """, token)
    }

    /// Drops old entries from time to time.
    private func trim(_ log: CatalogLog, to number: Int64, by count: Int) throws(EvokeError) {
        guard number / 1_024 != (number - Int64(count)) / 1_024 else { return }
        try rows(
            "DELETE FROM evoke.\(log.rawValue)_changes WHERE library = $1 AND number <= $2", number - log.kept)
    }

    /// The latest state in a log of changes.
    func newest(of log: CatalogLog) throws(EvokeError) -> VectorStamp {
        let row = try rows(
            "SELECT \(log.rawValue)_change, \(log.rawValue)_token FROM evoke.libraries WHERE library = $1"
        ).first
        guard let row else { throw Schema.noLibrary(at: address) }
        return VectorStamp(number: row.integer(0), token: row.integer(1))
    }

    /// Everything that `body` reads is of one state.
    func snapshot<Result>(_ body: () throws -> Result) throws -> Result {
        try execute("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY", doing: "read the library")
        defer { rollBack() }
        return try body()
    }
}

extension CatalogLog {
    /// Followers that are further behind read everything again.
    fileprivate var kept: Int64 { self == .vectors ? 262_144 : 65_536 }
}
