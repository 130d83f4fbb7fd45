public import EvokeQuery
public import EvokeValues

/// What somebody looks for, and how much of it.
public struct Question: Sendable {
    /// What is asked for in the language of queries, together with all else.
    public var query: Query?
    /// What the photos are to show, in any language of the model; nil where photos or vectors say it alone.
    public var words: String?
    /// What they are not to show. It steers a search, and is none by itself.
    public var avoided: String?
    /// Photos of the library, which are left out of what is found.
    public var photos: [PhotoID]
    /// Files of photos, which may but need not be in the library.
    public var files: [FilePath]
    /// Of pictures, or of anything else, by the library's model.
    public var vectors: [Embedding]
    /// What every photo has to meet; all others are left out before anything is ranked. Nil for all photos.
    public var condition: PhotoCondition?
    /// Nil for the best first, and for the newest first where there is nothing to rank by. Of a question that is ranked,
    /// it is the order of the `top` that fit best.
    public var order: PhotoOrder?
    /// How many photos are wanted at most, from 1 on.
    public var top: Int
    /// How many of the best are left out; the next one has the rank `offset` + 1.
    public var offset: Int

    /// Whatever is given is asked together. A question with a condition or an order alone lists the photos that meet it;
    /// searches refuse one that has nothing but a `top`, or nothing but what is to be avoided.
    public init(
        query: Query? = nil, words: String? = nil, avoided: String? = nil, photos: [PhotoID] = [],
        files: [FilePath] = [], vectors: [Embedding] = [], condition: PhotoCondition? = nil, order: PhotoOrder? = nil,
        top: Int, offset: Int = 0
    ) {
        self.query = query
        self.words = words
        self.avoided = avoided
        self.photos = photos
        self.files = files
        self.vectors = vectors
        self.condition = condition
        self.order = order
        self.top = top
        self.offset = offset
    }

    /// Whether it asks for photos that meet a condition, and there is nothing to rank them by.
    var isList: Bool {
        words == nil && avoided == nil && photos.isEmpty && files.isEmpty && vectors.isEmpty
            && (condition != nil || order != nil)
    }
}
