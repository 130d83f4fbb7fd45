public import EvokeValues

/// Turns a picture into a model's pixels.
public protocol ImageDecoding: Sendable {
    /// - Parameter thumbnail: whether to make a thumbnail as well.
    func decode(_ file: DiskPath, for input: ImageInput, thumbnail: Bool) async throws -> PreparedImage
    /// For a picture that is decoded already.
    func decode(_ pixels: Pixels, for input: ImageInput) async throws -> PreparedImage
}

extension ImageDecoding {
    /// Without a thumbnail.
    public func decode(_ file: DiskPath, for input: ImageInput) async throws -> PreparedImage {
        try await decode(file, for: input, thumbnail: false)
    }
}

/// Renders pictures for people.
package protocol ImageShowing: Sendable {
    /// The upright photo, with at most that many pixels on its long side.
    ///
    /// - Parameter name: the photo's own name, whose file extension identifies raw files and films; `file` may be
    ///   another path to it.
    func thumbnail(of file: DiskPath, named name: DiskPath, side: Int) async throws -> Thumbnail
    /// The photo's dominant colors; `name` is as above.
    func colors(of file: DiskPath, named name: DiskPath) async throws -> PhotoColors
    /// The upright photo, scaled down if it has more than `count` pixels; `name` is as above.
    ///
    /// - Parameter quickly: decodes only as much of a large JPEG as yields that many pixels.
    func pixels(
        of file: DiskPath, named name: DiskPath, atMost count: Int, quickly: Bool
    ) async throws -> UprightPicture
    /// The first picture from a time on that shows something, of those that are found quickly, and its time; upright,
    /// and scaled down if it has more than `count` pixels. Nil if there is none left.
    func moment(of film: DiskPath, from milliseconds: Int, atMost count: Int) async throws -> FilmMoment?
    /// The upright size of the picture; for raw files and films, that of the preview.
    func size(of file: DiskPath) async throws -> PixelSize
}

