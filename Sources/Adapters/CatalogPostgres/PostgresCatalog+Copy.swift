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
        try await read { Int(try $0.integer("SELECT count(*) FROM evoke.photos WHERE library = $1") ?? 0) }
    }

    func range(of part: CopiedPart, after number: Int64, limit: Int) async throws -> CopiedRange {
        guard part != .library else { return CopiedRange(part) }
        let (table, key) = (part.tables[0], part.tables[0].columns[0].name)
        return try await read { connection in
            let last = try connection.integer(
                """
                SELECT \(key) FROM evoke.\(table.rawValue) WHERE library = $1 AND \(key) > $2
                ORDER BY \(key) LIMIT 1 OFFSET $3
                """, number, Int64(limit - 1))
            return CopiedRange(part, after: number, upTo: last ?? .max)
        }
    }

    func rows(in range: CopiedRange) async throws -> CopiedRows {
        try await read { connection in
            try connection.snapshot {
                var tables: [CopiedTable: [[CopiedValue]]] = [:]
                for table in range.part.tables {
                    tables[table] = try connection.rows(of: table, in: range, naming: copiesNames)
                }
                return CopiedRows(range, tables)
            }
        }
    }

    func isEmpty() async throws -> Bool {
        try await read { connection in
            for table in CopiedTable.allCases {
                let any = "SELECT 1 FROM evoke.\(table.rawValue) WHERE library = $1 AND \(table.isCopied) LIMIT 1"
                if try connection.integer(any) != nil { return false }
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
            for table in rows.range.part.tables { try connection.add(rows.tables[table] ?? [], to: table) }
            try connection.countOn(rows)
            if rows.range.part == .photos { try connection.addTexts(after: rows.range.after, upTo: rows.range.upTo) }
            for log in [Connection.Log.vectors, .photos] { try connection.beginAnew(log) }
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
        of table: CopiedTable, in range: CopiedRange, naming: Bool
    ) throws(EvokeError) -> [[CopiedValue]] {
        let isAll = range.part == .library
        let values: [any Bindable] = isAll ? [] : [range.after, range.upTo]
        let (kinds, path) = (table.columns.map(\.kind), naming ? nil : table.columns.firstIndex { $0.name == "path" })
        let copied = try rows(table.selection, values).map { row throws(EvokeError) in
            let values = kinds.enumerated().map {
                $0 == path ? CopiedValue.bytes(row.path(Int32($0)).bytes) : row.copied(Int32($0), $1)
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
        guard try integer("SELECT row_security_active('evoke.photos')") == 1 else { return }
        throw EvokeError(
            .notAllowed, doing: "copy a library into", subject: address.display,
            reason: "only the owner of the tables may do that",
            remedies: [.advice("Copy it as the owner, who can then give you access.")])
    }

    fileprivate func add(_ rows: [[CopiedValue]], to table: CopiedTable) throws(EvokeError) {
        guard !rows.isEmpty else { return }
        var buffer = CopyBuffer(of: library)
        let kinds = table.columns.map(\.kind)
        var (first, place): (CopiedValue?, Int64) = (nil, 0)
        for row in rows {
            var values = zip(row, kinds).map { $0.bindable($1) }
            switch table {
            case .suspects: values = [row[0] == .null ? LibrarySuspect.number : values[0]]
            case .companions:
                place = row[0] == first ? place + 1 : 0
                first = row[0]
                values.append(place)
            default: break
            }
            buffer.add(values)
        }
        let columns = table.columns.map(\.name) + (table == .companions ? ["place"] : [])
        try copyIn(buffer, to: table.rawValue, columns)
    }

    /// Keeps copied numbers from being used again.
    fileprivate func countOn(_ rows: CopiedRows) throws(EvokeError) {
        for (table, kind) in [(CopiedTable.photos, "photo"), (.folders, "folder"), (.models, "model")] {
            guard case .integer(let last)? = rows.tables[table]?.last?.first else { continue }
            try self.rows(
                "UPDATE evoke.numbers SET last = greatest(last, $3) WHERE library = $1 AND kind = $2", kind, last)
        }
    }

    private func write(_ photos: [(photo: Int64, texts: PhotoTexts, kept: FullText?)]) throws(EvokeError) {
        var buffer = CopyBuffer(of: library)
        for (photo, texts, _) in photos { buffer.add([photo, FullText(texts)]) }
        try copyIn(buffer, to: "written", ["photo", "terms"])
        try add(photos.reduce(into: []) { $0.formUnion($1.texts.misreadable) })
    }

    fileprivate func addTexts(after photo: Int64, upTo last: Int64) throws(EvokeError) {
        let roots = try keptRoots()
        var after = photo
        while after < last {
            let texts = try texts(after: after, roots)
            guard let reached = texts.last?.photo else { return }
            try write(texts)
            after = reached
        }
    }
}

/// The number of suspects that are not photos.
private enum LibrarySuspect {
    static let number: Int64 = -1
}

extension CopiedTable {
    /// Settings of the catalog itself are not copied.
    fileprivate var isCopied: String { self == .settings ? "name != '\(CopyMark.setting)'" : "TRUE" }

    fileprivate var selection: String {
        let names = columns.map(\.name)
        let values = self == .suspects ? "nullif(photo, \(LibrarySuspect.number))" : names.joined(separator: ", ")
        let isInRange =
            CopiedPart.library.tables.contains(self) ? isCopied : "\(names[0]) > $2 AND \(names[0]) <= $3"
        // Texts are in byte order, as in other catalogs.
        let key = names.prefix(keys).joined(separator: ", ") + (self == .settings ? " COLLATE \"C\"" : "")
        return "SELECT \(values) FROM evoke.\(rawValue) WHERE library = $1 AND \(isInRange) ORDER BY \(key)"
    }
}

extension Row {
    /// Nil if the value has another type.
    fileprivate func copied(_ column: Int32, _ kind: CopiedTable.Kind) -> CopiedValue? {
        guard !isNull(column) else { return .null }
        switch kind {
        case .integer, .truth: return .integer(integer(column))
        case .real: return .real(real(column))
        case .text: return .text(text(column))
        case .bytes: return .bytes(bytes(column))
        case .halfFloats:
            var halfFloats: [Float16] = []
            guard appendHalfFloats(column, to: &halfFloats) > 0 else { return nil }
            return .bytes(halfFloats.flatMap { [UInt8(truncatingIfNeeded: $0.bitPattern), UInt8($0.bitPattern >> 8)] })
        }
    }
}

extension CopiedValue {
    fileprivate func isBefore(_ other: CopiedValue) -> Bool {
        guard case (.bytes(let bytes), .bytes(let others)) = (self, other) else { return false }
        return FilePath(bytes: bytes) < FilePath(bytes: others)
    }

    fileprivate func bindable(_ kind: CopiedTable.Kind) -> any Bindable {
        switch (self, kind) {
        case (.null, _): Int64?.none
        case (.integer(let number), .truth): number != 0
        case (.integer(let number), _): number
        case (.real(let number), _): number
        case (.text(let text), _): text
        case (.bytes(let bytes), .halfFloats):
            HalfVector(
                halfFloats: stride(from: 0, to: bytes.count - 1, by: 2).map {
                    Float16(bitPattern: UInt16(bytes[$0]) | UInt16(bytes[$0 + 1]) << 8)
                })
        case (.bytes(let bytes), _): Blob(bytes)
        }
    }
}
