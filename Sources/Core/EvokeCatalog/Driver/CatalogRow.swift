package import EvokePorts
package import EvokeValues

/// A row of a result. It is valid until the next one.
package protocol CatalogRow {
    func isNull(_ column: Int32) -> Bool
    /// 0 for NULL.
    func integer(_ column: Int32) -> Int64
    func real(_ column: Int32) -> Double
    func text(_ column: Int32) -> String
    /// The bytes are valid until `body` returns.
    func with<Result>(_ column: Int32, _ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result
    /// The value of a column of that kind; nil if it is invalid.
    func value(_ column: Int32, _ kind: CatalogTable.Kind) -> CatalogValue?
    /// A path on this machine. It is as in the catalog, unless that names its roots.
    func path(_ column: Int32) -> DiskPath
    /// Appends the values of a vector, and returns how many there were.
    func appendHalfFloats(_ column: Int32, to halfFloats: inout [Float16]) -> Int
}

extension CatalogRow {
    package func bytes(_ column: Int32) -> [UInt8] { with(column) { Array($0) } }
    package func optionalBytes(_ column: Int32) -> [UInt8]? { isNull(column) ? nil : bytes(column) }
    package func optionalInteger(_ column: Int32) -> Int64? { isNull(column) ? nil : integer(column) }
    package func optionalReal(_ column: Int32) -> Double? { isNull(column) ? nil : real(column) }
    package func optionalText(_ column: Int32) -> String? { isNull(column) ? nil : text(column) }
    package func path(_ column: Int32) -> DiskPath { keptPath(column) }
    /// A path as in the catalog.
    package func keptPath(_ column: Int32) -> DiskPath { with(column) { DiskPath(bytes: $0) } }
    package func photo(_ column: Int32) -> PhotoID { PhotoID(integer(column)) }
    package func digest(_ column: Int32) -> ContentDigest? {
        isNull(column) ? nil : with(column) { ContentDigest(bytes: $0) }
    }

    /// What is wrong with a vector.
    package func fault(inVector column: Int32, dimensions: Int) -> String? {
        var halfFloats: [Float16] = []
        _ = appendHalfFloats(column, to: &halfFloats)
        return halfFloats.withUnsafeBytes { Embedding.fault(inHalves: $0, dimensions: dimensions) }
    }

    /// Reads two columns.
    package func size(_ first: Int32) -> PixelSize? {
        guard let width = optionalInteger(first), let height = optionalInteger(first + 1) else { return nil }
        return PixelSize(width: Int(width), height: Int(height))
    }

    /// Nil if unknown or invalid.
    package func colors(_ column: Int32) -> PhotoColors? { optionalInteger(column).flatMap { PhotoColors(bits: $0) } }

    /// In four columns: size, modification time, inode, change time.
    package func stamp(from first: Int32) -> FileStamp {
        FileStamp(
            size: integer(first), modifiedNanoseconds: integer(first + 1),
            inode: UInt64(bitPattern: integer(first + 2)), changedNanoseconds: optionalInteger(first + 3))
    }

    /// Reads five columns.
    package func takenDate(from first: Int32) -> TakenDate? {
        guard !isNull(first), let precision = TakenDate.Precision(rawValue: text(first + 3)),
            let source = TakenDate.Source(rawValue: text(first + 4))
        else { return nil }
        return TakenDate(
            localSeconds: integer(first), nanoseconds: Int32(truncatingIfNeeded: integer(first + 1)),
            utcOffsetMinutes: optionalInteger(first + 2).map { Int($0) }, precision: precision, source: source)
    }

    /// Reads three columns.
    package func place(from first: Int32) -> PhotoPlace {
        PhotoPlace(city: optionalInteger(first), subdivision: optionalText(first + 1), country: optionalText(first + 2))
    }

    /// Reads sixteen columns: the values of the metadata table.
    package func metadata(from first: Int32) -> PhotoMetadata {
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

    /// Reads two columns; nil if invalid.
    package func mark(_ first: Int32) -> Mark? { Mark(kind: text(first), value: text(first + 1)) }
}
