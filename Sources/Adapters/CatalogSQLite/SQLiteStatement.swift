import EvokeCSQLite
import EvokeCatalog
import EvokePorts
import EvokeValues

/// Owns one prepared statement.
package final class SQLiteStatement {
    private let handle: OpaquePointer
    private let file: DiskPath

    init(_ handle: OpaquePointer, file: DiskPath) {
        self.handle = handle
        self.file = file
    }

    deinit {
        sqlite3_finalize(handle)
    }

    var isRunning: Bool { sqlite3_stmt_busy(handle) != 0 }

    func reset() {
        sqlite3_reset(handle)
        sqlite3_clear_bindings(handle)
    }

    @discardableResult
    func bind(_ values: any CatalogBindable...) -> SQLiteStatement {
        bind(values.map(\.catalogValue))
    }

    @discardableResult
    func bind(_ values: [CatalogValue]) -> SQLiteStatement {
        for (place, value) in values.enumerated() {
            let code = value.bind(to: handle, at: Int32(place + 1))
            precondition(code == SQLITE_OK, "a value does not fit its statement")
        }
        return self
    }

    /// Moves to the next row; false if there is none.
    func step() throws(EvokeError) -> Bool {
        switch sqlite3_step(handle) {
        case SQLITE_ROW:
            return true
        case SQLITE_DONE:
            reset()
            return false
        case let code:
            reset()
            throw .sqlite(code, doing: "use the library", file: file)
        }
    }

    /// Runs a statement that returns no rows.
    func run() throws(EvokeError) {
        while try step() {}
    }

    package func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(handle, column) }

    package func real(_ column: Int32) -> Double { sqlite3_column_double(handle, column) }

    /// SQLite's type code of the value, whatever the column's declared type.
    func type(_ column: Int32) -> Int32 { sqlite3_column_type(handle, column) }

    package func isNull(_ column: Int32) -> Bool { type(column) == SQLITE_NULL }

    package func text(_ column: Int32) -> String {
        sqlite3_column_text(handle, column).map { String(cString: $0) } ?? ""
    }

    /// Valid until the next step.
    func blob(_ column: Int32) -> UnsafeRawBufferPointer {
        let bytes = sqlite3_column_blob(handle, column)
        return UnsafeRawBufferPointer(start: bytes, count: Int(sqlite3_column_bytes(handle, column)))
    }
}
