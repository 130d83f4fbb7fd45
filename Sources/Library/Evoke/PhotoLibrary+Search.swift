import EvokeLabels
import EvokeSystem
public import EvokeValues
import EvokeVectorIndex

/// Searches. Each takes from one photo up to any number as `top`; all throw `EvokeError`: of the kind `wrongUsage` for a
/// `top` below 1 and for a library that is closed, `modelMissing` where no photo has a vector of the model.
extension PhotoLibrary {
    /// More than any library has, and sums with it do not overflow.
    private static let mostPhotos = 1 << 32

    /// Loads what a search by text needs, so that the first one is as quick as the others.
    public func prepareToSearch() async throws {
        try await checkVectors()
        async let neutral = engine.neutralVectors()
        try await vectors.prepare()
        _ = try await (engine.textEncoder(), neutral)
    }

    /// How many photos a search can find.
    public func searchableCount() async throws -> Int {
        if let count = try await vectors.count() { return count }
        return try await catalog.summary().models.first { $0.id.fingerprint == model.fingerprint }?.photos ?? 0
    }

    /// The photos that fit a question best, but those that it asks about.
    ///
    /// Throws `EvokeError` also for a photo that the library does not have, for a file that cannot be read or decoded,
    /// and for a vector of another model.
    public func search(_ question: Question) async throws -> [SearchHit] { try await search([question])[0] }

    /// The same for many questions, in one walk through the library.
    public func search(_ questions: [Question]) async throws -> [[SearchHit]] {
        try await checkVectors()
        var (queries, cuts, most) = ([Embedding](), [(asked: Set<PhotoID>, offset: Int, top: Int)](), 0)
        for question in questions {
            let (offset, top) = (try Self.checkedOffset(question.offset), try Self.checkedTop(question.top))
            let (query, asked) = try await query(of: question)
            queries.append(query)
            cuts.append((asked, offset, top))
            most = max(most, offset + max(top, Self.photosForTheLine) + asked.count)
        }
        let found = zip(try await vectors.search(queries, top: most), cuts).map { matches, cut in
            matches.filter { !cut.asked.contains($0.id) }
        }
        var lines: [PartialRangeFrom<Float>?] = []
        for (question, best) in zip(questions, found) { lines.append(try await line(for: question, best)) }
        let matches = zip(found, cuts).map { matches, cut in matches.dropFirst(cut.offset).prefix(cut.top) }
        let cards = try await catalog.cards(of: Array(Set(matches.joined().map(\.id))))
        return zip(zip(matches, cuts), lines).map { found, line in
            let (matches, cut) = found
            return matches.enumerated().compactMap { place, match in
                cards[match.id].map {
                    SearchHit(
                        rank: cut.offset + place + 1, score: match.score, fits: line?.contains(match.score), card: $0)
                }
            }
        }
    }

    /// For each text the photos that fit it best.
    public func search(_ texts: [String], top: Int) async throws -> [[SearchHit]] {
        try await search(texts.map { Question(words: $0, top: top) })
    }

    /// The photos nearest to a vector. One of another model is refused: `wrongUsage`.
    public func search(_ vector: Embedding, top: Int) async throws -> [SearchHit] {
        try await search(Question(vectors: [vector], top: top))
    }

    /// The photos most like a photo, which may but need not be in the library.
    ///
    /// Throws `EvokeError` also for a file that cannot be read or decoded.
    public func similar(to photo: FilePath, top: Int) async throws -> [SearchHit] {
        try await search(Question(file: photo, top: top))
    }

    /// The photos most like a picture file that is in memory.
    ///
    /// Throws as `Engine.embed(_:named:)` does, too.
    ///
    /// - Parameter name: the file's name, where it has one: raw files of cameras are known by its ending.
    public func similar(to picture: [UInt8], named name: String = "picture", top: Int) async throws -> [SearchHit] {
        try await search(engine.embed(picture, named: name), top: top)
    }

    /// The photos most like a picture that is decoded already.
    ///
    /// Throws as `Engine.embed(_:)` does, too.
    public func similar(to pixels: Pixels, top: Int) async throws -> [SearchHit] {
        try await search(engine.embed(pixels), top: top)
    }

    /// What the index is asked, and the photos of the library that it is made of.
    private func query(of question: Question) async throws -> (query: Embedding, asked: Set<PhotoID>) {
        var (photos, asked) = (question.vectors, Set(question.photos))
        for photo in question.photos { photos.append(try await vector(of: photo)) }
        if let file = question.file {
            let (photo, vector) = try await vector(of: file)
            if let photo { asked.insert(photo) }
            photos.append(vector)
        }
        var (words, avoided) = (Embedding?.none, Embedding?.none)
        if let text = question.words { words = try await engine.embed(text: text) }
        if let text = question.avoided { avoided = try await engine.embed(text: text) }
        guard let query = try Embedding.wish(words: words, photos: photos, avoided: avoided) else {
            throw EvokeError(
                .wrongUsage, doing: "search", subject: question.words ?? "", reason: "nothing is left to look for",
                remedy: "Say what the photos are to show, and avoid something else.")
        }
        return (query, asked)
    }

    private func vector(of photo: PhotoID) async throws -> Embedding {
        guard let vector = try await catalog.vector(of: photo, model: model) else {
            throw EvokeError(
                .notFound, doing: "search for photos like", subject: "\(photo.value)",
                reason: "the library has no such photo, or no vector of it", remedies: [.reindex])
        }
        return vector
    }

    /// With its number where it is in the library.
    private func vector(of file: FilePath) async throws -> (photo: PhotoID?, vector: Embedding) {
        let photo = try await catalog.photo(at: FileSystem.resolve(file) ?? file)
        if let photo, let kept = try await catalog.vector(of: photo, model: model) { return (photo, kept) }
        return (photo, try await engine.embed(photo: file))
    }

    /// As many photos as were asked for, where that is a number of photos.
    private static func checkedTop(_ top: Int) throws(EvokeError) -> Int {
        guard top > 0 else {
            throw EvokeError(
                .wrongUsage, doing: "search", subject: "", reason: "the best \(top) photos were asked for",
                remedy: "Ask for at least one.")
        }
        return min(top, mostPhotos)
    }

    private static func checkedOffset(_ offset: Int) throws(EvokeError) -> Int {
        guard offset >= 0 else {
            throw EvokeError(
                .wrongUsage, doing: "search", subject: "", reason: "photos from number \(offset) on were asked for",
                remedy: "Count from 0.")
        }
        return min(offset, mostPhotos)
    }

    /// A library that was indexed with another model has no answer, which is not the same as an empty answer.
    private func checkVectors() async throws {
        let models = try await catalog.models()
        if models.contains(where: { $0.fingerprint == model.fingerprint }) || models.isEmpty { return }
        throw EvokeError(
            .modelMissing, doing: "search the library", subject: folder.display,
            reason: "none of its photos was indexed with this version of the model '\(model.name)'",
            remedies: [.reindex])
    }
}
