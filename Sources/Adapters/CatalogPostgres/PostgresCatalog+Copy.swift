import EvokeCatalog
import EvokeValues

extension PostgresCatalog: CopyableCatalog {
    func copyState() async throws -> String {
        try await read { connection in
            let row = try connection.rows(
                "SELECT token, writes, write_token FROM evoke.libraries WHERE library = $1"
            ).first
            guard let row else { throw Schema.noLibrary(at: connection.address) }
            let state = "postgres:\(row.integer(0)).\(row.integer(1)).\(row.integer(2))"
            guard !copiesNames else { return state }
            // An interrupted copy can only be resumed with the same paths.
            return state + (try connection.copiedPlaces().map { "." + $0.bytes.map(\.hexadecimal).joined() }.joined())
        }
    }

    func countOfPhotos() async throws -> Int {
        try await read { Int(try $0.nativeInteger("SELECT count(*) FROM evoke.photos WHERE library = $1") ?? 0) }
    }

    func range(of part: CopiedPart, after number: Int64, limit: Int) async throws -> CopiedRange {
        guard part != .library else { return CopiedRange(part) }
        let (table, key) = (part.tables[0], part.tables[0].key[0].name)
        return try await read { connection in
            let last = try connection.nativeInteger(
                """
                SELECT \(key) FROM evoke.\(table.name) WHERE library = $1 AND \(key) > $2
                ORDER BY \(key) LIMIT 1 OFFSET $3
                """, number, Int64(limit - 1))
            return CopiedRange(part, after: number, upTo: last ?? .max)
        }
    }

    func rows(in range: CopiedRange) async throws -> CopiedRows {
        try await read { connection in
            try connection.snapshot {
                var tables: [String: [[CatalogValue]]] = [:]
                for table in range.part.tables {
                    tables[table.name] = try connection.rows(of: table, in: range, naming: copiesNames)
                }
                return CopiedRows(range, tables)
            }
        }
    }

    func isEmpty() async throws -> Bool {
        try await read { connection in
            for table in CatalogTable.all where table.isCopied {
                let any = "SELECT 1 FROM evoke.\(table.name) WHERE library = $1 AND \(table.rowsCopied) LIMIT 1"
                if try connection.nativeInteger(any) != nil { return false }
            }
            return true
        }
    }

    func copyMark() async throws -> CopyMark? {
        try await read { connection in
            try connection.rows("SELECT value FROM evoke.settings WHERE library = $1 AND name = $2", CopyMark.setting)
                .first.flatMap { CopyMark($0.text(0)) }
        }
    }

    func add(_ rows: CopiedRows, _ mark: CopyMark) async throws {
        try await write(isRepeatable: false) { connection throws(EvokeError) in
            try connection.checkThatItMayCopyIn()
            for table in rows.range.part.tables { try connection.add(rows.tables[table.name] ?? [], to: table) }
            try connection.countOn(rows)
            if rows.range.part == .photos { try connection.addTexts(after: rows.range.after, upTo: rows.range.upTo) }
            for log in [CatalogLog.vectors, .photos] { try connection.beginAnew(log) }
            try connection.set(CopyMark.setting, to: mark.words)
        }
    }

    func endCopy() async throws {
        try await write { connection throws(EvokeError) in try connection.set(CopyMark.setting, to: nil) }
    }
}

extension Connection {
    /// The folder of each named root on this machine. Throws if one has none.
    fileprivate func copiedPlaces() throws(EvokeError) -> [FilePath] {
        try keptRoots().filter(\.isElsewhere).map { root throws(EvokeError) in
            let place = places.local(root)
            guard place != root else {
                throw EvokeError(
                    .wrongUsage, doing: "copy the library", subject: address.display,
                    reason: "its root '\(root.display)' has no folder on this machine",
                    remedies: [.advice("Set the root's folder on this machine first, and copy again.")])
            }
            return place
        }
    }

    /// - Parameter naming: whether paths are returned as in the catalog, or as on this machine.
    fileprivate func rows(
        of table: CatalogTable, in range: CopiedRange, naming: Bool
    ) throws(EvokeError) -> [[CatalogValue]] {
        let isAll = range.part == .library
        let values: [any Bindable] = isAll ? [] : [range.after, range.upTo]
        let (kinds, path) = (table.columns.map(\.kind), naming ? nil : table.columns.firstIndex { $0.name == "path" })
        let copied = try rows(table.selection(in: range), values).map { row throws(EvokeError) in
            let values = kinds.enumerated().map {
                $0 == path ? CatalogValue.bytes(row.path(Int32($0)).bytes) : row.copied(Int32($0), $1)
            }
            guard values.allSatisfy({ $0 != nil }) else {
                throw .damaged(table, values.map { $0 ?? .null }, in: address.display, "cannot be read")
            }
            return values.compactMap(\.self)
        }
        // Paths in other tables are not sorted, or are all in one folder.
        return table == .roots && path != nil ? copied.sorted { $0[0].isBefore($1[0]) } : copied
    }

