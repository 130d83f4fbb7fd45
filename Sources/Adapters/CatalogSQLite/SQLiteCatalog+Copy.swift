import EvokeCSQLite
import EvokeCatalog
package import EvokeValues

extension SQLiteCatalog: CopyableCatalog {
    package func copyState() async throws -> String {
        try await use { connection in
            try connection.snapshot {
                "sqlite:"
                    + (try CatalogLog.allCases.map { try connection.newest(of: $0) }.map { "\($0.number).\($0.token)" })
                    .joined(separator: ".")
            }
        }
    }

    package func countOfPhotos() async throws -> Int {
        try await use { try $0.count("SELECT count(*) FROM photos") }
    }

    package func range(of part: CopiedPart, after number: Int64, limit: Int) async throws -> CopiedRange {
        guard part != .library else { return CopiedRange(part) }
        let (table, key) = (part.tables[0], part.tables[0].key[0].name)
        return try await use { connection in
            let last = try connection.integer(
                "SELECT \(key) FROM \(table.name) WHERE \(key) > ? ORDER BY \(key) LIMIT 1 OFFSET ?", number,
                Int64(limit - 1))
            return CopiedRange(part, after: number, upTo: last ?? .max)
        }
    }

    package func rows(in range: CopiedRange) async throws -> CopiedRows {
        try await use { connection in
            try connection.snapshot {
                var tables: [String: [[CatalogValue]]] = [:]
                for table in range.part.tables { tables[table.name] = try connection.rows(of: table, in: range) }
                return CopiedRows(range, tables)
            }
        }
    }

    package func isEmpty() async throws -> Bool {
        try await use { connection in
            for table in CatalogTable.all where table.isCopied {
                let any = "SELECT 1 FROM \(table.name) WHERE \(table.rowsCopied) LIMIT 1"
                if try connection.integer(any) != nil { return false }
            }
            return true
        }
    }

    package func copyMark() async throws -> CopyMark? {
        try await use { try $0.setting(CopyMark.setting).flatMap { CopyMark($0) } }
    }

    package func add(_ rows: CopiedRows, _ mark: CopyMark) async throws {
        try await use { connection in
            try connection.transaction { () throws(EvokeError) in
                for table in rows.range.part.tables {
                    let statement = try connection.statement(table.insertion)
                    for row in rows.tables[table.name] ?? [] { try statement.bind(row).run() }
                }
                try connection.followFullText()
                try connection.set(CopyMark.setting, to: mark.words)
            }
        }
    }

    package func endCopy() async throws {
        try await use { try $0.set(CopyMark.setting, to: nil) }
    }
}

extension SQLiteConnection {
    fileprivate func rows(of table: CatalogTable, in range: CopiedRange) throws(EvokeError) -> [[CatalogValue]] {
        let statement = try statement(table.selection(in: range))
        if range.part != .library { statement.bind(range.after, range.upTo) }
        defer { statement.reset() }
        let kinds = table.columns.map(\.kind)
        var rows: [[CatalogValue]] = []
        while try statement.step() {
            var (row, isWhole): ([CatalogValue], Bool) = ([], statement.integer(Int32(kinds.count)) == 0)
            row.reserveCapacity(kinds.count)
            for (column, kind) in kinds.enumerated() {
                let value = statement.copied(Int32(column), kind)
                if value == nil { isWhole = false }
                row.append(value ?? .null)
            }
            guard isWhole else { throw .damaged(table, row, in: file.display, "does not match its checksum") }
            rows.append(row)
        }
        return rows
    }
}

extension CatalogTable {
    private var names: String { columns.map(\.name).joined(separator: ", ") }

    /// Settings of the catalog itself are not copied.
    fileprivate var rowsCopied: String {
        self == .settings ? "name NOT IN ('\(FullText.stamp)', '\(CopyMark.setting)')" : "TRUE"
    }

    /// Its columns, and whether the row fails its checksum.
    fileprivate func selection(in range: CopiedRange) -> String {
        let isInRange = range.part == .library ? rowsCopied : "\(key[0].name) > ? AND \(key[0].name) <= ?"
        return """
            SELECT \(names), checksum IS NOT NULL AND \(isWrong(name)) FROM \(name) WHERE \(isInRange)
            ORDER BY \(key.map(\.name).joined(separator: ", "))
            """
    }

    fileprivate var insertion: String {
        "INSERT INTO \(name)(\(names)) VALUES(\(columns.map { _ in "?" }.joined(separator: ", ")))"
    }
}

extension SQLiteStatement {
    /// Nil if the value has another type.
    fileprivate func copied(_ column: Int32, _ kind: CatalogTable.Kind) -> CatalogValue? {
        switch (type(column), kind) {
        case (SQLITE_NULL, _): return .null
        case (SQLITE_INTEGER, .integer): return .integer(integer(column))
        case (SQLITE_FLOAT, .real): return .real(real(column))
        case (SQLITE_TEXT, .text):
            return String(validating: blob(column).lazy.filter { $0 != 0 }, as: UTF8.self).map { .text($0) }
        case (SQLITE_BLOB, .bytes), (SQLITE_BLOB, .path): return .bytes(Array(blob(column)))
        case (SQLITE_BLOB, .halfFloats): return blob(column).count.isMultiple(of: 2) ? .bytes(Array(blob(column))) : nil
        default: return nil
        }
    }
}
