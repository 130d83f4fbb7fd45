import EvokeCatalog
import EvokeValues

extension Connection: CatalogConnection {
    var displayName: String { address.display }

    static var isQueued: String {
        "EXISTS (SELECT 1 FROM work w WHERE w.digest = d.digest AND w.name = p.name AND NOT \(Queue.isOfTexts))"
    }

    @discardableResult
    func run(
        _ sql: String, with values: [any CatalogBindable], _ body: (Row) throws(EvokeError) -> Void
    ) throws(EvokeError) -> Int {
        let rows = try rows(translated(sql), values.map { BoundValue($0, places) })
        for row in rows { try body(row) }
        return rows.changed
    }

    /// Each statement is.
    func checkCancellation() {}

    func stream(_ sql: String, with values: [any CatalogBindable], _ body: (Row) throws -> Void) throws {
        try forEachRow(translated(sql), values.map { BoundValue($0, places) }, body: body)
    }

    @discardableResult
    func insert(
        _ rows: [[CatalogValue]], into table: CatalogTable, _ columns: [String]? = nil,
        onConflict: ConflictRule = .fail
    ) throws(EvokeError) -> Int {
        guard !rows.isEmpty else { return 0 }
        let written = table.columns.filter { columns?.contains($0.name) ?? true }
        let names = columns ?? written.map(\.name)
        var lists: [any Bindable] = []
        var parameters: [String] = []
        for (place, name) in names.enumerated() {
            // Cannot fail: the names are those of columns.
            let kind = written.first { $0.name == name }!.kind
            lists.append(try list(rows.map { $0[place] }, kind))
            parameters.append("$\(place + 2)" + (kind == .halfFloats ? "::\(try knownTypeOfVectors().name)[]" : ""))
        }
        let list = names.joined(separator: ", ")
        return try self.rows(
            """
            INSERT INTO evoke.\(table.name)(library, \(list))
            SELECT $1, c.* FROM unnest(\(parameters.joined(separator: ", "))) AS c(\(list))\(clause(onConflict, table, names))
            """, lists
        ).changed
    }

    private func clause(_ rule: ConflictRule, _ table: CatalogTable, _ names: [String]) -> String {
        switch rule {
        case .fail: return ""
        case .ignore: return " ON CONFLICT DO NOTHING"
        case .replace:
            let key = table.key.map(\.name)
            let values = names.filter { !key.contains($0) }.map { "\($0) = excluded.\($0)" }
            return " ON CONFLICT (library, \(key.joined(separator: ", "))) DO UPDATE SET \(values.joined(separator: ", "))"
        }
    }

    private func list(_ values: [CatalogValue], _ kind: CatalogTable.Kind) throws(EvokeError) -> any Bindable {
        switch kind {
        case .integer: Numbers(values.map { if case .integer(let number) = $0 { number } else { nil } })
        case .real: List(values.map { if case .real(let number) = $0 { number } else { nil } })
        case .text: List(values.map { if case .text(let text) = $0 { text } else { nil } })
        case .bytes, .path:
            List<Blob>(
                values.map { value in
                    switch value {
                    case .bytes(let bytes): Blob(bytes)
                    case .path(let path): Blob(places.kept(path).bytes)
                    default: nil
                    }
                })
        case .halfFloats:
            HalfVectorList(
                vectors: values.map { if case .bytes(let bytes) = $0 { bytes.halfFloats } else { [] } },
                element: try knownTypeOfVectors().number)
        }
    }
}

extension [UInt8] {
    /// Two bytes each, little-endian.
    var halfFloats: [Float16] {
        stride(from: 0, to: count - 1, by: 2).map {
            Float16(bitPattern: UInt16(self[$0]) | UInt16(self[$0 + 1]) << 8)
        }
    }
}

extension PostgresCatalog: CatalogDriver {
    func read<Result: Sendable>(
        _ body: @escaping @Sendable (Connection) throws -> Result
    ) async throws -> Result {
        try await read(isRepeatable: { true }, body)
    }

    func write<Result: Sendable>(
        isRepeatable: Bool, isAlone: Bool, _ body: @escaping @Sendable (Connection) throws(EvokeError) -> Result
    ) async throws -> Result {
        try await write(isRepeatable: isRepeatable, isAlone: isAlone, recording: [], by: nil, body)
    }
}
