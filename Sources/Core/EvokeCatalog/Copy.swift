package import EvokePorts
package import EvokeValues

extension CatalogDriver {
    package func countOfPhotos() async throws -> Int {
        try await read { try $0.count("SELECT count(*) FROM photos") }
    }

    package func range(of part: CopiedPart, after number: Int64, limit: Int) async throws -> CopiedRange {
        guard part != .library else { return CopiedRange(part) }
        let (table, key) = (part.tables[0].name, part.tables[0].key[0].name)
        return try await read { connection in
            let last = try connection.integer(
                "SELECT \(key) FROM \(table) WHERE \(key) > $1 ORDER BY \(key) LIMIT 1 OFFSET $2", number, limit - 1)
            return CopiedRange(part, after: number, upTo: last ?? .max)
        }
    }

    package func rows(in range: CopiedRange) async throws -> CopiedRows { try await rows(in: range, naming: true) }

    /// - Parameter naming: whether paths are returned as in the catalog, or as on this machine.
    package func rows(in range: CopiedRange, naming: Bool) async throws -> CopiedRows {
        try await snapshot { connection in
            var tables: [String: [[CatalogValue]]] = [:]
            for table in range.part.tables {
                tables[table.name] = try connection.rows(of: table, in: range, naming: naming)
            }
            return CopiedRows(range, tables)
        }
    }

    package func isEmpty() async throws -> Bool {
        let tables = CatalogTable.all.filter(\.isCopied)
        return try await read { connection in
            try !connection.has(
                tables.map { "SELECT 1 FROM \($0.name) WHERE \($0.rowsCopied)" }.joined(separator: " UNION ALL "))
        }
    }

    package func copyMark() async throws -> CopyMark? {
        try await read { try $0.setting(CopyMark.setting).flatMap { CopyMark($0) } }
    }

    package func add(_ rows: CopiedRows, _ mark: CopyMark) async throws {
        try await write(isRepeatable: false) { connection throws(EvokeError) in
            try connection.add(rows)
            let photos = rows.tables[CatalogTable.photos.name]?.compactMap { row in
                if case .integer(let photo)? = row.first { photo } else { nil }
            }
            try connection.writeTexts(of: Set(photos ?? []))
            for log in CatalogLog.allCases { try connection.beginAnew(log) }
            try connection.set(CopyMark.setting, to: mark.words)
        }
    }

    package func endCopy() async throws {
        try await write { connection throws(EvokeError) in try connection.set(CopyMark.setting, to: nil) }
    }
}

extension CatalogConnection {
    package func add(_ rows: CopiedRows) throws(EvokeError) {
        for table in rows.range.part.tables {
            try insert(rows.tables[table.name] ?? [], into: table, onConflict: .fail)
        }
    }

    fileprivate func rows(
        of table: CatalogTable, in range: CopiedRange, naming: Bool
    ) throws(EvokeError) -> [[CatalogValue]] {
        let (names, kinds) = (table.columns.map(\.name), table.columns.map(\.kind))
        let isAll = range.part == .library
        // Rows of other programs have no checksum.
        let isDamaged = Self.checksum(of: table, table.name).map { "\(table.name).checksum <> \($0)" }
        let rows = try map(
            """
            SELECT \(names.joined(separator: ", ")), \(isDamaged ?? "1 = 0") FROM \(table.name)
            WHERE \(isAll ? table.rowsCopied : "\(names[0]) > $1 AND \(names[0]) <= $2")
            ORDER BY \(table.key.map { $0.kind == .text ? "\($0.name) COLLATE BINARY" : $0.name }.joined(separator: ", "))
            """, with: isAll ? [] : [range.after, range.upTo]
        ) { row throws(EvokeError) in
            var (values, isReadable): ([CatalogValue], Bool) = ([], true)
            values.reserveCapacity(kinds.count)
            for (column, kind) in zip(Int32(0)..., kinds) {
                let value = row.value(column, kind)
                if value == nil { isReadable = false }
                values.append(naming || kind != .path ? value ?? .null : .bytes(row.path(column).bytes))
            }
            let isSound = row.integer(Int32(kinds.count)) == 0
            guard isReadable, isSound else {
                throw .damaged(
                    table, values, in: displayName, isSound ? "cannot be read" : "does not match its checksum")
            }
            return values
        }
        // Paths in other tables are not sorted, or are all in one folder.
        return table == .roots && !naming
            ? rows.sorted { ($0[0].bytes ?? []).lexicographicallyPrecedes($1[0].bytes ?? []) } : rows
    }
}

extension CatalogTable {
    fileprivate var rowsCopied: String { self == .settings ? "name <> '\(CopyMark.setting)'" : "1 = 1" }
}

extension CatalogRow {
    package func value(_ column: Int32, _ kind: CatalogTable.Kind) -> CatalogValue? {
        guard !isNull(column) else { return .null }
        switch kind {
        case .integer: return .integer(integer(column))
        case .real: return .real(real(column))
        case .text: return .text(text(column))
        case .bytes, .path: return .bytes(bytes(column))
        case .halfFloats:
            var halfFloats: [Float16] = []
            guard appendHalfFloats(column, to: &halfFloats) > 0 else { return nil }
            return .bytes(halfFloats.flatMap { [UInt8(truncatingIfNeeded: $0.bitPattern), UInt8($0.bitPattern >> 8)] })
        }
    }
}
