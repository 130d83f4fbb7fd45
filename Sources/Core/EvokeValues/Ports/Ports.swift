/// Turns a picture into a model's pixels.
public protocol ImageDecoding: Sendable {
    /// - Parameter thumbnail: whether to make a thumbnail as well.
    func decode(_ file: FilePath, for input: ImageInput, thumbnail: Bool) async throws -> PreparedImage
    /// For a picture that is decoded already.
    func decode(_ pixels: Pixels, for input: ImageInput) async throws -> PreparedImage
}

extension ImageDecoding {
    /// Without a thumbnail.
    public func decode(_ file: FilePath, for input: ImageInput) async throws -> PreparedImage {
        try await decode(file, for: input, thumbnail: false)
    }
}

/// Renders pictures for people.
package protocol ImageShowing: Sendable {
    /// The upright photo, with at most that many pixels on its long side.
    ///
    /// - Parameter name: the photo's own name, whose file extension identifies raw files and films; `file` may be
    ///   another path to it.
    func thumbnail(of file: FilePath, named name: FilePath, side: Int) async throws -> Thumbnail
    /// The photo's dominant colors; `name` is as above.
    func colors(of file: FilePath, named name: FilePath) async throws -> PhotoColors
    /// The upright photo, scaled down if it has more than `count` pixels; `name` is as above.
    ///
    /// - Parameter quickly: decodes only as much of a large JPEG as yields that many pixels.
    func pixels(
        of file: FilePath, named name: FilePath, atMost count: Int, quickly: Bool
    ) async throws -> UprightPicture
    /// The first picture from a time on that shows something, of those that are found quickly, and its time; upright,
    /// and scaled down if it has more than `count` pixels. Nil if there is none left.
    func moment(of film: FilePath, from milliseconds: Int, atMost count: Int) async throws -> FilmMoment?
    /// The upright size of the picture; for raw files and films, that of the preview.
    func size(of file: FilePath) async throws -> PixelSize
}

extension ImageShowing {
    package func thumbnail(of file: FilePath, side: Int) async throws -> Thumbnail {
        try await thumbnail(of: file, named: file, side: side)
    }

    package func pixels(of file: FilePath, named name: FilePath, atMost count: Int) async throws -> UprightPicture {
        try await pixels(of: file, named: name, atMost: count, quickly: false)
    }
}

/// Stores thumbnails by the photos' content; they can be made again.
package protocol ThumbnailStore: Sendable {
    func keep(_ thumbnail: Thumbnail, of content: ContentDigest) async throws
    func thumbnail(of content: ContentDigest) async throws -> Thumbnail?
}

/// Extracts a picture from a camera's raw file or a film.
package protocol PreviewReading: Sendable {
    /// For a raw file, its embedded preview if its shorter side has that many pixels; otherwise one made from the
    /// sensor data.
    func preview(of file: FilePath, atLeast side: Int) async throws -> FilePreview
}

/// Extracts pictures from anywhere in a film.
package protocol MomentReading: Sendable {
    /// The first picture from a time on that shows something, of those that can be decoded without others, and its time
    /// from the film's beginning. Nil if there is none left.
    func moment(of film: FilePath, from milliseconds: Int) async throws -> (FilePreview, milliseconds: Int)?
}

/// Reads a photo's metadata.
package protocol MetadataReading: Sendable {
    /// - Parameter sidecars: the photo's `.xmp` files, the most important first.
    func metadata(of file: FilePath, sidecars: [FilePath]) async throws -> PhotoMetadata
}

/// Adds to a photo's sidecar.
package protocol SidecarWriting: Sendable {
    /// The bytes of the sidecar with these additions.
    ///
    /// Throws if it cannot be read, or if anything in it would be lost.
    ///
    /// - Parameter bytes: the current sidecar; nil if there is none yet.
    func sidecar(
        at path: FilePath, _ bytes: [UInt8]?, adding additions: SidecarAdditions
    ) throws(EvokeError) -> [UInt8]
}

/// Extracts the tags of a photo and its sidecars without interpreting them.
package protocol TagReading: Sendable {
    /// - Parameter sidecars: unreadable ones are left out.
    func tags(of file: FilePath, sidecars: [FilePath]) async throws -> PhotoTags
}

