import EvokeCPQ
import EvokeValues

extension Connection {
    /// Goes through the rows of a query by `COPY`, which sends them one after the other and is not asked for each part.
    /// It belongs to a transaction.
    ///
    /// - Parameter sql: has its values in it, since `COPY` takes none.
    func forEachCopiedRow(_ sql: String, body: (CopiedRow) throws -> Void) throws {
        let doing = "read the library"
        try send(doing) { PQsendQuery(handle, "COPY (\(sql)) TO STDOUT (FORMAT binary)") }
        try beginCopy(PGRES_COPY_OUT, doing)
        do {
            var isFirst = true
            while let row = try nextCopied(doing) {
                defer { PQfreemem(UnsafeMutableRawPointer(mutating: row.baseAddress)) }
                // What says that this is COPY's binary form stands before the first row.
                let fields = isFirst ? UnsafeRawBufferPointer(rebasing: row.dropFirst(CopiedRow.headerBytes)) : row
                isFirst = false
                if let row = try CopiedRow(fields, at: address) { try body(row) }
            }
        } catch {
            // What is still on its way is nobody's any more.
            if !isLost { giveUp() }
            throw error
        }
        _ = try answer(doing)
    }
}

/// One row of `COPY`, good until its reader returns. Its values are in PostgreSQL's binary form.
struct CopiedRow {
    fileprivate static let headerBytes = 19

    private let fields: [UnsafeRawBufferPointer]

    /// Nil for the end of all rows.
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
                reason: "the server sent a row that is none", remedy: "Try again.")
        }
        self.fields = fields
    }

    func integer(_ column: Int) -> Int64 { Row.integer(in: fields[column]) }

    func bytes(_ column: Int) -> UnsafeRawBufferPointer { fields[column] }

    /// The values of a `halfvec`, put behind others; how many there were.
    func appendHalfFloats(_ column: Int, to halfFloats: inout [Float16]) -> Int {
        Row.appendHalfFloats(in: fields[column], to: &halfFloats)
    }
}
