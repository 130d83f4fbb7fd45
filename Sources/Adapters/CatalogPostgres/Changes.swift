import EvokeValues

/// What a transaction has changed, for followers of the library.
struct Changes {
    struct Vector: Hashable, Comparable {
        let model: Int64
        let photo: Int64

        static func < (left: Vector, right: Vector) -> Bool {
            (left.photo, left.model) < (right.photo, right.model)
        }
    }

    /// Photos whose metadata or full text changed.
    var photos: Set<Int64> = []
    /// Photos whose perceptual fingerprint changed, and nothing that conditions or full text depend on.
    var fingerprints: Set<Int64> = []
    var vectors: Set<Vector> = []
    /// New full text that the transaction already knows.
    var texts: [Int64: (path: FilePath, metadata: PhotoMetadata)] = [:]
    /// Whether it changed only the queue, which nobody follows.
    var areOfTheQueueAlone = false
}
