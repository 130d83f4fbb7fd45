package import EvokeValues

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

/// Stores one model's vectors of a library's photos in a search engine that knows nothing else about the library. It
/// holds no unique data: it may be lost, and is then filled again.
package protocol VectorStore: Sendable {
    /// As a user names it.
    var place: String { get }
    /// The state of the catalog that it has taken in, at least; nil if it is empty or incomplete.
    func stamp() async throws -> VectorStamp?
    /// Deletes everything and starts over.
    func clear() async throws
    /// Stores vectors, replacing earlier ones of the same photos.
    func put(_ rows: VectorRows) async throws
    func remove(_ photos: [PhotoID]) async throws
    /// Records that it has everything in that state of the catalog. From now on searches find it.
    func record(_ stamp: VectorStamp) async throws
    /// Continues building what makes searches fast, after many vectors were stored.
    func settle() async throws

    /// The most photos that a search returns.
    var most: Int { get }
    /// At most `limit` photos that it considers nearest; nil if its data is gone. With `photos`, only those are
    /// searched.
    func nearest(to query: Embedding, limit: Int, among photos: PhotoSet?) async throws -> [PhotoID]?
}

/// Photos with their vectors.
package struct VectorRows: Sendable {
    /// By ascending number.
    package var ids: [PhotoID] = []
    /// The vectors of `ids`, concatenated in the same order.
    package var halfFloats: [Float16] = []

    package init(ids: [PhotoID] = [], halfFloats: [Float16] = []) {
        self.ids = ids
        self.halfFloats = halfFloats
    }
}

/// A library's vectors in its catalog, for code that keeps a copy elsewhere. As an engine, it scores each of them.
package protocol VectorSource: VectorEngine {
    /// Identifies the vectors of this model and library, in letters, digits and `_`.
    func name() async throws -> String
    func vectorStamp() async throws -> VectorStamp
    /// As in `VectorFollowing`.
    func vectorChanges(since stamp: VectorStamp, limit: Int) async throws -> VectorChanges?
    /// The vectors of those photos that can be shown.
    func vectors(of photos: [PhotoID]) async throws -> VectorRows
    /// The photos that can be shown, by ascending number.
    func vectors(after photo: PhotoID, limit: Int) async throws -> VectorRows
    /// Lets nobody else fill the copy until it is released; nil if somebody else is filling it.
    func lockForFilling() async throws -> (any CatalogLock)?
}

/// Vectors of photos made and stored by another program.
package protocol VectorsElsewhere: Sendable {
    /// Nil if it has none for the file as it is now.
    func vector(of file: DiskPath, as stamp: FileStamp) async throws -> [Float]?
}
