import EvokeValues

/// The vectors of one model in a library, as its database has them now.
struct VectorTable: Sendable {
    /// What pgvector's index takes of halves.
    private static let mostDimensions = 4_000

    let library: Int64
    let model: Int64
    let dimensions: Int
    /// The number of the last change of a vector.
    let change: Int64
    /// Whether each part has its index.
    let isIndexed: Bool
    /// Whether the user may make one.
    let isOwned: Bool
    /// Whether the index goes on looking where a filter has let too few photos through (pgvector 0.8).
    let canGoOn: Bool
    /// The type of vectors, and the schema that pgvector is in, as SQL has them.
    let type, schema: String

    var canBeIndexed: Bool { dimensions <= Self.mostDimensions }

    /// The condition that tells its rows. In numbers and not in parameters, so that the server knows that the index is of
    /// these rows.
    var rows: String { "library = \(library) AND model = \(model)" }

    /// What the index is of.
    var indexed: String { "(halves::\(type)(\(dimensions)))" }

    func index(_ part: Int) -> String { "near_\(library)_\(model)_\(part)" }
}

extension Connection {
    /// Nil where the model has made none.
    func vectorTable(of model: ModelID) throws(EvokeError) -> VectorTable? {
        let row = try rows(
            """
            SELECT m.model, l.vector_change, (
                SELECT count(*) FROM generate_series(0, \(Schema.partsOfVectors - 1)) AS part
                JOIN pg_class c ON c.relname = format('near_%s_%s_%s', l.library, m.model, part)
                    AND c.relnamespace = v.relnamespace
                JOIN pg_index i ON i.indexrelid = c.oid AND i.indisvalid
            ), pg_has_role(v.relowner, 'USAGE'), (SELECT extversion FROM pg_extension WHERE extname = 'vector')
            FROM evoke.libraries l JOIN evoke.models m ON m.library = l.library AND m.fingerprint = $2
                JOIN pg_class v ON v.oid = 'evoke.vectors'::regclass
            WHERE l.library = $1
            """, model.fingerprint
        ).first
        guard let row else { return nil }
        let version = row.text(4).split(separator: ".").map { Int($0) ?? 0 } + [0, 0]
        let type = try knownTypeOfVectors().name
        return VectorTable(
            library: library, model: row.integer(0), dimensions: model.dimensions, change: row.integer(1),
            isIndexed: row.integer(2) == Schema.partsOfVectors, isOwned: row.integer(3) == 1,
            canGoOn: (version[0], version[1]) >= (0, 8), type: type, schema: String(type.dropLast(".halfvec".count)))
    }
}

extension Connection {
    /// Drops the indexes of libraries that were deleted. Those of others' tables are left to their owner, and those that
    /// somebody still uses to the next run.
    func dropIndexesOfNobody() throws(EvokeError) {
        let names = try rows(
            """
            SELECT c.relname::text FROM pg_class c
            WHERE c.relnamespace = 'evoke'::regnamespace AND c.relkind = 'i' AND starts_with(c.relname::text, 'near_')
                AND pg_has_role(c.relowner, 'USAGE')
                AND NOT EXISTS (
                    SELECT FROM evoke.models m
                    WHERE starts_with(c.relname::text, format('near_%s_%s_', m.library, m.model))
                )
            """)
        // The next run drops what somebody still uses.
        for name in names where !isLost { try? execute("DROP INDEX CONCURRENTLY IF EXISTS evoke.\(name.text(0))") }
    }
}

/// The index of a model's vectors.
struct VectorTableIndex {
    private let table: VectorTable
    private let connection: Connection

    init(_ table: VectorTable, by connection: Connection) {
        self.table = table
        self.connection = connection
    }

    /// Others read and write meanwhile. A part that an interrupted run left unfinished is made anew; one that is whole
    /// stays. `notify` hears how many parts there are. Where another process is making it, nothing is done.
    func make(_ notify: (Int) -> Void) throws(EvokeError) {
        let doing = "make the index of vectors in"
        // It waits for the transactions of others, however long they take.
        try connection.execute("SET lock_timeout = 0", doing: doing)
        // Not waited for: whoever waits would be waited for.
        let lock = "\(Self.making), hashint8(\(table.library))"
        guard try connection.integer("SELECT pg_try_advisory_lock(\(lock))") == 1 else { return }
        // A connection that has ended may keep it for a while, until the server sees that it has.
        defer { _ = try? connection.rows("SELECT pg_advisory_unlock(\(lock))") }
        for part in 0..<Schema.partsOfVectors {
            notify(part)
            let index = table.index(part)
            let isValid = try connection.integer(
                """
                SELECT i.indisvalid FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
                WHERE c.relname = $2 AND c.relnamespace = 'evoke'::regnamespace
                """, index)
            if isValid == 1 { continue }
            if isValid == 0 { try connection.execute("DROP INDEX CONCURRENTLY evoke.\(index)", doing: doing) }
            try connection.execute(
                """
                CREATE INDEX CONCURRENTLY \(index) ON evoke.vectors_\(part)
                USING hnsw (\(table.indexed) \(table.schema).halfvec_ip_ops) WHERE \(table.rows)
                """, doing: doing)
        }
        notify(Schema.partsOfVectors)
    }

    /// "Evon", for whoever makes an index of vectors.
    private static let making = 0x4576_6F6E
}
