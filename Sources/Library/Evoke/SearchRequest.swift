public import EvokeQuery
public import EvokeValues

/// What somebody looks for, and how much of it.
public struct SearchRequest: Sendable {
    /// What is asked for in the language of queries, together with all else.
    public var query: Query?
    /// What the photos are to show, in any language of the model; nil where photos or vectors say it alone.
    public var words: String?
    /// What they are not to show. It turns the ranking away, and photos that fit it come last.
    public var avoided: [String]
    /// Photos of the library, which are left out of what is found.
    public var photos: [PhotoID]
    /// Files of photos, which may but need not be in the library.
    public var files: [FilePath]
    /// Photos from which the ranking turns away, and which are left out of what is found. Nothing is said not to fit for
    /// being like them.
    public var unlikes: [LikedPhoto] = []
    /// Of pictures, or of anything else, by the library's model.
    public var vectors: [Embedding]
    /// What every photo has to meet; all others are left out before anything is ranked. Nil for all photos.
    public var condition: PhotoCondition?
    /// Nil for the best first, and for the newest first where there is nothing to rank by. Of a question that is ranked,
    /// it is the order of the photos that fit, before all others; where there is no cut-off, it is that of the `top` best.
    public var order: PhotoOrder?
    /// How many photos are wanted at most, from 1 on.
    public var top: Int
    /// How many of the best are left out; the next one has the rank `offset` + 1.
    public var offset: Int
    /// Whether all photos that fit are counted, also where that takes a second walk through the library.
    public var countsFitting: Bool
    /// Where they are given, photos of one stack are one answer. It has the place of the one that answers best, and is
    /// shown by the best of the stack that answers as well. Photos are counted by stacks, then. Nil to answer with each
    /// photo by itself.
    public var stacks: PhotoStacks?
    /// Whether the vectors are known to be of pictures.
    package var vectorsAreOfPictures = false
    /// The photos that are looked for; nil for all of the library.
    package var among: PhotoSet?
    /// Whether plain words are asked of what photos show alone, and not of what is written on them.
    package var isOfFingerprintsAlone = false
    /// So many of the best are looked at, or more.
    var reach = 0

    /// Whatever is given is asked together. A question with nothing to rank by lists photos: those that meet its
    /// condition, and do not show what is to be avoided. Searches refuse one that has nothing but a `top`.
    public init(
        query: Query? = nil, words: String? = nil, avoided: [String] = [], photos: [PhotoID] = [],
        files: [FilePath] = [], vectors: [Embedding] = [], condition: PhotoCondition? = nil, order: PhotoOrder? = nil,
        top: Int, offset: Int = 0, countsFitting: Bool = false
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
        self.countsFitting = countsFitting
    }

    /// Whether there is something to choose photos by, and nothing to rank them by.
    var isList: Bool {
        words == nil && photos.isEmpty && files.isEmpty && vectors.isEmpty && unlikes.isEmpty
            && (condition != nil || order != nil || !avoided.isEmpty)
    }
}
