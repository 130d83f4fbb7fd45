public import EvokeValues

/// A photo, and how near its vector is to the query's.
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
    /// The better one comes first; ties go by ascending number.
    public static func < (left: VectorMatch, right: VectorMatch) -> Bool {
        left.score == right.score ? left.id < right.id : left.score > right.score
    }
}

/// A state of a library's vectors. Stamps are unique to a state, across all libraries.
public struct VectorStamp: Sendable, Hashable {
    /// Grows with each change.
    public let number: Int64
    /// Random: a library restored to an older state goes on with other tokens.
    public let token: Int64

    /// Made by catalogs.
    public init(number: Int64, token: Int64) {
        self.number = number
        self.token = token
    }
}

/// How a library's vectors changed from one state to another.
public struct VectorChanges: Sendable {
    /// The state that they lead to.
    public let stamp: VectorStamp
    /// Whether there are no more changes, so that this is the current state.
    public let isAll: Bool
    /// Photos whose vectors have to be dropped, including those with new ones.
    public let dropped: Set<PhotoID>
    /// The photos with current vectors.
    public let ids: [PhotoID]
    /// The vectors of `ids`, concatenated in the same order.
    public let halfFloats: [Float16]

    /// Made by catalogs; `VectorReading.vectorChanges` says what belongs in it.
    public init(stamp: VectorStamp, isAll: Bool, dropped: Set<PhotoID>, ids: [PhotoID], halfFloats: [Float16]) {
        self.stamp = stamp
        self.isAll = isAll
        self.dropped = dropped
        self.ids = ids
        self.halfFloats = halfFloats
    }
}
