import EvokeCPQ
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

/// One row, whose values are in PostgreSQL's binary format.
struct Row {
    fileprivate let rows: Rows
    fileprivate let index: Int32

    func isNull(_ column: Int32) -> Bool { PQgetisnull(rows.result, index, column) != 0 }

    /// The bytes are valid until `body` returns.
    func with<Result>(_ column: Int32, _ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
        defer { withExtendedLifetime(rows) {} }
        let count = Int(PQgetlength(rows.result, index, column))
        return try body(UnsafeRawBufferPointer(start: PQgetvalue(rows.result, index, column), count: count))
    }

    func bytes(_ column: Int32) -> [UInt8] { with(column) { Array($0) } }

    /// 0 for NULL.
    func integer(_ column: Int32) -> Int64 { with(column) { Self.integer(in: $0) } }

    static func integer(in bytes: UnsafeRawBufferPointer) -> Int64 {
        switch bytes.count {
        case 8: Int64(bigEndian: bytes.loadUnaligned(as: Int64.self))
        case 4: Int64(Int32(bigEndian: bytes.loadUnaligned(as: Int32.self)))
        // A Boolean.
        case 1: Int64(bytes[0])
        default: 0
        }
    }

    func real(_ column: Int32) -> Double { Double(bitPattern: UInt64(bitPattern: integer(column))) }
    func text(_ column: Int32) -> String { with(column) { String(decoding: $0, as: UTF8.self) } }
    /// A path on this machine.
    func path(_ column: Int32) -> FilePath { rows.places.local(keptPath(column)) }
    /// A path as in the catalog.
    func keptPath(_ column: Int32) -> FilePath { FilePath(bytes: bytes(column)) }

    func optionalInteger(_ column: Int32) -> Int64? { isNull(column) ? nil : integer(column) }
    func optionalReal(_ column: Int32) -> Double? { isNull(column) ? nil : real(column) }
    func optionalText(_ column: Int32) -> String? { isNull(column) ? nil : text(column) }

    /// Appends the values of a `halfvec`; returns how many there were.
    func appendHalfFloats(_ column: Int32, to halfFloats: inout [Float16]) -> Int {
        with(column) { Self.appendHalfFloats(in: $0, to: &halfFloats) }
    }

    static func appendHalfFloats(in bytes: UnsafeRawBufferPointer, to halfFloats: inout [Float16]) -> Int {
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

extension Row {
    func digest(_ column: Int32) -> ContentDigest? {
        isNull(column) ? nil : with(column) { ContentDigest(bytes: $0) }
    }

    /// Reads two columns.
    func size(_ first: Int32) -> PixelSize? {
        guard let width = optionalInteger(first), let height = optionalInteger(first + 1) else { return nil }
        return PixelSize(width: Int(width), height: Int(height))
    }

    /// Nil if unknown or invalid.
    func colors(_ column: Int32) -> PhotoColors? { optionalInteger(column).flatMap { PhotoColors(bits: $0) } }

    /// In four columns: size, modification time, inode, change time.
    func stamp(from first: Int32) -> FileStamp {
        FileStamp(
            size: integer(first), modifiedNanoseconds: integer(first + 1),
            inode: UInt64(bitPattern: integer(first + 2)), changedNanoseconds: optionalInteger(first + 3))
    }

    /// Reads five columns.
    func takenDate(from first: Int32) -> TakenDate? {
        guard !isNull(first), let precision = TakenDate.Precision(rawValue: text(first + 3)),
            let source = TakenDate.Source(rawValue: text(first + 4))
        else { return nil }
        return TakenDate(
            localSeconds: integer(first), nanoseconds: Int32(truncatingIfNeeded: integer(first + 1)),
            utcOffsetMinutes: optionalInteger(first + 2).map { Int($0) }, precision: precision, source: source)
    }

    /// Reads three columns.
    func place(from first: Int32) -> PhotoPlace {
        PhotoPlace(
            city: optionalInteger(first), subdivision: optionalText(first + 1), country: optionalText(first + 2))
    }

    /// Reads as many columns as `metadataColumns` has.
    func metadata(from first: Int32) -> PhotoMetadata {
        var metadata = PhotoMetadata()
        metadata.taken = takenDate(from: first)
        metadata.camera = optionalText(first + 6).map { Camera(make: optionalText(first + 5), model: $0) }
        metadata.lens = optionalText(first + 7)
        if let latitude = optionalReal(first + 8), let longitude = optionalReal(first + 9) {
            metadata.place = Coordinates(latitude: latitude, longitude: longitude, altitude: optionalReal(first + 10))
        }
        metadata.orientation = optionalInteger(first + 11).map { Int($0) }
        metadata.rating = optionalInteger(first + 12).map { Int($0) }
        metadata.title = optionalText(first + 13)
        metadata.description = optionalText(first + 14)
        metadata.length = optionalReal(first + 15)
        return metadata
    }

    /// A photo's metadata except keywords, from a row `t`.
    static let metadataColumns = """
        t.taken, t.nanoseconds, t.utc_offset, t.taken_precision, t.taken_source, t.make, t.camera, t.lens, t.latitude,
        t.longitude, t.altitude, t.orientation, t.rating, t.title, t.description, t.length
        """
}