/// Extracts a film's own metadata.
package protocol FilmTagReading: Sendable {
    /// As named by `PhotoTags.film`; empty if the film is not understood. Throws if it cannot be read now.
    func tags(ofFilm file: FilePath) async throws -> PhotoTags.Values
}

/// Extracts tags from picture formats that the metadata reader does not know well enough.
package protocol TagBlockReading: Sendable {
    func tagBlocks(of file: FilePath) async throws -> TagBlocks
}

/// A model's image encoder. Its vectors have the model's dimensions and fingerprint.
public protocol ImageEncoding: Sendable {
    /// How it wants its pictures: the contract with the decoder.
    var input: ImageInput { get }
    /// How many calls it can process at once.
    var width: Int { get }
    /// The vector of a picture decoded for ``ImageEncoding/input``.
    ///
    /// Throws `EvokeError` of the kind `inference` if the model returns none: an indexing run records that for the
    /// photo, and ends after six in a row.
    func encode(_ image: PreparedImage) async throws -> Embedding
}

/// A model's text encoder. Its vectors can be compared with those of the image encoder.
public protocol TextEncoding: Sendable {
    /// The vector of a text; a text too long for the model is truncated.
    func encode(_ text: String) async throws -> Embedding
    /// Whether the whole text fits into the model without being truncated.
    func takesAll(of text: String) async throws -> Bool
    /// Whether the model knows a lowercase word as a whole, not only as letters it puts together. By default, it knows
    /// every word.
    func knows(_ word: String) async throws -> Bool
}

extension TextEncoding {
    /// The default: every word is known.
    public func knows(_ word: String) async throws -> Bool { true }
}

/// Vectors to search: one row for each photo that can be shown, and further rows for the moments of films.
public protocol VectorReading: Sendable {
    /// Calls `body` with blocks of rows by ascending photo number: the IDs, and their vectors concatenated. The rows of
    /// a film are adjacent. Returns the state that these rows reflect.
    @discardableResult
    func scan(
        _ model: ModelID, _ body: @escaping @Sendable ([PhotoID], UnsafeBufferPointer<Float16>) throws -> Void
    ) async throws -> VectorStamp
    /// A photo's vector, whether or not it can be shown; nil if that model has made none.
    func vector(of photo: PhotoID, model: ModelID) async throws -> Embedding?
    /// How many more rows than photos there are, to within one percent.
    func countOfMoments(of model: ModelID) async throws -> Int
}

/// Changes of the vectors, for code that keeps a copy of them.
public protocol VectorFollowing: VectorReading {
    /// The current state of the vectors.
    func vectorStamp() async throws -> VectorStamp
    /// At most `limit` changes since a state, earliest first, with all rows of each changed film; nil if that state is
    /// not remembered, or belongs to another library.
    func vectorChanges(since stamp: VectorStamp, model: ModelID, limit: Int) async throws -> VectorChanges?
}

/// Finds photos by their vectors.
package protocol VectorSearching: Sendable {
    /// The best `count` photos for each query, best first; ties by ascending number. With `photos`, only those are
    /// searched.
    func search(_ queries: [Embedding], top count: Int, among photos: PhotoSet?) async throws -> [[VectorMatch]]
    /// All photos that score at least `limit`. With `photos`, only those are searched.
    func photos(atLeast limit: Float, for query: Embedding, among photos: PhotoSet?) async throws -> PhotoSet
}

/// Finds a library's photos by the vectors of one model, with its search index.
package protocol LibrarySearching: VectorSearching {
    /// How many photos a search can find, to within one percent; nil if unknown.
    func count() async throws -> Int?
    /// Makes the first search as fast as later ones.
    func prepare() async throws
    /// Takes in all changes of the catalog; call it after changing the catalog.
    func bringUpToDate() async throws
    /// Takes in the catalog's changes while searches still use the old state. From then on searches do not check the
    /// catalog for changes until ``askAgain()``: call this after each change.
    func takeIn() async throws
    /// Searches check the catalog for changes again.
    func askAgain() async
    /// Whether there are photos to find, as far as known without asking the catalog.
    var hasPhotos: Bool { get async }
}

/// Identifies files by content without decoding them.
package protocol ContentDigesting: Sendable {
    func digest(of file: FilePath) async throws -> ContentDigest
}
