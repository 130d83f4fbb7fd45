public import EvokeValues

/// A file as the catalog remembers it.
public struct KnownFile: Sendable, Hashable {
    /// What a model has done with a file.
    public enum State: Sendable, Hashable {
        /// It has a vector of the given model.
        case encoded
        /// It was encoded, but not by the given model.
        case otherModelOnly
        /// It could not be read, and has no vector of the given model.
        case failed(EvokeError.Kind)
    }

    /// The photo's number.
    public let id: PhotoID
    /// Absolute, in the given folder.
    public let path: DiskPath
    /// The file when it was last recorded.
    public let stamp: FileStamp
    /// The file's content when it was encoded; libraries of the first format did not record it.
    public let content: ContentDigest?
    /// As in `PhotoCompanions.sidecarStamp`, when its metadata was last recorded; 0 without a sidecar.
    public let sidecarStamp: Int64
    /// With the given model.
    public let state: State
    /// Whether it exists and is wanted, as far as the catalog knows: neither gone nor left out.
    public let isHere: Bool
    /// Whether the photo is truncated.
    public let isTruncated: Bool
    /// Whether it was encoded, but could not be read at the last attempt.
    public let isUnread: Bool

    /// Made by catalogs.
    public init(
        id: PhotoID, path: DiskPath, stamp: FileStamp, content: ContentDigest? = nil, sidecarStamp: Int64 = 0,
        state: State, isHere: Bool, isTruncated: Bool = false, isUnread: Bool = false
    ) {
        self.id = id
        self.path = path
        self.stamp = stamp
        self.content = content
        self.sidecarStamp = sidecarStamp
        self.state = state
        self.isHere = isHere
        self.isTruncated = isTruncated
        self.isUnread = isUnread
    }
}

/// Where a photo was last seen.
public struct KnownPlace: Sendable, Hashable {
    /// Absolute.
    public let path: DiskPath
    /// Whether it was missing when its folder was last read.
    public let isGone: Bool

    /// Made by catalogs.
    public init(path: DiskPath, isGone: Bool) {
        self.path = path
        self.isGone = isGone
    }
}

/// What was derived from a content, whichever photos have it.
public struct KnownContent: Sendable, Hashable {
    /// The files' content.
    public let digest: ContentDigest
    /// Of the upright picture; nil if not recorded.
    public let size: PixelSize?
    /// How much of it there is, if truncated.
    public let share: Double?
    /// The dominant colors; nil if not analyzed yet.
    public let colors: PhotoColors?
    /// The text in the picture; nil if not read yet.
    public let text: ReadText?
    /// As stored, to the bit.
    public let vectors: [ModelID: [Float16]]
    /// The photos with this content, and where each was last seen.
    public let places: [PhotoID: KnownPlace]

    /// Made by catalogs.
    public init(
        digest: ContentDigest, size: PixelSize?, share: Double?, colors: PhotoColors? = nil,
        text: ReadText? = nil, vectors: [ModelID: [Float16]], places: [PhotoID: KnownPlace]
    ) {
        self.digest = digest
        self.size = size
        self.share = share
        self.colors = colors
        self.text = text
        self.vectors = vectors
        self.places = places
    }
}

/// A photo's metadata, and the other files of the same shot.
public typealias PhotoDescription = (metadata: PhotoMetadata, companions: PhotoCompanions)

/// What indexing found out about a photo, to be recorded at once. Without a description, the metadata could not be read.
public enum CatalogChange: Sendable {
    /// A new or changed photo, or one new to the model. If it is truncated, `share` is how much there is of it, from 0
    /// to 1. Without colors, those that are known for the same content stay.
    case encoded(
        DiskPath, FileStamp, ContentDigest, PixelSize, Embedding, colors: PhotoColors? = nil, share: Double? = nil,
        described: PhotoDescription? = nil)
    /// The same content as a photo whose file is gone: it is that photo. If that file still exists, or has other
    /// content by now, it is a copy.
    case moved(PhotoID, DiskPath, FileStamp, KnownContent, described: PhotoDescription? = nil)
    /// The same content as another photo has or had, so it has the same vectors.
    case copied(DiskPath, FileStamp, KnownContent, described: PhotoDescription? = nil)
    /// The file exists with the same content, whatever its stamp was.
    case seen(PhotoID, FileStamp)
    /// With the content if it could be read: unless it is the same, data derived from the old content is no longer
    /// used.
    case failed(
        DiskPath, FileStamp, EvokeError, content: ContentDigest? = nil, described: PhotoDescription? = nil)
    /// The file exists but cannot be read: it counts as unchanged and is listed with the reason. Without a reason, it
    /// can be read again.
    case unread(PhotoID, EvokeError?)
    /// The metadata of the known photo at a path.
    case described(DiskPath, PhotoDescription)
    /// The content of a photo's unchanged file, if that was unknown.
    case digested(DiskPath, ContentDigest)
    /// The first content is gone, and the second, which is new, is the same photo: it gets the first one's marks unless
    /// it has its own. If `facesStay`, the picture changed little, and decisions about faces apply to the new one, too.
    case edited(from: ContentDigest, to: ContentDigest, facesStay: Bool)
    /// The file is gone; the photo is kept, but not shown.
    case vanished(PhotoID)
    /// The file exists but is not wanted; the photo is kept, but not shown.
    case hidden(PhotoID)

    /// Throws if it has a vector that is not the model's.
    package func check(_ model: ModelID) throws(EvokeError) {
        if case .encoded(_, _, _, _, let vector, _, _, _) = self { try model.check([vector]) }
    }
}

/// What a catalog has forgotten.
public struct Forgotten: Sendable, Hashable {
    /// Photos and unreadable files, including missing ones.
    public let photos: Int
    /// Roots that are no longer remembered.
    public let roots: [DiskPath]

    /// Made by catalogs; programs get it from `PhotoLibrary.forget`.
    public init(photos: Int, roots: [DiskPath]) {
        self.photos = photos
        self.roots = roots
    }

    /// Whether the catalog knew nothing at that path.
    public var isNothing: Bool { photos == 0 && roots.isEmpty }
}
