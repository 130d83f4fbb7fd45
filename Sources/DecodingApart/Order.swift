public import PhotoCore

/// What a helper is to do with a photo, whose file comes along.
public struct Order: Sendable, Codable {
    public enum Work: Sendable, Codable {
        /// - Parameter inFull: whether every pixel is taken in.
        case decode(ImageInput, thumbnail: Bool, inFull: Bool)
        case thumbnail(side: Int)
        case size
        /// The files of sidecars come after that of the photo.
        case tags
    }

    public let work: Work
    /// The photo's, whose ending tells raw files; the file itself has none on its way here.
    private let nameBytes: [UInt8]

    public var name: FilePath { FilePath(bytes: nameBytes) }

    init(_ work: Work, name: FilePath) {
        self.work = work
        nameBytes = Array(name.name)
    }
}

/// What came of an order.
public enum Answer: Sendable {
    case image(PreparedImage)
    case thumbnail(Thumbnail)
    case size(PixelSize)
    case tags(PhotoTags)
}
