/// Finds photos by the vectors of one model in a search engine, over the vectors that the catalog has now.
///
/// It returns candidates with their vectors from the catalog, and the caller scores these, so scores are exact whatever
/// the engine computes with.
package protocol VectorEngine: Sendable {
    /// The `limit` or more nearest photos that can be shown. With `photos`, only those are searched.
    func candidates(near query: Embedding, limit: Int, among photos: PhotoSet?) async throws -> VectorCandidates
    /// All photos that can be shown and may score `limit` or more. With `photos`, only those are searched.
    func candidates(
        atLeast limit: Float, for query: Embedding, among photos: PhotoSet?
    ) async throws -> VectorCandidates
    /// How many photos can be found, to within one percent.
    func count() async throws -> Int
    /// Why searches take longer than necessary; nil if they do not.
    func setback() async throws -> EvokeError?
    /// Makes the engine build its index if it is missing and may be built. `notify` gets how many photos are in it.
    func makeReady(notify: @escaping @Sendable (SearchIndexBuild) -> Void) async throws
}

/// The photos that an engine considers nearest.
package struct VectorCandidates: Sendable {
    /// Photos with known vectors, in the same order.
    package var ids: [PhotoID] = []
    package var halfFloats: [Float16] = []
    /// Photos that are among them for certain, so their vectors are not needed.
    package var certain = PhotoSet()
    /// Whether there are no others.
    package var isAll: Bool
    /// The highest score any other photo can have; nil if the engine may have missed some.
    package var bound: Float?

    package init(isAll: Bool) {
        self.isAll = isAll
    }
}
