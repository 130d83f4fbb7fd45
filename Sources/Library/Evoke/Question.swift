public import EvokeValues

/// What somebody looks for, and how much of it.
public struct Question: Sendable {
    /// What the photos are to show, in any language of the model; nil where photos or vectors say it alone.
    public var words: String?
    /// What they are not to show. It steers a search, and is none by itself.
    public var avoided: String?
    /// Photos of the library, which are left out of what is found.
    public var photos: [PhotoID]
    /// A photo's file, which may but need not be in the library.
    public var file: FilePath?
    /// Of pictures, or of anything else, by the library's model.
    public var vectors: [Embedding]
    /// How many photos are wanted at most, from 1 on.
    public var top: Int
    /// How many of the best are left out; the next one has the rank `offset` + 1.
    public var offset: Int

    /// Whatever is given is asked together. Searches refuse a question without words, photos, a file and vectors.
    public init(
        words: String? = nil, avoided: String? = nil, photos: [PhotoID] = [], file: FilePath? = nil,
        vectors: [Embedding] = [], top: Int, offset: Int = 0
    ) {
        self.words = words
        self.avoided = avoided
        self.photos = photos
        self.file = file
        self.vectors = vectors
        self.top = top
        self.offset = offset
    }
}