extension ImageShowing {
    package func pixels(of file: DiskPath, named name: DiskPath, atMost count: Int) async throws -> UprightPicture {
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
    func preview(of file: DiskPath, atLeast side: Int) async throws -> FilePreview
}

/// Extracts pictures from anywhere in a film.
package protocol MomentReading: Sendable {
    /// The first picture from a time on that shows something, of those that can be decoded without others, and its time
    /// from the film's beginning. Nil if there is none left.
    func moment(of film: DiskPath, from milliseconds: Int) async throws -> (FilePreview, milliseconds: Int)?
}

/// Reads a photo's metadata.
package protocol MetadataReading: Sendable {
    /// - Parameter sidecars: the photo's `.xmp` files, the most important first.
    func metadata(of file: DiskPath, sidecars: [DiskPath]) async throws -> PhotoMetadata
}

/// Adds to a photo's sidecar.
package protocol SidecarWriting: Sendable {
    /// The bytes of the sidecar with these additions.
    ///
    /// Throws if it cannot be read, or if anything in it would be lost.
    ///
    /// - Parameter bytes: the current sidecar; nil if there is none yet.
    func sidecar(at path: DiskPath, _ bytes: [UInt8]?, adding additions: SidecarAdditions) throws(EvokeError) -> [UInt8]
}

/// Extracts the tags of a photo and its sidecars without interpreting them.
package protocol TagReading: Sendable {
    /// - Parameter sidecars: unreadable ones are left out.
    func tags(of file: DiskPath, sidecars: [DiskPath]) async throws -> PhotoTags
}

/// Extracts a film's own metadata.
package protocol FilmTagReading: Sendable {
    /// As named by `PhotoTags.film`; empty if the film is not understood. Throws if it cannot be read now.
    func tags(ofFilm file: DiskPath) async throws -> PhotoTags.Values
}

/// Extracts tags from picture formats that the metadata reader does not know well enough.
package protocol TagBlockReading: Sendable {
    func tagBlocks(of file: DiskPath) async throws -> TagBlocks
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
    /// The vectors of those photos that have one by that model, whether or not they can be shown.
    func vectors(of photos: [PhotoID], model: ModelID) async throws -> [PhotoID: Embedding]
    /// How many more rows than photos there are, to within one percent.
    func countOfMoments(of model: ModelID) async throws -> Int
}

extension VectorReading {
    /// Nil if that model has made none.
    package func vector(of photo: PhotoID, model: ModelID) async throws -> Embedding? {
        try await vectors(of: [photo], model: model)[photo]
    }
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
    func digest(of file: DiskPath) async throws -> ContentDigest
}

/// Finds the faces in pictures.
package protocol FaceFinding: Sendable {
    /// Changes with the graphs, and with how faces are found or cropped.
    var finder: FaceFinderID { get async throws }
    /// What the distances between its faces mean.
    var distances: FaceDistances { get }

    /// The faces in the picture; empty if there are none.
    ///
    /// - Parameter name: the photo's own name, whose file extension identifies raw files; `file` may be another path to
    ///   it.
    func faces(in file: DiskPath, named name: DiskPath) async throws -> PictureFaces
}

/// Reads the text in pictures.
package protocol TextReading: Sendable {
    /// Identifies its graphs, languages and decisions. If it changes, pictures are read again.
    var fingerprint: String { get async throws }
    /// The text in the picture; no lines if there is none.
    ///
    /// - Parameter name: the photo's own name, whose file extension identifies raw files; `file` may be another path to
    ///   it.
    func text(in file: DiskPath, named name: DiskPath) async throws -> PictureText
}

/// Reads single lines of text, each in one of the languages installed for it.
package protocol LineReading: Sendable {
    /// The reader, with its version and training data: if it changes, the same text may be read differently.
    var identity: String { get }
    /// By its own names: "deu".
    var languages: [String] { get }
    /// Blocks a thread until it is done. Returns no words if it reads nothing.
    func read(_ line: GrayLine, in language: String) throws -> LineWords
}

/// The picture of one line of text, leveled: one byte per pixel, row by row.
package struct GrayLine: Hashable, Sendable {
    package let bytes: [UInt8]
    package let width, height: Int

    /// - Parameter bytes: `width` times `height`.
    package init(_ bytes: [UInt8], width: Int, height: Int) {
        precondition(bytes.count == width * height)
        (self.bytes, self.width, self.height) = (bytes, width, height)
    }
}

/// What was read in a line, word by word.
package struct LineWords: Hashable, Sendable {
    package struct Word: Hashable, Sendable {
        package let text: String
        /// From 0 to 1.
        package let confidence: Double
        /// Whether the language's word list contains it.
        package let isKnown: Bool
        /// Whether no space precedes it: some scripts are read in parts of words.
        package let isJoined: Bool

        package init(_ text: String, confidence: Double, isKnown: Bool = false, isJoined: Bool = false) {
            (self.text, self.confidence, self.isKnown, self.isJoined) = (text, confidence, isKnown, isJoined)
        }
    }

    package let words: [Word]

    package init(_ words: [Word]) { self.words = words }

    package var text: String { words.map(\.text).joined(separator: " ") }

    /// With spaces only where they were seen.
    package var joinedText: String {
        words.reduce("") { text, word in text + (text.isEmpty || word.isJoined ? "" : " ") + word.text }
    }

    /// The mean over its words, weighted by length; 0 if there are none.
    package var confidence: Double { mean { $0.confidence } }

    /// The share of the text that is in known words.
    package var known: Double { mean { $0.isKnown ? 1 : 0 } }

    private func mean(_ value: (Word) -> Double) -> Double {
        let length = words.reduce(0) { $0 + $1.text.count }
        return length == 0 ? 0 : words.reduce(0) { $0 + value($1) * Double($1.text.count) } / Double(length)
    }
}
