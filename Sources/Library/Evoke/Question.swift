public import EvokeValues

/// What somebody looks for, and how much of it.
public struct Question: Sendable {
    public var words: String?
    public var avoided: String?
    /// Photos of the library, which are left out of what is found.
    public var photos: [PhotoID]
    /// A photo's file, which may but need not be in the library.
    public var file: FilePath?
    /// Of pictures, or of anything else, by the library's model.
    public var vectors: [Embedding]
    public var top: Int
    /// How many of the best are left out; the next one has the rank `offset` + 1.
    public var offset: Int

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
