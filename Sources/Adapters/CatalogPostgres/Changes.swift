import EvokeValues

/// What a transaction has changed, for those who follow the library.
struct Changes {
    struct Vector: Hashable, Comparable {
        let model: Int64
        let photo: Int64

        static func < (left: Vector, right: Vector) -> Bool {
            (left.photo, left.model) < (right.photo, right.model)
        }
    }

    /// Photos of which something changed that conditions ask about, or that is written on them.
    var photos: Set<Int64> = []
    /// Photos that have another look, which nobody reads on them.
    var fingerprints: Set<Int64> = []
    var vectors: Set<Vector> = []
    /// What is written on photos, where the transaction knows it already.
    var texts: [Int64: (path: FilePath, metadata: PhotoMetadata)] = [:]
    /// Whether it has changed nothing but the queue, which nobody follows.
    var areOfTheQueueAlone = false
}
