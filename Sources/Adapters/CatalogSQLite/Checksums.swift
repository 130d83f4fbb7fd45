import EvokeCSQLite
import EvokeCatalog
import EvokeDigests
import EvokeValues

/// A checksum in each row over its other columns, which shows when a value has changed behind Evoke's back.
///
/// Each writing connection has temporary triggers for it, so no statement can forget it, and other programs can read
/// and change the library without any function of Evoke's.
enum Checksums {
    /// For a connection that writes.
    static let triggers = CatalogTable.sealed.map(\.checksumTriggers).joined()

    /// Registers the function that all of these statements call, and some of the catalog's.
    static func install(in connection: OpaquePointer) -> Int32 {
        sqlite3_create_function_v2(
            connection, "evoke_checksum", -1, SQLITE_UTF8 | SQLITE_DETERMINISTIC, nil,
            { context, count, values in
                var sum = UInt64(count)
                for place in 0..<Int(count) { sum = Checksums.add(values?[place], to: sum) }
                sqlite3_result_int64(context, Int64(bitPattern: sum))
            }, nil, nil, nil)
    }

    /// The same bytes with another type count as another value.
    private static func add(_ value: OpaquePointer?, to sum: UInt64) -> UInt64 {
        let type = sqlite3_value_type(value)
        let place = sum &+ UInt64(type)
        switch type {
        case SQLITE_INTEGER:
            return withUnsafeBytes(of: sqlite3_value_int64(value).littleEndian) { Checksum.of($0, at: place) }
        case SQLITE_FLOAT:
            let bits = sqlite3_value_double(value).bitPattern
            return withUnsafeBytes(of: bits.littleEndian) { Checksum.of($0, at: place) }
        default:
            let bytes = sqlite3_value_blob(value)
            return Checksum.of(UnsafeRawBufferPointer(start: bytes, count: Int(sqlite3_value_bytes(value))), at: place)
        }
    }
}

extension CatalogTable {
    /// The tables whose rows have a checksum; words in pictures can be made again from the texts.
    static let sealed = all.filter(\.isSealed)

    var isSealed: Bool { self != .pictureWords }

    /// Sets the missing checksums.
    var fillChecksums: String { "UPDATE \(name) SET checksum = \(checksum()) WHERE checksum IS NULL" }

    func checksum(of prefix: String = "") -> String {
        "evoke_checksum('\(name)', \(columns.map { prefix + $0.name }.joined(separator: ", ")))"
    }

    fileprivate var checksumTriggers: String {
        let row = key.map { "\($0.name) = NEW.\($0.name)" }.joined(separator: " AND ")
        let seal = "BEGIN UPDATE \(name) SET checksum = \(checksum()) WHERE \(row); END"
        return """
            CREATE TEMP TRIGGER \(name)_inserted AFTER INSERT ON main.\(name) \(seal);
            CREATE TEMP TRIGGER \(name)_updated AFTER UPDATE OF \(columns.map(\.name).joined(separator: ", "))
            ON main.\(name) \(seal);

            """
    }
}
