import EvokeValues

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
