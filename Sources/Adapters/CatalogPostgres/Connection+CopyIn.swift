import EvokeCPQ
import EvokeValues

extension Connection {
    /// Adds rows to a table with a single `COPY`.
    func copyIn(_ rows: CopyBuffer, to table: String, _ columns: [String]) throws(EvokeError) {
        let doing = "copy into"
        let sql = "COPY evoke.\(table)(library, \(columns.joined(separator: ", "))) FROM STDIN (FORMAT binary)"
        try send(doing) { PQsendQuery(handle, sql) }
        try beginCopy(PGRES_COPY_IN, doing)
        try send(doing) {
            rows.ended.withUnsafeBytes { bytes in
                PQputCopyData(handle, bytes.bindMemory(to: CChar.self).baseAddress, Int32(bytes.count))
            }
        }
        try send(doing) { PQputCopyEnd(handle, nil) }
        _ = try answer(doing)
    }
}

/// Rows in the binary format of `COPY`, each beginning with the library's number.
struct CopyBuffer {
    private let library: Int64
    private var bytes = Array("PGCOPY\n".utf8) + [0xFF, 0x0D, 0x0A, 0] + [UInt8](repeating: 0, count: 8)

    init(of library: Int64) {
        self.library = library
    }

    mutating func add(_ row: [any Bindable]) {
        bytes += Int16(row.count + 1).bigEndianBytes
        add(library)
        for value in row { add(value) }
    }

    /// With the trailer that ends the data.
    fileprivate var ended: [UInt8] { bytes + Int16(-1).bigEndianBytes }

    private mutating func add(_ value: some Bindable) {
        guard let binary = value.binary else {
            bytes += Int32(-1).bigEndianBytes
            return
        }
        bytes += Int32(binary.count).bigEndianBytes + binary
    }
}
