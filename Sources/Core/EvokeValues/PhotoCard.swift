/// What a list of photos shows of each.
public struct PhotoCard: Sendable, Hashable {
    public let id: PhotoID
    public let path: FilePath
    public let stamp: FileStamp
    public let content: ContentDigest?
    /// Nil where the photo was never decoded.
    public let size: PixelSize?
    public let taken: TakenDate?

    public init(
        id: PhotoID, path: FilePath, stamp: FileStamp, content: ContentDigest?, size: PixelSize?, taken: TakenDate?
    ) {
        self.id = id
        self.path = path
        self.stamp = stamp
        self.content = content
        self.size = size
        self.taken = taken
    }
}
