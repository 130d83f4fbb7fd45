/// Finds photos by the vectors of one model where these are kept: an engine made for it, over the vectors of the catalogue
/// as they are now.
///
/// It names candidates with their vectors as the catalogue has them, and whoever asks it scores these: so scores are exact
/// whatever it computes with.
package protocol VectorEngine: Sendable {
    /// Photos that can be shown and are near to a vector, of the nearest `limit` or more. With `photos`, only those.
    func candidates(near query: Embedding, limit: Int, among photos: PhotoSet?) async throws -> VectorCandidates
    /// Photos that can be shown and may score `limit` or more, all of them. With `photos`, only those.
    func candidates(
        atLeast limit: Float, for query: Embedding, among photos: PhotoSet?
    ) async throws -> VectorCandidates
    /// How many photos can be found, give or take one of a hundred.
    func count() async throws -> Int
    /// Why searches take longer than they need to; nil where they do not.
    func setback() async throws -> EvokeError?
    /// Has the engine make what it searches with, where that is not there yet and may be made. `notify` hears how many
    /// photos are in it.
    func makeReady(notify: @escaping @Sendable (SearchIndexBuild) -> Void) async throws
}

/// Photos that an engine takes for the nearest ones.
package struct VectorCandidates: Sendable {
    /// Their vectors are known, one after the other in the same order.
    package var ids: [PhotoID] = []
    package var halfFloats: [Float16] = []
    /// Photos that are among them for certain, and whose vectors are of no use to anybody.
    package var certain = PhotoSet()
    /// Whether there are no others.
    package var isAll: Bool
    /// What no other photo scores more than; nil where the engine may have overlooked some.
    package var bound: Float?

    package init(isAll: Bool) {
        self.isAll = isAll
    }
}
