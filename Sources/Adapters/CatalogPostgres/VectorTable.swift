import EvokeCatalog
import EvokePorts
import EvokeValues
import EvokeWorkers

/// The vectors of one model in a library, as the database has them now.
struct VectorTable: Sendable {
    /// The limit of pgvector's index for float16 vectors.
    private static let mostDimensions = 4_000

    let library: Int64
    let model: Int64
    let dimensions: Int
    /// The number of the last vector change.
    let change: Int64
    /// Whether every partition has its index.
    let isIndexed: Bool
    /// Whether the user may create one.
    let isOwned: Bool
    /// Whether the index keeps searching if a filter has passed too few photos (pgvector 0.8).
    let canGoOn: Bool
    /// The vector type, and pgvector's schema, both quoted for SQL.
    let type, schema: String

    var canBeIndexed: Bool { dimensions <= Self.mostDimensions }

    /// The condition that selects its rows. The numbers are inline, not parameters, so that the planner can match them
    /// with the partial index.
    var rows: String { "library = \(library) AND model = \(model)" }

    /// The indexed expression.
    var indexed: String { "(half_floats::\(type)(\(dimensions)))" }

    func index(_ part: Int) -> String { "near_\(library)_\(model)_\(part)" }
}

extension PostgresConnection {
    /// Nil if the model has no vectors.
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

    /// Drops the indexes of deleted libraries. Indexes on other owners' tables are left alone, and those in use are
    /// left to the next run.
    func dropLeftovers() throws(EvokeError) {
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
        // The next run drops indexes that are in use.
        for name in names where !isLost { try? execute("DROP INDEX CONCURRENTLY IF EXISTS evoke.\(name.text(0))") }
    }

    /// Builds the index while others read and write. A partition's index that an interrupted run left unfinished is built
    /// again; a valid one stays. `notify` gets the number of finished partitions. Does nothing if another process is
    /// building it.
    func makeIndex(of table: VectorTable, _ notify: (Int) -> Void) throws(EvokeError) {
        let doing = "make the index of vectors in"
        // It waits for other transactions, however long they take.
        try execute("SET lock_timeout = 0", doing: doing)
        // Without waiting: the process that builds the index would have to wait for this one in turn.
        let lock = "\(Self.making), hashint8(\(table.library))"
        guard try nativeInteger("SELECT pg_try_advisory_lock(\(lock))") == 1 else { return }
        // After a lost connection, the server may hold the lock until it notices.
        defer { _ = try? rows("SELECT pg_advisory_unlock(\(lock))") }
        for part in 0..<Schema.partsOfVectors {
            notify(part)
            let index = table.index(part)
            let isValid = try nativeInteger(
                """
                SELECT i.indisvalid FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
                WHERE c.relname = $2 AND c.relnamespace = 'evoke'::regnamespace
                """, index)
            if isValid == 1 { continue }
            if isValid == 0 { try execute("DROP INDEX CONCURRENTLY evoke.\(index)", doing: doing) }
            try execute(
                """
                CREATE INDEX CONCURRENTLY \(index) ON evoke.vectors_\(part)
                USING hnsw (\(table.indexed) \(table.schema).halfvec_ip_ops) WHERE \(table.rows)
                """, doing: doing)
        }
        notify(Schema.partsOfVectors)
    }

    /// "Evon": the advisory lock of whoever builds an index of vectors.
    private static let making = 0x4576_6F6E
}

extension PostgresCatalog {
    @discardableResult
    func scan(
        _ model: ModelID, _ body: @escaping @Sendable ([PhotoID], UnsafeBufferPointer<Float16>) throws -> Void
    ) async throws -> VectorStamp {
        // On a retry, rows must not be handed over a second time.
        let hasBegun = Locked(false)
        let isRepeatable = { @Sendable in !hasBegun.withLock { $0 } }
        return try await read(isRepeatable: isRepeatable) { connection in
            try connection.snapshot {
                let stamp = try connection.newest(of: .vectors)
                guard let number = try connection.number(of: model) else { return stamp }
                var scan = VectorScan(of: model) { ids, halfFloats in
                    hasBegun.withLock { $0 = true }
                    try body(ids, halfFloats)
                }
                try connection.forEachCopiedRow(
                    """
                    SELECT v.photo, v.half_floats, coalesce(x.moments, '')
                    FROM evoke.vectors v JOIN evoke.photos p USING (library, photo)
                        LEFT JOIN evoke.moments x USING (library, photo, model)
                    WHERE v.library = \(connection.library) AND v.model = \(number) AND p.missing = 0 ORDER BY v.photo
                    """
                ) { row in
                    let moments = try row.with(2) { bytes in
                        bytes.isEmpty ? FilmMoments() : try FilmMoments(bytes, of: row.integer(0), model)
                    }
                    try scan.add(row, moments)
                }
                try scan.end()
                return stamp
            }
        }
    }
}
