/// One file as the catalogue remembers it.
public struct KnownFile: Sendable, Hashable {
    /// How far a file has come with a model.
    public enum State: Sendable, Hashable {
        /// It has a vector of the model asked about.
        case encoded
        /// It was encoded, but not by the model asked about.
        case otherModelOnly
        /// It could not be read, and has no vector of the model asked about.
        case failed(EvokeError.Kind)
    }

    /// The number of the photo that it is.
    public let id: PhotoID
    /// Absolute, in the folder that was asked about.
    public let path: FilePath
    /// The file as it was when it was recorded last.
    public let stamp: FileStamp
    /// What the file held when it was encoded; libraries of the first format did not note it.
    public let content: ContentDigest?
    /// As in `PhotoCompanions.sidecarStamp`, when it was described last; 0 for no sidecar.
    public let sidecarStamp: Int64
    /// With the model asked about.
    public let state: State
    /// Whether it is in its place and wanted, as far as the catalogue knows: neither gone nor left out.
    public let isHere: Bool
    /// Whether the end of the photo is missing.
    public let isCut: Bool
    /// Whether it was encoded, but could not be read when that was tried last.
    public let isUnread: Bool

    /// Made by whoever writes a catalogue.
    public init(
        id: PhotoID, path: FilePath, stamp: FileStamp, content: ContentDigest? = nil, sidecarStamp: Int64 = 0,
        state: State, isHere: Bool, isCut: Bool = false, isUnread: Bool = false
    ) {
        self.id = id
        self.path = path
        self.stamp = stamp
        self.content = content
        self.sidecarStamp = sidecarStamp
        self.state = state
        self.isHere = isHere
        self.isCut = isCut
        self.isUnread = isUnread
    }
}

/// Where a photo was last seen.
public struct KnownPlace: Sendable, Hashable {
    /// Absolute.
    public let path: FilePath
    /// Whether nothing of it was there when its folder was read last.
    public let isGone: Bool

    /// Made by whoever writes a catalogue.
    public init(path: FilePath, isGone: Bool) {
        self.path = path
        self.isGone = isGone
    }
}

/// What was made of a content, whichever photos have it.
public struct KnownContent: Sendable, Hashable {
    /// What the files hold.
    public let digest: ContentDigest
    /// Of the picture as it is looked at; nil where it was not recorded.
    public let size: PixelSize?
    /// How much of it there is, where its end is missing.
    public let share: Double?
    /// The dominant colours; nil where nobody has looked for them yet.
    public let colors: PhotoColors?
    /// What was read in the picture; nil where nobody has read it yet.
    public let text: ReadText?
    /// As they are kept, to the bit.
    public let vectors: [ModelID: [Float16]]
    /// The photos with this content, and where each was seen last.
    public let places: [PhotoID: KnownPlace]

    /// Made by whoever writes a catalogue.
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

/// What indexing found out about one photo, to be recorded.
public enum CatalogChange: Sendable {
    /// A new or changed photo, or one that was new to the model.
    case encoded(FilePath, FileStamp, ContentDigest, PixelSize, Embedding)
    /// How much there is of the photo that has just been encoded, from 0 to 1: the end of its file is missing.
    case truncated(FilePath, share: Double)
    /// The dominant colours of the photo that has just been encoded.
    case colored(FilePath, PhotoColors)
    /// The same content as a photo that is no longer in its place: it is that photo. Where that one is in its place
    /// after all, or has other content by now, it is a copy.
    case moved(PhotoID, FilePath, FileStamp, KnownContent)
    /// The same content as another photo has or had: it has the same vectors.
    case copied(FilePath, FileStamp, KnownContent)
    /// In its place with the content that it had, whatever its stamp was.
    case seen(PhotoID, FileStamp)
    /// With the content where it could be read: what it held before is no longer of use then, unless it is the same.
    case failed(FilePath, FileStamp, EvokeError, content: ContentDigest? = nil)
    /// In its place, and not to be read: it is taken for what it was, and listed with the reason. Without one, it can be
    /// read again.
    case unread(PhotoID, EvokeError?)
    /// What is known of the photo at a path besides its picture.
    case described(FilePath, PhotoMetadata, PhotoCompanions)
    /// What the unchanged file of a photo holds, where that was not known.
    case digested(FilePath, ContentDigest)
    /// The first content is no longer in its place, and the second, which is new, is the same photo: it gets the marks of
    /// the first, where it has none. Where `facesStay`, the picture has little changes, and what the owner said of faces
    /// in the one holds for the other, too.
    case edited(from: ContentDigest, to: ContentDigest, facesStay: Bool)
    /// Gone from its place; kept, but not shown.
    case vanished(PhotoID)
    /// In its place, but not wanted; kept, and not shown.
    case hidden(PhotoID)
}

extension CatalogChange {
    /// Whether its vector, if it has one, is the model's.
    package func check(_ model: ModelID) throws(EvokeError) {
        if case .encoded(_, _, _, _, let vector) = self { try model.check([vector]) }
    }
}
