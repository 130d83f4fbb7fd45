import EvokeAnalysis
import EvokeQuery
import EvokeSystem
public import EvokeValues

/// Searches. Each takes from one photo up to any number as `top`; all throw `EvokeError`: of the kind `wrongUsage` for a
/// `top` below 1 and for a library that is closed, `modelMissing` where no photo has a vector of the model.
extension PhotoLibrary {
    /// More than any library has, and sums with it do not overflow.
    static let mostPhotos = 1 << 32

    /// Loads what a search by text needs, so that the first one is as quick as the others.
    public func prepareToSearch() async throws {
        try await checkVectors()
        async let encoder = engine.textEncoder()
        try await vectors.prepare()
        try await prepareCutoff()
        _ = try await encoder
    }

    /// Takes in what was written to the library, so that no search waits for it. Searches find what was taken in last
    /// from then on.
    func takeIn() async throws {
        try await vectors.takeIn()
        // What conditions are looked for in follows the library whenever it is asked.
        _ = try await catalog.photos(meeting: .all([]))
    }

    /// How many photos a search can find.
    public func searchableCount() async throws -> Int {
        if let count = try await vectors.count() { return count }
        return try await catalog.summary().models.first { $0.id.fingerprint == model.fingerprint }?.photos ?? 0
    }

    /// How many of the photos that can be shown meet a condition.
    public func count(meeting condition: PhotoCondition) async throws -> Int {
        try await catalog.photos(meeting: condition).count
    }

    /// The photos that fit a question best, but those that it asks about, and how many there are.
    ///
    /// Throws `EvokeError` also for a photo that the library does not have, for a file that cannot be read or decoded,
    /// and for a vector of another model.
    public func search(_ question: SearchRequest) async throws -> FoundPhotos { try await search([question])[0] }

    /// The same for many questions. Those with the same condition are answered in one walk through the library.
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

    /// How many photos each day has of those that fit a question: in the order in which it lists them where it asks for
    /// the newest or the oldest first, else the last day first. Photos without a date but that of their file are the last.
    ///
    /// Empty where there is no cut-off between what fits and what does not. Throws as ``search(_:)-(Question)`` does.
    public func days(of question: SearchRequest) async throws -> [PhotoDay] {
        guard let (fitting, order) = try await fitting(question) else { return [] }
        let days = try await catalog.days(among: fitting)
        return order == .oldest ? days.filter { $0.date != nil }.reversed() + days.filter { $0.date == nil } : days
    }

    /// Those that fit a question and say where they were taken, by the squares of a map: once for each grid.
    ///
    /// Empty where there is no cut-off between what fits and what does not. Throws as ``search(_:)-(Question)`` does.
    ///
    /// - Parameter box: the part of the map that is looked at; nil for all of it.
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

    /// All photos that fit a question, one for each stack where they are folded, and the order that it asks for; nil where
    /// there is no cut-off.
    private func fitting(_ question: SearchRequest) async throws -> (photos: PhotoSet, order: PhotoOrder?)? {
        try Self.check(question)
        var question = question
        question.countsFitting = true
        let ways = try await ways(to: question.alternatives(in: places))
        guard let fitting = ways.fitting else { return nil }
        return (question.stacks?.folded(fitting) ?? fitting, ways.first?.question.order)
    }

    /// The photos that answer a query: the best first, or the newest where it requires something and shows nothing.
    public func search(_ query: Query, top: Int, offset: Int = 0) async throws -> FoundPhotos {
        try await search(SearchRequest(query: query, top: top, offset: offset))
    }

    /// For each text the photos that fit it best.
    public func search(_ texts: [String], top: Int) async throws -> [FoundPhotos] {
        try await search(texts.map { SearchRequest(words: $0, top: top) })
    }

    /// The photos nearest to a vector. One of another model is refused: `wrongUsage`.
    public func search(_ vector: Embedding, top: Int) async throws -> FoundPhotos {
        try await search(SearchRequest(vectors: [vector], top: top))
    }

    /// The photos most like a photo, which may but need not be in the library.
    ///
    /// Throws `EvokeError` also for a file that cannot be read or decoded.
    public func similar(to photo: FilePath, top: Int) async throws -> FoundPhotos {
        try await search(SearchRequest(files: [photo], top: top))
    }

    /// The photos most like a picture file that is in memory.
    ///
    /// Throws as `Engine.embed(_:named:)` does, too.
    ///
    /// - Parameter name: the file's name, where it has one: raw files of cameras are known by its ending.
    public func similar(to picture: [UInt8], named name: String = "picture", top: Int) async throws -> FoundPhotos {
        try await similar(to: engine.embed(picture, named: name), top: top)
    }

    /// The photos most like a picture that is decoded already.
    ///
    /// Throws as `Engine.embed(_:)` does, too.
    public func similar(to pixels: Pixels, top: Int) async throws -> FoundPhotos {
        try await similar(to: engine.embed(pixels), top: top)
    }

    private func similar(to picture: Embedding, top: Int) async throws -> FoundPhotos {
        var question = SearchRequest(vectors: [picture], top: top)
        question.vectorsAreOfPictures = true
        return try await search(question)
    }

    /// What the index is asked for a question.
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
                .wrongUsage, doing: "search", subject: question.words ?? "", reason: "nothing is left to look for",
                remedy: "Say what the photos are to show, and avoid something else.")
        }
        let own = photos.map(query.dot).reduce(0, +) / Float(max(photos.count, 1))
        return PhotoQuery(vector: query, asked: asked, own: question.isByPicturesAlone ? own : nil)
    }

    /// With its number where it is in the library.
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
                reason: "the library has no such photo, or no vector of it", remedies: [.reindex])
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
                .wrongUsage, doing: "search", subject: "", reason: "the best \(question.top) photos were asked for",
                remedy: "Ask for at least one.")
        }
        guard question.offset >= 0 else {
            throw EvokeError(
                .wrongUsage, doing: "search", subject: "",
                reason: "photos from number \(question.offset) on were asked for", remedy: "Count from 0.")
        }
    }

    /// A library that was indexed with another model has no answer, which is not the same as an empty answer.
    func checkVectors() async throws {
        if await vectors.hasPhotos { return }
        let models = try await catalog.models()
        if models.contains(where: { $0.fingerprint == model.fingerprint }) || models.isEmpty { return }
        throw EvokeError(
            .modelMissing, doing: "search the library", subject: folder.display,
            reason: "none of its photos was indexed with this version of the model '\(model.name)'",
            remedies: [.reindex])
    }
}
