/// What a list of photos shows of each.
public struct PhotoCard: Sendable, Hashable {
    /// The photo's number in its library.
    public let id: PhotoID
    /// Where its file is, absolute.
    public let path: FilePath
    /// The file as indexing saw it last.
    public let stamp: FileStamp
    /// What the file held then; nil where that was not noted, as by the first versions of Evoke.
    public let content: ContentDigest?
    /// Nil where the photo was never decoded.
    public let size: PixelSize?
    /// When it was taken; nil where nothing says so.
    public let taken: TakenDate?
    /// Whether that is the time of its file alone.
    public var isDatedByFile: Bool { taken?.source == .fileModified }
    /// What people called it: its title, else the beginning of its description; nil where it has neither.
    public let caption: String?
    /// The city, subdivision and country in which it was taken; nil where no coordinates are known, or nobody has looked
    /// them up.
    public let place: PhotoPlace?
    /// Whether it is one of the owner's favourites.
    public let isFavourite: Bool
    /// How long a film is, in seconds; nil for photos, and where nobody knows.
    public let length: Double?

    /// Made by catalogues; programs get it from a `LibraryHost`.
    public init(
        id: PhotoID, path: FilePath, stamp: FileStamp, content: ContentDigest?, size: PixelSize?, taken: TakenDate?,
        caption: String? = nil, place: PhotoPlace? = nil, isFavourite: Bool = false, length: Double? = nil
    ) {
        self.id = id
        self.path = path
        self.stamp = stamp
        self.content = content
        self.size = size
        self.taken = taken
        self.caption = caption
        self.place = place
        self.isFavourite = isFavourite
        self.length = length
    }
}
