import EvokeCSQLite
package import EvokeCatalog
package import EvokePorts
import EvokeValues

extension SQLiteCatalog: CopyableCatalog {
    package func copyState() async throws -> String {
        try await snapshot { connection in
            let stamps = try CatalogLog.allCases.map { try connection.newest(of: $0) }
            return "sqlite:" + stamps.map { "\($0.number).\($0.token)" }.joined(separator: ".")
        }
    }
}

extension SQLiteStatement {
    /// Nil if the value has another type.
    package func value(_ column: Int32, _ kind: CatalogTable.Kind) -> CatalogValue? {
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
