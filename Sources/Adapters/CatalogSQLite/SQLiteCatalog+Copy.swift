import EvokeCSQLite
package import EvokeValues

extension SQLiteCatalog: CopyableCatalog {
    package func copyState() async throws -> String {
        try await use { connection in
            try connection.snapshot {
                let logs = ["vector_changes", "photo_changes"]
                return "sqlite:"
                    + (try logs.map { try connection.newest(of: $0) }.map { "\($0.number).\($0.token)" })
                    .joined(separator: ".")
            }
        }
    }

    package func countOfPhotos() async throws -> Int {
        try await use { try $0.count("SELECT count(*) FROM photos") }
    }

    package func range(of part: CopiedPart, after number: Int64, limit: Int) async throws -> CopiedRange {
        guard part != .library else { return CopiedRange(part) }
        return try await use { connection in
            let last = try connection.integer(
                "SELECT id FROM \(part.tables[0].rawValue) WHERE id > ? ORDER BY id LIMIT 1 OFFSET ?", number,
                Int64(limit - 1))
            return CopiedRange(part, after: number, upTo: last ?? .max)
        }
    }

    package func rows(in range: CopiedRange) async throws -> CopiedRows {
        try await use { connection in
            try connection.snapshot {
                var tables: [CopiedTable: [[CopiedValue]]] = [:]
                for table in range.part.tables { tables[table] = try connection.rows(of: table, in: range) }
                return CopiedRows(range, tables)
            }
        }
    }

    package func isEmpty() async throws -> Bool {
        try await use { connection in
            for table in CopiedTable.allCases {
                let any = "SELECT 1 FROM \(table.rawValue) WHERE \(table.isCopied) LIMIT 1"
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
                    for row in rows.tables[table] ?? [] { try statement.bind(row).run() }
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

extension Connection {
    fileprivate func rows(of table: CopiedTable, in range: CopiedRange) throws(EvokeError) -> [[CopiedValue]] {
        let statement = try statement(table.selection)
        if range.part != .library { statement.bind(range.after, range.upTo) }
        defer { statement.reset() }
        let kinds = table.columns.map(\.kind)
        var rows: [[CopiedValue]] = []
        while try statement.step() {
            var (row, isWhole): ([CopiedValue], Bool) = ([], statement.integer(Int32(kinds.count)) == 0)
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

extension CopiedTable {
    /// The name of this table's number column in this catalog.
    private func name(of column: Column) -> String {
        switch (self, column.name) {
        case (.photos, "photo"), (.folders, "folder"), (.models, "model"): "id"
        default: column.name
        }
    }

    private var names: [String] { columns.map(name) }

    /// Settings of the catalog itself are not copied.
    fileprivate var isCopied: String {
        self == .settings ? "name NOT IN ('\(FullText.stamp)', '\(CopyMark.setting)')" : "TRUE"
    }

    /// Its columns, and whether the row fails its checksum.
    fileprivate var selection: String {
        let (key, first) = (names.prefix(keys).joined(separator: ", "), names[0])
        // Suspects that are not photos have number 0 here.
        let values = self == .suspects ? "nullif(photo, 0)" : names.joined(separator: ", ")
        let sum = Checksums.all.first { $0.name == rawValue }
        let isWrong = sum.map { "\(rawValue).checksum IS NOT NULL AND \($0.isWrong(rawValue))" } ?? "FALSE"
        let isInRange = CopiedPart.library.tables.contains(self) ? isCopied : "\(first) > ? AND \(first) <= ?"
        return "SELECT \(values), \(isWrong) FROM \(rawValue) WHERE \(isInRange) ORDER BY \(key)"
    }

    fileprivate var insertion: String {
        let values = columns.map { _ in
            switch self {
            // Other catalogs keep names and queries as bytes.
            case .searches: "CAST(? AS TEXT)"
            case .suspects: "coalesce(?, 0)"
            default: "?"
            }
        }
        return "INSERT INTO \(rawValue)(\(names.joined(separator: ", "))) VALUES(\(values.joined(separator: ", ")))"
    }
}

extension Statement {
    /// Nil if the value has another type.
    fileprivate func copied(_ column: Int32, _ kind: CopiedTable.Kind) -> CopiedValue? {
        switch (type(column), kind) {
        case (SQLITE_NULL, _): return .null
        case (SQLITE_INTEGER, .integer): return .integer(integer(column))
        case (SQLITE_INTEGER, .truth): return integer(column) & ~1 == 0 ? .integer(integer(column)) : nil
        case (SQLITE_FLOAT, .real): return .real(real(column))
        case (SQLITE_TEXT, .text):
            return String(validating: blob(column).lazy.filter { $0 != 0 }, as: UTF8.self).map { .text($0) }
        case (SQLITE_BLOB, .bytes), (SQLITE_TEXT, .bytes): return .bytes(Array(blob(column)))
        case (SQLITE_BLOB, .halfFloats): return blob(column).count.isMultiple(of: 2) ? .bytes(Array(blob(column))) : nil
        default: return nil
        }
    }
}

extension CopiedValue: Bindable {
    func bind(to statement: OpaquePointer, at place: Int32) -> Int32 {
        switch self {
        case .null: sqlite3_bind_null(statement, place)
        case .integer(let number): number.bind(to: statement, at: place)
        case .real(let number): number.bind(to: statement, at: place)
        case .text(let text): text.bind(to: statement, at: place)
        case .bytes(let bytes): bytes.bind(to: statement, at: place)
        }
    }
}
