/// Keeps the vectors that one model gave a library's photos in an engine made for searching them, which knows nothing else
/// of the library. Nothing in it is the truth: it may be lost, and is filled again.
package protocol VectorStore: Sendable {
    /// As a user names it.
    var place: String { get }
    /// The state of the catalogue that it has taken in, of which it may have more; nil where there is nothing, or nothing
    /// whole.
    func stamp() async throws -> VectorStamp?
    /// Begins with nothing, whatever there is.
    func clear() async throws
    /// Takes vectors in, each in the place of the photo's earlier one.
    func put(_ rows: VectorRows) async throws
    func remove(_ photos: [PhotoID]) async throws
    /// Notes that it has all that the catalogue had in a state. Searches from now on find it.
    func record(_ stamp: VectorStamp) async throws
    /// Gets on with whatever makes searches quick, after many vectors were taken in.
    func settle() async throws

    /// The most photos that a search finds.
    var most: Int { get }
    /// Photos that it takes for the nearest, `limit` at most; nil where nothing is there any more. With `photos`, only
    /// those.
    func nearest(to query: Embedding, limit: Int, among photos: PhotoSet?) async throws -> [PhotoID]?
}

/// Photos with their vectors.
package struct VectorRows: Sendable {
    /// In the order of their numbers.
    package var ids: [PhotoID] = []
    /// The vectors of `ids`, one after the other, in their order.
    package var halfFloats: [Float16] = []

    package init(ids: [PhotoID] = [], halfFloats: [Float16] = []) {
        self.ids = ids
        self.halfFloats = halfFloats
    }
}

/// A library's vectors in its catalogue, for whoever keeps a copy of them elsewhere: it looks at each of them where it is
/// asked as an engine.
package protocol VectorSource: VectorEngine {
    /// What tells the vectors of this model and library from all others, in letters, digits and `_`.
    func name() async throws -> String
    func vectorStamp() async throws -> VectorStamp
    /// As `VectorFollowing` has it.
    func vectorChanges(since stamp: VectorStamp, limit: Int) async throws -> VectorChanges?
    /// The vectors of those of the photos that can be shown.
    func vectors(of photos: [PhotoID]) async throws -> VectorRows
    /// Those that can be shown, in the order of their numbers.
    func vectors(after photo: PhotoID, limit: Int) async throws -> VectorRows
    /// Lets nobody else fill the copy until it is released; nil where somebody else does so.
    func lockForFilling() async throws -> (any CatalogLock)?
}
