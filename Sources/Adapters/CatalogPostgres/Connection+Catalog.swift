import EvokeCatalog
import EvokePorts
import EvokeValues

extension PostgresConnection: CatalogConnection {
    var displayName: String { address.display }

    @discardableResult
    func run(
        _ sql: String, with values: [any CatalogBindable], inParts: Bool = false,
        _ body: (Row) throws(EvokeError) -> Void
    ) throws(EvokeError) -> Int {
        let values = values.map { BoundValue($0, places) }
        if inParts { return try forEachRow(translated(sql), values, body) }
        let rows = try rows(translated(sql), values)
        for row in rows { try body(row) }
        return rows.changed
    }

    func insert(
        _ rows: [[CatalogValue]], into table: CatalogTable, onConflict: ConflictRule
    ) throws(EvokeError) {
        guard !rows.isEmpty else { return }
        let names = table.columns.map(\.name)
        let (source, lists) = try source(rows, table, names)
        let added = try self.rows(
            """
            INSERT INTO evoke.\(table.name)(library, \(names.joined(separator: ", ")))
            SELECT $1, c.* FROM \(source)\(onConflict.clause(for: table, key: ["library"] + table.key.map(\.name)))
            """, lists
        ).changed
        if onConflict == .retry, added < rows.count { throw raceLost() }
    }

    func update(_ rows: [[CatalogValue]], of table: CatalogTable, _ columns: [String]) throws(EvokeError) {
        guard !rows.isEmpty else { return }
        let key = table.key.map(\.name)
        let (source, lists) = try source(rows, table, key + columns)
        let values = columns.map { "\($0) = c.\($0)" }.joined(separator: ", ")
        try self.rows(
            "UPDATE evoke.\(table.name) t SET \(values) FROM \(source) WHERE \(isSame(key, in: table))", lists)
    }

    func find(
        _ values: [[CatalogValue]], by columns: [String], in table: CatalogTable,
        _ body: (Row) throws(EvokeError) -> Void
    ) throws(EvokeError) {
        guard !values.isEmpty else { return }
        let names = table.columns.map { "t.\($0.name)" }.joined(separator: ", ")
        let (source, lists) = try source(values, table, columns)
        let rows = try rows(
            "SELECT \(names) FROM \(source) JOIN evoke.\(table.name) t ON \(isSame(columns, in: table))", lists)
        for row in rows { try body(row) }
    }

    /// Whether a row `t` of the table has the values of a row `c`. Paths are found by their digests.
    private func isSame(_ columns: [String], in table: CatalogTable) -> String {
        let areSame = table.columns.filter { columns.contains($0.name) }.map {
            $0.kind == .path ? "t.digest = sha256(c.\($0.name))" : "t.\($0.name) = c.\($0.name)"
        }
        return (["t.library = $1"] + areSame).joined(separator: " AND ")
    }

    /// Rows as the source `c` of a statement, with its parameters from `$2` on.
    private func source(
        _ rows: [[CatalogValue]], _ table: CatalogTable, _ columns: [String]
    ) throws(EvokeError) -> (sql: String, lists: [any Bindable]) {
        var (parameters, lists): ([String], [any Bindable]) = ([], [])
        for (place, name) in columns.enumerated() {
            // Cannot fail: the names are those of columns.
            let kind = table.columns.first { $0.name == name }!.kind
            let vectors = kind == .halfFloats ? try knownTypeOfVectors() : nil
            lists.append(BoundValue(rows.map { $0[place] }, kind, typeOfVectors: vectors?.number, places))
            parameters.append("$\(place + 2)" + (vectors.map { "::\($0.name)[]" } ?? ""))
        }
        return ("unnest(\(parameters.joined(separator: ", "))) AS c(\(columns.joined(separator: ", ")))", lists)
    }

    func knownTypeOfVectors() throws(EvokeError) -> (number: UInt32, name: String) {
        if let known = typeOfVectors { return known }
        let row = try rows(
            """
            SELECT atttypid::bigint, format_type(atttypid, NULL) FROM pg_attribute
            WHERE attrelid = 'evoke.vectors'::regclass AND attname = 'half_floats'
            """
        ).first
        let type = (UInt32(truncatingIfNeeded: row?.integer(0) ?? 0), row?.text(1) ?? "")
        typeOfVectors = type
        return type
    }
}

extension PostgresCatalog: CatalogDriver, PhotoCatalog {
    func read<Result: Sendable>(
        _ body: @escaping @Sendable (PostgresConnection) throws -> Result
    ) async throws -> Result {
        try await read(isRepeatable: { true }, body)
    }

    /// A file that another machine is about to index may still be there.
    func known(_ content: ContentDigest, model: ModelID) async throws -> KnownContent? {
        try await known(
            content, model: model,
            butFor:
                "EXISTS (SELECT 1 FROM work w WHERE w.digest = d.digest AND w.name = p.name AND NOT \(Queue.isRecorded))"
        )
    }

    func repaired(inside folders: [DiskPath], model: ModelID) async throws -> [EvokeError] {
        try await read { try $0.dropLeftovers() }
        return try await repairedRows(inside: folders, model: model)
    }
}
