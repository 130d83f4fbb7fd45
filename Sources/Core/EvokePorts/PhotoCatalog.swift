public import EvokeValues

/// The truth about a library: which photos there are, what became of each, and their vectors.
public protocol PhotoCatalog: VectorReading {
    func roots() async throws -> [FilePath]
    func addRoot(_ folder: FilePath) async throws

    /// What is left out below every root, in the way of `.evokeignore`.
    func exclusions() async throws -> [String]
    func setExclusions(_ patterns: [String]) async throws

    /// The model that this library is searched with, as its user asked for it.
    func chosenModel() async throws -> ModelChoice?
    func choose(_ model: ModelChoice) async throws

    /// The models that vectors were ever recorded of.
    func models() async throws -> [ModelID]

    /// The folders at or below `folder` that hold photos not missing.
    func folders(under folder: FilePath) async throws -> [FilePath]
    /// What is known of the files directly in `folder`, missing ones too.
    func files(in folder: FilePath, model: ModelID) async throws -> [KnownFile]
    func photo(at path: FilePath) async throws -> PhotoID?
    /// What was made of that content, and where it was seen; nil where the model has made no vector of it.
    func known(_ content: ContentDigest, model: ModelID) async throws -> KnownContent?
    /// All contents that photos were seen to have.
    func contents() async throws -> Set<ContentDigest>
    func facts(of photo: PhotoID) async throws -> (facts: PhotoFacts, companions: [FilePath])?
    /// Those of the photos that can be shown.
    func cards(of photos: [PhotoID]) async throws -> [PhotoID: PhotoCard]

    /// Writes all of it, or nothing. Throws for a vector that another model has made.
    func record(_ changes: [CatalogChange], model: ModelID) async throws

    /// Deletes what is known of everything at or below `path`, as if it had never been indexed, or nothing at all.
    func forget(under path: FilePath) async throws -> Forgotten

    /// Has what a check found wrong done again by the run that follows, for photos inside these folders. Gives what was
    /// lost, and nobody but the user knows.
    func putRight(inside folders: [FilePath], model: ModelID) async throws -> [EvokeError]

    func summary() async throws -> CatalogSummary
    /// The photos that could not be read, those among them that are taken for what they were.
    func failures() async throws -> [FailedPhoto]
    /// The photos whose end is missing, and that are searched as far as they go.
    func cutPhotos() async throws -> [CutPhoto]

    /// Gives back what it holds. It is not used afterwards.
    func close() async throws
}

extension PhotoCatalog {
    /// For catalogues that hold nothing.
    public func close() async throws {}

    /// For catalogues that are not checked.
    public func putRight(inside folders: [FilePath], model: ModelID) async throws -> [EvokeError] { [] }
}

/// One file as the catalogue remembers it.
public struct KnownFile: Sendable, Hashable {
    public enum State: Sendable, Hashable {
        /// It has a vector of the model asked about.
        case encoded
        /// It was encoded, but not by the model asked about.
        case otherModelOnly
        case failed(EvokeError.Kind)
    }

    public let id: PhotoID
    public let path: FilePath
    public let stamp: FileStamp
    /// What the file held when it was encoded; libraries of the first format did not note it.
    public let content: ContentDigest?
    public let sidecarStamp: Int64
    public let state: State
    public let isMissing: Bool
    /// Whether the end of the photo is missing.
    public let isCut: Bool
    /// Whether it was encoded, but could not be read when that was tried last.
    public let isUnread: Bool

    public init(
        id: PhotoID, path: FilePath, stamp: FileStamp, content: ContentDigest? = nil, sidecarStamp: Int64 = 0,
        state: State, isMissing: Bool, isCut: Bool = false, isUnread: Bool = false
    ) {
        self.id = id
        self.path = path
        self.stamp = stamp
        self.content = content
        self.sidecarStamp = sidecarStamp
        self.state = state
        self.isMissing = isMissing
        self.isCut = isCut
        self.isUnread = isUnread
    }
}

/// Where a photo was last seen.
public struct KnownPlace: Sendable, Hashable {
    public let path: FilePath
    public let isMissing: Bool

    public init(path: FilePath, isMissing: Bool) {
        self.path = path
        self.isMissing = isMissing
    }
}

/// What was made of a content, whichever photos have it.
public struct KnownContent: Sendable, Hashable {
    public let digest: ContentDigest
    public let size: PixelSize?
    /// How much of it there is, where its end is missing.
    public let share: Double?
    /// As they are kept, to the bit.
    public let vectors: [ModelID: [Float16]]
    public let places: [PhotoID: KnownPlace]

    public init(
        digest: ContentDigest, size: PixelSize?, share: Double?, vectors: [ModelID: [Float16]],
        places: [PhotoID: KnownPlace]
    ) {
        self.digest = digest
        self.size = size
        self.share = share
        self.vectors = vectors
        self.places = places
    }
}

public enum CatalogChange: Sendable {
    /// A new or changed photo, or one that was new to the model.
    case encoded(FilePath, FileStamp, ContentDigest, PixelSize, Embedding)
    /// How much there is of the photo that has just been encoded, from 0 to 1: the end of its file is missing.
    case cut(FilePath, share: Double)
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
    case described(FilePath, PhotoFacts, PhotoCompanions)
    /// What the unchanged file of a photo holds, where that was not known.
    case digested(FilePath, ContentDigest)
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
