import EvokeCPQ
import EvokeCatalog
import EvokePorts
import EvokeValues

extension PostgresConnection {
    /// Adds rows to a table with a single `COPY`.
    func copyIn(_ rows: [[CatalogValue]], to table: CatalogTable) throws(EvokeError) {
        guard !rows.isEmpty else { return }
        let (doing, columns) = ("copy into", table.columns)
        var bytes = Array("PGCOPY\n".utf8) + [0xFF, 0x0D, 0x0A, 0] + [UInt8](repeating: 0, count: 8)
        func append(_ value: [UInt8]?) {
            bytes += Int32(value?.count ?? -1).bigEndianBytes
            if let value { bytes += value }
        }
        for row in rows {
            bytes += Int16(row.count + 1).bigEndianBytes
            append(library.bigEndianBytes)
            for (value, column) in zip(row, columns) { append(value.binary(column.kind, places)) }
        }
        bytes += Int16(-1).bigEndianBytes
        let sql =
            "COPY evoke.\(table.name)(library, \(columns.map(\.name).joined(separator: ", "))) FROM STDIN (FORMAT binary)"
        try send(doing) { PQsendQuery(handle, sql) }
        try beginCopy(PGRES_COPY_IN, doing)
        try send(doing) {
            bytes.withUnsafeBytes { PQputCopyData(handle, $0.bindMemory(to: CChar.self).baseAddress, Int32($0.count)) }
        }
        try send(doing) { PQputCopyEnd(handle, nil) }
        _ = try answer(doing)
    }

    /// Streams the rows of a query with `COPY`, which needs no round trips. Call it within a transaction.
    ///
    /// - Parameter sql: has its values inline, since `COPY` takes no parameters.
    func forEachCopiedRow(_ sql: String, body: (CopiedRow) throws -> Void) throws {
        let doing = "read the library"
        try send(doing) { PQsendQuery(handle, "COPY (\(sql)) TO STDOUT (FORMAT binary)") }
        try beginCopy(PGRES_COPY_OUT, doing)
        do {
            var isFirst = true
            while let row = try nextCopied(doing) {
                defer { PQfreemem(UnsafeMutableRawPointer(mutating: row.baseAddress)) }
                // The header of the binary format precedes the first row.
                let fields = isFirst ? UnsafeRawBufferPointer(rebasing: row.dropFirst(CopiedRow.headerBytes)) : row
                isFirst = false
                if let row = try CopiedRow(fields, at: address) { try body(row) }
            }
        } catch {
            // The rest of the data is never read.
            if !isLost { giveUp() }
            throw error
        }
        _ = try answer(doing)
    }
}

/// One row of `COPY`, valid until its reader returns. It has no NULL.
struct CopiedRow: BinaryRow {
    fileprivate static let headerBytes = 19

    private let fields: [UnsafeRawBufferPointer]

    /// Nil at the end of the data.
    fileprivate init?(_ bytes: UnsafeRawBufferPointer, at address: PostgresAddress) throws(EvokeError) {
        var rest = bytes[...]
        func number<Number: FixedWidthInteger>(_ type: Number.Type) -> Number? {
            guard rest.count >= MemoryLayout<Number>.size else { return nil }
            defer { rest = rest.dropFirst(MemoryLayout<Number>.size) }
            return Number(bigEndian: UnsafeRawBufferPointer(rebasing: rest).loadUnaligned(as: Number.self))
        }
        let count = number(Int16.self)
        if count == -1 { return nil }
        var fields: [UnsafeRawBufferPointer] = []
        for _ in 0..<(count ?? 0) {
            guard let length = number(Int32.self), length >= 0, rest.count >= length else { break }
            fields.append(UnsafeRawBufferPointer(rebasing: rest.prefix(Int(length))))
            rest = rest.dropFirst(Int(length))
        }
        guard let count, fields.count == count, rest.isEmpty else {
            throw EvokeError(
                .libraryFailed, doing: "read the library", subject: address.display,
                reason: "the server sent an invalid row", remedy: "Try again.")
        }
        self.fields = fields
    }

    func isNull(_ column: Int32) -> Bool { false }

    func with<Result>(_ column: Int32, _ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
        try body(fields[Int(column)])
    }
}