    /// PostgreSQL refuses `COPY` by users who are subject to row-level security.
    fileprivate func checkThatItMayCopyIn() throws(EvokeError) {
        guard try nativeInteger("SELECT row_security_active('evoke.photos')") == 1 else { return }
        throw EvokeError(
            .notAllowed, doing: "copy a library into", subject: address.display,
            reason: "only the owner of the tables may do that",
            remedies: [.advice("Copy it as the owner, who can then give you access.")])
    }

    fileprivate func add(_ rows: [[CatalogValue]], to table: CatalogTable) throws(EvokeError) {
        guard !rows.isEmpty else { return }
        var buffer = CopyBuffer(of: library)
        let kinds = table.columns.map(\.kind)
        for row in rows { buffer.add(zip(row, kinds).map { $0.bindable($1) }) }
        try copyIn(buffer, to: table.name, table.names)
    }

    /// Keeps copied numbers from being used again.
    fileprivate func countOn(_ rows: CopiedRows) throws(EvokeError) {
        for (table, kind) in [(CatalogTable.photos, "photo"), (.folders, "folder"), (.models, "model")] {
            guard case .integer(let last)? = rows.tables[table.name]?.last?.first else { continue }
            try self.rows(
                "UPDATE evoke.numbers SET last = greatest(last, $3) WHERE library = $1 AND kind = $2", kind, last)
        }
    }

    private func write(_ photos: [(photo: Int64, texts: PhotoTexts)]) throws(EvokeError) {
        var buffer = CopyBuffer(of: library)
        for (photo, texts) in photos { buffer.add([photo, FullText(texts)]) }
        try copyIn(buffer, to: "full_text", ["photo", "terms"])
        try add(photos.reduce(into: []) { $0.formUnion($1.texts.misreadable) })
    }

    fileprivate func addTexts(after photo: Int64, upTo last: Int64) throws(EvokeError) {
        let roots = try keptRoots()
        var after = photo
        while after < last {
            let texts = try texts(after: after, below: roots)
            guard let reached = texts.last?.photo else { return }
            try write(texts)
            after = reached
        }
    }
}

extension CatalogTable {
    fileprivate var names: [String] { columns.map(\.name) }

    /// Settings of the catalog itself are not copied.
    fileprivate var rowsCopied: String { self == .settings ? "name != '\(CopyMark.setting)'" : "TRUE" }

    fileprivate func selection(in range: CopiedRange) -> String {
        let isInRange = range.part == .library ? rowsCopied : "\(names[0]) > $2 AND \(names[0]) <= $3"
        // Texts are in byte order, as in other catalogs.
        let key = key.map { $0.kind == .text ? "\($0.name) COLLATE \"C\"" : $0.name }
        return """
            SELECT \(names.joined(separator: ", ")) FROM evoke.\(name) WHERE library = $1 AND \(isInRange)
            ORDER BY \(key.joined(separator: ", "))
            """
    }
}

extension Row {
    /// Nil if the value has another type.
    fileprivate func copied(_ column: Int32, _ kind: CatalogTable.Kind) -> CatalogValue? {
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

extension CatalogValue {
    fileprivate func isBefore(_ other: CatalogValue) -> Bool {
        guard case (.bytes(let bytes), .bytes(let others)) = (self, other) else { return false }
        return FilePath(bytes: bytes) < FilePath(bytes: others)
    }

    fileprivate func bindable(_ kind: CatalogTable.Kind) -> any Bindable {
        switch (self, kind) {
        case (.null, _): Int64?.none
        case (.integer(let number), _): number
        case (.real(let number), _): number
        case (.text(let text), _): text
        case (.bytes(let bytes), .halfFloats):
            HalfVector(
                halfFloats: stride(from: 0, to: bytes.count - 1, by: 2).map {
                    Float16(bitPattern: UInt16(bytes[$0]) | UInt16(bytes[$0 + 1]) << 8)
                })
        case (.bytes(let bytes), _): Blob(bytes)
        case (.path(let path), _): path
        // Rows have no lists.
        case (.integers, _), (.texts, _), (.digests, _): Int64?.none
        }
    }
}
