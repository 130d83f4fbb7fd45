import EvokeAnalysis
import EvokeQuery
import EvokeSystem
public import EvokeValues

/// Searches. `top` is at least 1. All throw `EvokeError`: of the kind `wrongUsage` for a `top` below 1 and for a closed
/// library, `modelMissing` if no photo has a vector of the model.
extension PhotoLibrary {
    /// More than any library has, but small enough that sums do not overflow.
    static let mostPhotos = 1 << 32

    /// Loads what a search by text needs, so that the first one is as fast as the others.
    public func prepareToSearch() async throws {
        try await checkVectors()
        async let encoder = engine.textEncoder()
        try await vectors.prepare()
        try await prepareCutoff()
        _ = try await encoder
    }

    /// Reads in what was written to the library, so that no search has to wait for it. Searches use the state that was
    /// read in last.
    func takeIn() async throws {
        try await vectors.takeIn()
        // Conditions are looked up in the current library anyway.
        _ = try await catalog.photos(meeting: .all([]))
    }

    /// How many photos a search can find.
    public func searchableCount() async throws -> Int {
        if let count = try await vectors.count() { return count }
        return try await catalog.summary().models.first { $0.id.fingerprint == model.fingerprint }?.photos ?? 0
    }

    /// How many photos meet a condition and can be shown.
    public func count(meeting condition: PhotoCondition) async throws -> Int {
        try await catalog.photos(meeting: condition).count
    }

    /// The photos that fit a request best, without those it is made of, and how many there are.
    ///
    /// Throws `EvokeError` also for a photo that is not in the library, a file that cannot be read or decoded, and a
    /// vector of another model.
    public func search(_ question: SearchRequest) async throws -> FoundPhotos { try await search([question])[0] }

    /// The same for many requests. Those with the same condition share one pass over the library.
    public func search(_ questions: [SearchRequest]) async throws -> [FoundPhotos] {
        for question in questions { try Self.check(question) }
        let questions = questions.map(\.reachingForStacks)
        let alternatives = try questions.map { try $0.alternatives(in: places) }
        var ways = try await ways(to: alternatives.joined().map(\.self))[...]
        var answers: [FoundPhotos] = []
        for (question, alternatives) in zip(questions, alternatives) {
            answers.append(try await page(of: question, Array(ways.prefix(alternatives.count))))
            ways = ways.dropFirst(alternatives.count)
        }
        return answers
    }

    /// The number of matching photos per day, in the request's order if that is by date, otherwise newest first. Photos
    /// dated only by their file come last.
    ///
    /// Empty if there is no relevance cut-off. Throws as ``search(_:)-(SearchRequest)`` does.
    public func days(of question: SearchRequest) async throws -> [PhotoDay] {
        guard let (fitting, order) = try await fitting(question) else { return [] }
        let days = try await catalog.days(among: fitting)
        return order == .oldest ? days.filter { $0.date != nil }.reversed() + days.filter { $0.date == nil } : days
    }

    /// The matching photos that have coordinates, clustered by the squares of a map, for each grid.
    ///
    /// Empty if there is no relevance cut-off. Throws as ``search(_:)-(SearchRequest)`` does.
    ///
    /// - Parameter box: the visible part of the map; nil for all of it.
    public func clusters(
        of question: SearchRequest, in box: CoordinateBox? = nil, on grids: [MapGrid]
    ) async throws -> [PhotoClusters] {
        guard let fitting = try await fitting(question)?.photos else {
            return grids.map { PhotoClusters(zoom: $0.zoom, clusters: []) }
        }
        var found: [PhotoClusters] = []
        for grid in grids { found.append(try await catalog.clusters(among: fitting, in: box, on: grid)) }
        return found
    }

    /// All photos that fit a request, one per stack if folded, and the requested order; nil if there is no cut-off.
    private func fitting(_ question: SearchRequest) async throws -> (photos: PhotoSet, order: PhotoOrder?)? {
        try Self.check(question)
        var question = question
        question.countsFitting = true
        let ways = try await ways(to: question.alternatives(in: places))
        guard let fitting = ways.fitting else { return nil }
        return (question.stacks?.folded(fitting) ?? fitting, ways.first?.question.order)
    }

    /// The photos that match a query: best first, or newest first if the query has only conditions.
    public func search(_ query: Query, top: Int, offset: Int = 0) async throws -> FoundPhotos {
        try await search(SearchRequest(query: query, top: top, offset: offset))
    }

    /// The photos that fit each text best.
    public func search(_ texts: [String], top: Int) async throws -> [FoundPhotos] {
        try await search(texts.map { SearchRequest(words: $0, top: top) })
    }

