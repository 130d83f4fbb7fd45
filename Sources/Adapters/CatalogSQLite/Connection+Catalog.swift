import EvokeCSQLite
package import EvokeCatalog
package import EvokePorts
package import EvokeValues

extension SQLiteConnection: CatalogConnection {
    package var displayName: String { file.display }

    @discardableResult
    package func run(
        _ sql: String, with values: [any CatalogBindable], inParts: Bool = false,
        _ body: (SQLiteStatement) throws(EvokeError) -> Void
    ) throws(EvokeError) -> Int {
        // Short statements don't reach SQLite's progress handler.
        try checkThatItIsWanted()
        let kinds = values.map { Swift.type(of: $0).catalogKind }
        let statement = try statement(catalog: sql, kinds).bind(values.map(\.catalogValue))
        defer { statement.reset() }
        while try statement.step() { try body(statement) }
        return changedRows
    }

    package func insert(
        _ rows: [[CatalogValue]], into table: CatalogTable, onConflict: ConflictRule
    ) throws(EvokeError) {
        guard !rows.isEmpty else { return }
        let names = table.columns.map(\.name)
        // Nobody else writes meanwhile, so nothing can be repeated.
        let clause = (onConflict == .retry ? .fail : onConflict).clause(for: table, key: table.key.map(\.name))
        let statement = try statement(
            "INSERT INTO \(table.name)(\(names.joined(separator: ", "))) "
                + "VALUES(\(names.map { _ in "?" }.joined(separator: ", ")))\(clause)")
        for row in rows { try statement.bind(row).run() }
    }

    package func update(_ rows: [[CatalogValue]], of table: CatalogTable, _ columns: [String]) throws(EvokeError) {
        guard !rows.isEmpty else { return }
        let key = table.key.count
        let values = columns.enumerated().map { "\($1) = ?\($0 + key + 1)" }.joined(separator: ", ")
        let row = table.key.enumerated().map { "\($1.name) = ?\($0 + 1)" }.joined(separator: " AND ")
        let statement = try statement("UPDATE \(table.name) SET \(values) WHERE \(row)")
        for row in rows { try statement.bind(row).run() }
    }

    package func find(
        _ values: [[CatalogValue]], by columns: [String], in table: CatalogTable,
        _ body: (SQLiteStatement) throws(EvokeError) -> Void
    ) throws(EvokeError) {
        let (names, condition) = (table.columns.map(\.name), columns.map { "\($0) = ?" })
        let statement = try statement(
            "SELECT \(names.joined(separator: ", ")) FROM \(table.name) WHERE \(condition.joined(separator: " AND "))")
        defer { statement.reset() }
        for values in values {
            statement.bind(values)
            while try statement.step() { try body(statement) }
        }
    }

    package func nextNumber(of table: CatalogTable) throws(EvokeError) -> Int64 {
        var last = lastNumbers[table]
        if last == nil { last = try integer("SELECT max(\(table.key[0].name)) FROM \(table.name)") }
        // In a damaged library, the last one may be the highest there is.
        let next = (last ?? 0) &+ 1
        lastNumbers[table] = next
        return next
    }

    package func log(
        _ vectors: [CatalogChanges.Vector], _ photos: [Int64]
    ) throws(EvokeError) -> (vectors: Int64, photos: Int64) {
        let vectorLog = try statement("INSERT INTO vector_changes(model, photo) VALUES(?, ?)")
        for vector in vectors { try vectorLog.bind(vector.model, vector.photo).run() }
        let photoLog = try statement("INSERT INTO photo_changes(photo) VALUES(?)")
        for photo in photos { try photoLog.bind(photo).run() }
        return (try newest(of: .vectors).number, try newest(of: .photos).number)
    }

    package func repairIndexesAndCounters() throws(EvokeError) {
        try execute("REINDEX; DELETE FROM sqlite_sequence", doing: "repair the library")
    }
}

extension SQLiteStatement: CatalogRow {
    package func with<Result>(_ column: Int32, _ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
        try body(blob(column))
    }

