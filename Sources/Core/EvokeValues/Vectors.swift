/// A photo, and how near its vector is to the one that was asked about.
public struct VectorMatch: Sendable, Hashable {
    /// The photo's number.
    public let id: PhotoID
    /// Their dot product.
    public let score: Float

    /// Made by searches.
    public init(id: PhotoID, score: Float) {
        self.id = id
        self.score = score
    }
}

extension VectorMatch: Comparable {
    /// The better one comes first; of two alike, the one with the lower number.
    public static func < (left: VectorMatch, right: VectorMatch) -> Bool {
        left.score == right.score ? left.id < right.id : left.score > right.score
    }
}

/// A state that a library's vectors were in. No two states have the same stamp, in whatever libraries they are.
public struct VectorStamp: Sendable, Hashable {
    /// Grows with each change.
    public let number: Int64
    /// Random: a library that was put back to an older state counts on with other tokens.
    public let token: Int64

    /// Made by catalogues.
    public init(number: Int64, token: Int64) {
        self.number = number
        self.token = token
    }
}

/// What became of a library's vectors from one state to another.
public struct VectorChanges: Sendable {
    /// The state that they lead to.
    public let stamp: VectorStamp
    /// Whether there are no more, so that it is the state of now.
    public let isAll: Bool
    /// Photos whose vectors are to be dropped, those that have new ones among them.
    public let dropped: Set<PhotoID>
    /// The vectors that are there now.
    public let ids: [PhotoID]
    /// The vectors of `ids`, one after the other, in their order.
    public let halfFloats: [Float16]

    /// Made by catalogues; `VectorReading.vectorChanges` says what belongs in it.
    public init(stamp: VectorStamp, isAll: Bool, dropped: Set<PhotoID>, ids: [PhotoID], halfFloats: [Float16]) {
        self.stamp = stamp
        self.isAll = isAll
        self.dropped = dropped
        self.ids = ids
        self.halfFloats = halfFloats
    }
}

/// Says that a search index is made anew.
public struct SearchIndexBuild: Sendable, Hashable {
    /// Why the one that is there does not do: a sentence without its full stop; nil when there is none.
    public let reason: String?
    /// How many photos are in it so far.
    public let photos: Int
    /// Whether this is the last that is said of it.
    public let isDone: Bool
    /// Why it cannot be written, said once. Searches go on without it.
    public let setback: EvokeError?

    package init(reason: String?, photos: Int, isDone: Bool = false, setback: EvokeError? = nil) {
        self.reason = reason
        self.photos = photos
        self.isDone = isDone
        self.setback = setback
    }
}