    /// The photos nearest to a vector. A vector of another model throws `wrongUsage`.
    public func search(_ vector: Embedding, top: Int) async throws -> FoundPhotos {
        try await search(SearchRequest(vectors: [vector], top: top))
    }

    /// The photos most similar to a photo, which need not be in the library.
    ///
    /// Throws `EvokeError` also for a file that cannot be read or decoded.
    public func similar(to photo: FilePath, top: Int) async throws -> FoundPhotos {
        try await search(SearchRequest(files: [photo], top: top))
    }

    /// The photos most similar to a picture file in memory.
    ///
    /// Throws also as `Engine.embed(_:named:)` does.
    ///
    /// - Parameter name: the file's name, if it has one: raw files are recognized by their extension.
    public func similar(to picture: [UInt8], named name: String = "picture", top: Int) async throws -> FoundPhotos {
        try await similar(to: engine.embed(picture, named: name), top: top)
    }

    /// The photos most similar to a decoded picture.
    ///
    /// Throws also as `Engine.embed(_:)` does.
    public func similar(to pixels: Pixels, top: Int) async throws -> FoundPhotos {
        try await similar(to: engine.embed(pixels), top: top)
    }

    private func similar(to picture: Embedding, top: Int) async throws -> FoundPhotos {
        var question = SearchRequest(vectors: [picture], top: top)
        question.vectorsAreOfPictures = true
        return try await search(question)
    }

    /// The query that a request puts to the search index.
    func query(of question: SearchRequest) async throws -> PhotoQuery {
        var (photos, asked) = (question.vectors, Set<PhotoID>())
        var (words, avoided) = (Embedding?.none, [Embedding]())
        for like in question.photos.map(LikedPhoto.number) + question.files.map(LikedPhoto.file) {
            let (photo, vector) = try await vector(of: like)
            if let photo { asked.insert(photo) }
            photos.append(vector)
        }
        for unlike in question.unlikes {
            let (photo, vector) = try await vector(of: unlike)
            if let photo { asked.insert(photo) }
            avoided.append(vector)
        }
        if let text = question.words { words = try await engine.embed(text: text) }
        for text in question.avoided { avoided.append(try await engine.embed(text: text)) }
        guard let query = try Embedding.wish(words: words, photos: photos, avoided: avoided) else {
            throw EvokeError(
                .wrongUsage, doing: "search", subject: question.words ?? "", reason: "there is nothing to search for",
                remedy: "Say what the photos should show, and exclude something else.")
        }
        let own = photos.map(query.dot).reduce(0, +) / Float(max(photos.count, 1))
        return PhotoQuery(vector: query, asked: asked, own: question.isByPicturesAlone ? own : nil)
    }

    /// With its number if it is in the library.
    private func vector(of photo: LikedPhoto) async throws -> (photo: PhotoID?, vector: Embedding) {
        switch photo {
        case .number(let number): return (number, try await vector(of: number))
        case .file(let file): return try await vector(of: file)
        }
    }

    private func vector(of photo: PhotoID) async throws -> Embedding {
        guard let vector = try await catalog.vector(of: photo, model: model) else {
            throw EvokeError(
                .notFound, doing: "search for photos like", subject: "\(photo.value)",
                reason: "it is not in the library, or not indexed", remedies: [.reindex])
        }
        return vector
    }

    private func vector(of file: FilePath) async throws -> (photo: PhotoID?, vector: Embedding) {
        let photo = try await catalog.photo(at: FileSystem.resolve(file) ?? file)
        if let photo, let kept = try await catalog.vector(of: photo, model: model) { return (photo, kept) }
        return (photo, try await engine.embed(photo: file))
    }

    private static func check(_ question: SearchRequest) throws(EvokeError) {
        guard question.top > 0 else {
            throw EvokeError(
                .wrongUsage, doing: "search", subject: "", reason: "\(question.top) results were requested",
                remedy: "Request at least one.")
        }
        guard question.offset >= 0 else {
            throw EvokeError(
                .wrongUsage, doing: "search", subject: "",
                reason: "the offset is \(question.offset)", remedy: "Start at 0.")
        }
    }

    /// In a library that was indexed with another model, a search fails instead of finding nothing.
    func checkVectors() async throws {
        if await vectors.hasPhotos { return }
        let models = try await catalog.models()
        if models.contains(where: { $0.fingerprint == model.fingerprint }) || models.isEmpty { return }
        throw EvokeError(
            .modelMissing, doing: "search the library", subject: folder.display,
            reason: "none of its photos is indexed with this version of the model '\(model.name)'",
            remedies: [.reindex])
    }
}