    package func appendHalfFloats(_ column: Int32, to halfFloats: inout [Float16]) -> Int {
        let bytes = blob(column)
        guard bytes.count.isMultiple(of: 2) else { return 0 }
        let (place, count) = (halfFloats.count, bytes.count / 2)
        halfFloats += repeatElement(0, count: count)
        halfFloats.withUnsafeMutableBytes {
            UnsafeMutableRawBufferPointer(rebasing: $0[(2 * place)...]).copyMemory(from: bytes)
        }
        return count
    }
}

extension CatalogValue {
    func bind(to statement: OpaquePointer, at place: Int32) -> Int32 {
        func bind(_ text: String) -> Int32 { evoke_bind_text(statement, place, text, Int32(text.utf8.count)) }
        func bind(_ bytes: [UInt8]) -> Int32 {
            bytes.withUnsafeBytes { evoke_bind_blob(statement, place, $0.baseAddress, Int32($0.count)) }
        }
        return switch self {
        case .null: sqlite3_bind_null(statement, place)
        case .integer(let number): sqlite3_bind_int64(statement, place, number)
        case .real(let number): sqlite3_bind_double(statement, place, number)
        // Like PostgreSQL's, texts have no zeros: they are read up to the first one.
        case .text(let text):
            bind(text.utf8.contains(0) ? String(decoding: text.utf8.filter { $0 != 0 }, as: UTF8.self) : text)
        case .bytes(let bytes): bind(bytes)
        case .path(let path): bind(path.bytes)
        case .integers(let numbers): bind("[\(numbers.map { "\($0)" }.joined(separator: ","))]")
        case .texts(let texts): bind("[\(texts.map(\.inJSON).joined(separator: ","))]")
        case .digests(let digests): bind(digests.flatMap(\.bytes))
        }
    }
}

extension CatalogBindableKind {
    /// The elements of a list, as a query.
    fileprivate func elements(of parameter: Substring) -> String {
        switch self {
        case .digests:
            """
            (WITH RECURSIVE n(i) AS (SELECT 1 WHERE length(\(parameter)) > 0 UNION ALL
                SELECT i + 16 FROM n WHERE i + 16 < length(\(parameter))) SELECT substr(\(parameter), i, 16) FROM n)
            """
        default: "(SELECT value FROM json_each(\(parameter)))"
        }
    }
}

extension String {
    fileprivate var inJSON: String {
        "\""
            + unicodeScalars.map { scalar in
                let isPlain = scalar >= " " && scalar != "\"" && scalar != "\\"
                return isPlain ? String(scalar) : "\\u00" + UInt8(ascii: scalar).hexadecimal
            }.joined() + "\""
    }
}

extension SQLiteConnection {
    /// Parameters `$1` become `?1`, and `list($1)` a query of the list's elements. Nothing needs to be locked.
    static func translated(_ sql: String, _ kinds: [CatalogBindableKind]) -> String {
        var text = ""
        var rest = sql[..<(sql.firstRange(of: "FOR NO KEY UPDATE")?.lowerBound ?? sql.endIndex)]
        while let place = rest.firstIndex(of: "$") {
            var before = rest[..<place]
            let digits = rest[place...].dropFirst().prefix { $0.isNumber }
            rest = rest[digits.endIndex...]
            let parameter = "?\(digits)"
            if before.hasSuffix("list("), rest.first == ")" {
                before = before.dropLast("list(".count)
                rest = rest.dropFirst()
                // Cannot fail: the number is one of a parameter.
                text += before + kinds[Int(digits)! - 1].elements(of: parameter[...])
            } else {
                text += before + parameter
            }
        }
        return text + rest
    }
}

extension SQLiteCatalog: CatalogDriver, PhotoCatalog {
    package func write<Result: Sendable>(
        _ traits: WriteTraits, _ body: @escaping @Sendable (SQLiteConnection) throws(EvokeError) -> Result
    ) async throws -> Result {
        try await read { connection in
            try connection.transaction { () throws(EvokeError) in
                (connection.changes, connection.lastNumbers) = (CatalogChanges(), [:])
                let result = try body(connection)
                try connection.logChanges()
                return result
            }
        }
    }
}
