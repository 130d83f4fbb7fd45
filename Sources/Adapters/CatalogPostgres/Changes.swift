import EvokeCatalog
import EvokePorts
import EvokeValues

extension PostgresConnection {
    /// Ends a transaction, and returns the server's ID of it.
    func recordChanges() throws(EvokeError) -> String {
        if changes.areOfTheQueueAlone {
            transaction = try rows("SELECT pg_current_xact_id()::text").first?.text(0) ?? ""
        } else {
            try logChanges()
        }
        return transaction
    }

    /// In the transaction's last statements: they keep later ones from being numbered until this one ends. On commit,
    /// the server notifies listeners.
    func log(
        _ vectors: [CatalogChanges.Vector], _ photos: [Int64]
    ) throws(EvokeError) -> (vectors: Int64, photos: Int64) {
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
                INSERT INTO evoke.photo_changes(library, number, token, photo) SELECT $1, n.photo_change - $4 + c.place,
                $2, c.photo FROM counted n, unnest($7) WITH ORDINALITY AS c(photo, place)
            )
            SELECT vector_change, photo_change, pg_current_xact_id()::text, pg_notify($8, '') FROM counted
            """, Int64.random(in: .min ... .max), Int64(vectors.count), Int64(photos.count),
            Numbers(vectors.map(\.model)),
            Numbers(vectors.map(\.photo)), Numbers(photos), Listener.channel(of: library)
        ).first
        guard let row else { throw Schema.noLibrary(at: address) }
        transaction = row.text(2)
        return (row.integer(0), row.integer(1))
    }

    func kept(_ path: DiskPath) -> DiskPath { places.kept(path) }

    /// Everything that `body` reads is of one state.
    func snapshot<Result>(_ body: () throws -> Result) throws -> Result {
        try execute("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY", doing: "read the library")
        defer { rollBack() }
        return try body()
    }
}
