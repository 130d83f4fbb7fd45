/// Turns a picture into a model's pixels.
public protocol ImageDecoding: Sendable {
    /// - Parameter thumbnail: whether a thumbnail is to be made on the way.
    func decode(_ file: FilePath, for input: ImageInput, thumbnail: Bool) async throws -> PreparedImage
    /// The same for a picture that is decoded already.
    func decode(_ pixels: Pixels, for input: ImageInput) async throws -> PreparedImage
}

extension ImageDecoding {
    /// The same without a thumbnail.
    public func decode(_ file: FilePath, for input: ImageInput) async throws -> PreparedImage {
        try await decode(file, for: input, thumbnail: false)
    }
}

/// Shows pictures to people.
package protocol ImageShowing: Sendable {
    /// The photo alone, upright, with so many pixels on its long side at most.
    ///
    /// - Parameter name: the photo's own, whose ending tells raw files and films; `file` may be another path to it.
    func thumbnail(of file: FilePath, named name: FilePath, side: Int) async throws -> Thumbnail
    /// The dominant colours of the photo; `name` is as above.
    func colors(of file: FilePath, named name: FilePath) async throws -> PhotoColors
    /// The photo alone, upright, made smaller where it has more than `count` pixels; `name` is as above.
    ///
    /// - Parameter quickly: of a large JPEG, only so much is decoded as gives no fewer pixels than are asked for.
    func pixels(
        of file: FilePath, named name: FilePath, atMost count: Int, quickly: Bool
    ) async throws -> UprightPicture
    /// The first picture of a film from a time on that shows something, of those that are quickly found, and when it is
    /// seen; upright, and made smaller where it has more than `count` pixels. Nil where there is none any more.
    func moment(of film: FilePath, from milliseconds: Int, atMost count: Int) async throws -> FilmMoment?
    /// The size of the picture as it is looked at. Of raw files and films, that of the preview.
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

/// Keeps small pictures of photos, by what the photos hold; they can be made again.
package protocol ThumbnailStore: Sendable {
    func keep(_ thumbnail: Thumbnail, of content: ContentDigest) async throws
    func thumbnail(of content: ContentDigest) async throws -> Thumbnail?
}

/// Takes a picture out of a file that is none itself: a camera's raw file, or a film.
package protocol PreviewReading: Sendable {
    /// Of a raw file, its own preview, if its shorter side has so many pixels; else one made from the sensor's data.
    func preview(of file: FilePath, atLeast side: Int) async throws -> FilePreview
}

/// Takes pictures out of a film, wherever they are in it.
package protocol MomentReading: Sendable {
    /// The first picture from a time on that shows something, of those that can be decoded without others, and when it is
    /// seen, counted from the film's beginning. Nil where there is none any more.
    func moment(of film: FilePath, from milliseconds: Int) async throws -> (FilePreview, milliseconds: Int)?
}

/// Reads what is known of a photo.
package protocol MetadataReading: Sendable {
    /// - Parameter sidecars: the `.xmp` files that belong to the photo, the most important first.
    func metadata(of file: FilePath, sidecars: [FilePath]) async throws -> PhotoMetadata
}

/// Adds to what a photo's sidecar says.
package protocol SidecarWriting: Sendable {
    /// The bytes of the sidecar with all that it says and these additions.
    ///
    /// Throws where it cannot be read, or where something of what it says would be lost.
    ///
    /// - Parameter bytes: those of the sidecar at that path; nil where there is none yet.
    func sidecar(
        at path: FilePath, _ bytes: [UInt8]?, adding additions: SidecarAdditions
    ) throws(EvokeError) -> [UInt8]
}

/// Takes the tags out of a photo and its sidecars; what they mean is for others to say.
package protocol TagReading: Sendable {
    /// - Parameter sidecars: those that cannot be read are left out.
    func tags(of file: FilePath, sidecars: [FilePath]) async throws -> PhotoTags
}

/// Takes out of a film what it says of itself.
package protocol FilmTagReading: Sendable {
    /// As `PhotoTags.film` names them; none where nobody can make sense of the film. Throws where it cannot be read now.
    func tags(ofFilm file: FilePath) async throws -> PhotoTags.Values
}

/// Takes tags out of picture files whose format the reader of facts does not know well enough.
package protocol TagBlockReading: Sendable {
    func tagBlocks(of file: FilePath) async throws -> TagBlocks
}

/// A model's image side. Its vectors have the width and the fingerprint of the model.
public protocol ImageEncoding: Sendable {
    /// How it wants its pictures: the contract with the decoder.
    var input: ImageInput { get }
    /// How many calls it can work on at once.
    var width: Int { get }
    /// The vector of a picture that was decoded for ``ImageEncoding/input``.
    ///
    /// Throws `EvokeError` of the kind `inference` where the model has none: a run of indexing notes that of the photo,
    /// and ends after six in a row.
    func encode(_ image: PreparedImage) async throws -> Embedding
}

/// A model's text side. Its vectors can be compared with those of the image side.
public protocol TextEncoding: Sendable {
    /// The vector of a text; what is too long for the model is cut.
    func encode(_ text: String) async throws -> Embedding
    /// Whether the model sees all of the text; it cuts what is too long.
    func takesAll(of text: String) async throws -> Bool
    /// Whether a word, in small letters, is one to the model, and not only letters that it puts together. Encoders need
    /// not say it: where they do not, each word is one.
    func knows(_ word: String) async throws -> Bool
}

extension TextEncoding {
    /// Each word is one.
    public func knows(_ word: String) async throws -> Bool { true }
}

/// Vectors to search, one row a photo that can be shown, and more of films: one for each of their moments.
public protocol VectorReading: Sendable {
    /// Calls `body` with blocks of rows, the photos in the order of their numbers: the ids, and their vectors one after
    /// the other. The rows of one film come together. Gives the state that these rows are.
    @discardableResult
    func scan(
        _ model: ModelID, _ body: @escaping @Sendable ([PhotoID], UnsafeBufferPointer<Float16>) throws -> Void
    ) async throws -> VectorStamp
    /// The vector of one photo, whether it can be shown or not; nil where that model has made none.
    func vector(of photo: PhotoID, model: ModelID) async throws -> Embedding?
    /// How many more rows there are than photos, give or take one of a hundred.
    func countOfMoments(of model: ModelID) async throws -> Int
}

/// What became of the vectors, for whoever keeps a copy of them.
public protocol VectorFollowing: VectorReading {
    /// The state that the vectors are in.
    func vectorStamp() async throws -> VectorStamp
    /// What changed since they were in a state, with all rows of each film that did, up to `limit` changes, the first ones first; nil when that state is not
    /// remembered, or never was one of theirs.
    func vectorChanges(since stamp: VectorStamp, model: ModelID, limit: Int) async throws -> VectorChanges?
}

/// Finds photos by their vectors.
package protocol VectorSearching: Sendable {
    /// For each query the best `count` photos, best first; equal scores in the order of the photos' numbers. With
    /// `photos`, only those are looked at.
    func search(_ queries: [Embedding], top count: Int, among photos: PhotoSet?) async throws -> [[VectorMatch]]
    /// All photos that score at least `limit`. With `photos`, only those are looked at.
    func photos(atLeast limit: Float, for query: Embedding, among photos: PhotoSet?) async throws -> PhotoSet
}

/// Finds a library's photos by the vectors of one model, with what is made of these for searching.
package protocol LibrarySearching: VectorSearching {
    /// How many photos a search finds at the most, give or take one of a hundred; nil where that is not known.
    func count() async throws -> Int?
    /// Makes the first search as quick as the others.
    func prepare() async throws
    /// Takes in all changes of the catalogue; whoever has changed it does so at the end.
    func bringUpToDate() async throws
    /// Takes in what has changed in the catalogue, while searches find what there was before. From then on searches need
    /// not ask the catalogue for changes, until ``askAgain()``: whoever calls this does so after each change.
    func takeIn() async throws
    /// Nobody says any more when the catalogue has changed.
    func askAgain() async
    /// Whether there are photos to find, as far as that is known without asking the catalogue.
    var hasPhotos: Bool { get async }
}

/// Tells files of the same content without decoding them.
package protocol ContentDigesting: Sendable {
    func digest(of file: FilePath) async throws -> ContentDigest
}
