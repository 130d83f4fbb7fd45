import EvokeCPQ
import EvokeCatalog
import EvokeValues

/// Owns the result of a statement.
final class Rows {
    fileprivate let result: OpaquePointer
    fileprivate let places: RootPaths
    let count: Int

    init(_ result: OpaquePointer, _ places: RootPaths) {
        (self.result, self.places) = (result, places)
        count = Int(PQntuples(result))
    }

    deinit {
        PQclear(result)
    }

    /// How many rows the statement changed.
    var changed: Int { Int(String(cString: PQcmdTuples(result))) ?? 0 }

    var first: Row? { count > 0 ? Row(rows: self, index: 0) : nil }
}

extension Rows: Sequence {
    func makeIterator() -> some IteratorProtocol<Row> {
        (0..<Int32(count)).lazy.map { Row(rows: self, index: $0) }.makeIterator()
    }
}

/// One row of a result.
struct Row: BinaryRow {
    fileprivate let rows: Rows
    fileprivate let index: Int32

    func isNull(_ column: Int32) -> Bool { PQgetisnull(rows.result, index, column) != 0 }

    func with<Result>(_ column: Int32, _ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
        defer { withExtendedLifetime(rows) {} }
        let count = Int(PQgetlength(rows.result, index, column))
        return try body(UnsafeRawBufferPointer(start: PQgetvalue(rows.result, index, column), count: count))
    }

    func path(_ column: Int32) -> DiskPath { rows.places.local(keptPath(column)) }
}

/// A row whose values are in PostgreSQL's binary format.
protocol BinaryRow: CatalogRow {}

extension BinaryRow {
    func integer(_ column: Int32) -> Int64 {
        with(column) { bytes in
            switch bytes.count {
            case 8: Int64(bigEndian: bytes.loadUnaligned(as: Int64.self))
            case 4: Int64(Int32(bigEndian: bytes.loadUnaligned(as: Int32.self)))
            // A Boolean.
            case 1: Int64(bytes[0])
            default: 0
            }
        }
    }

    func real(_ column: Int32) -> Double { Double(bitPattern: UInt64(bitPattern: integer(column))) }
    func text(_ column: Int32) -> String { with(column) { String(decoding: $0, as: UTF8.self) } }

    func appendHalfFloats(_ column: Int32, to halfFloats: inout [Float16]) -> Int {
        with(column) { bytes in
            guard bytes.count >= 4 else { return 0 }
            let count = Int(UInt16(bigEndian: bytes.loadUnaligned(as: UInt16.self)))
            guard bytes.count == 4 + 2 * count else { return 0 }
            for place in 0..<count {
                let bits = UInt16(bigEndian: bytes.loadUnaligned(fromByteOffset: 4 + 2 * place, as: UInt16.self))
                halfFloats.append(Float16(bitPattern: bits))
            }
            return count
        }
    }
}
