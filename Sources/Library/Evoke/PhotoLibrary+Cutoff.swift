import EvokeAnalysis
import EvokePorts
import EvokeValues
import EvokeVectorIndex

/// The relevance cut-off: which photos fit a request, and which are only less unlike it than others.
extension OpenLibrary {
    /// How many of the best photos are needed to find the cut-off.
    static let photosForTheCutoff = BackgroundDistribution.photosThatSpeak
    private static let digitsOfANumber = 4
    private static let photosToLookAt = 64

    /// The scores that fit a request in words or by pictures only; nil for others, whose scores have no known meaning.
    /// `best` are the best photos for its query, best first; `others` is how many photos they were chosen from, if
    /// these are not all.
    func cutoff(
        for question: SearchRequest, _ query: PhotoQuery, _ best: [VectorMatch], among others: Int? = nil
    ) async throws -> Cutoff? {
        var cutoff: Cutoff?
        if question.isInWordsAlone, let words = question.words {
            cutoff = try await self.cutoff(for: words, query.vector, best, among: others)
        } else if question.isByPicturesAlone {
            cutoff = try await self.cutoff(for: query)
        }
        // In another order than by rank, the weakest match might come first.
        return question.order == nil ? cutoff : cutoff?.strict
    }

    /// The cut-off for pictures, whose own scores show how high others may be.
    private func cutoff(for query: PhotoQuery) async throws -> Cutoff? {
        guard let own = query.own else { return nil }
        do {
            let others = try await fingerprints(among: searchableCount()).filter { !query.asked.contains($0.photo) }
            return Cutoff.alike(own: own, others: others.map { $0.vector.dot(query.vector) })
        } catch let error as EvokeError where error.kind == .libraryDamaged {
            // As with words.
            return nil
        }
    }

    func cutoff(
        for text: String, _ query: Embedding, _ best: [VectorMatch], among others: Int? = nil
    ) async throws -> Cutoff? {
        guard !best.isEmpty else { return nil }
        let words = text.split(whereSeparator: \.isWhitespace)
        guard let background = try await engine.background() else { return nil }
        let count = try await searchableCount()
        let speaking = best.prefix(Self.photosForTheCutoff)
        let (tail, vectors): (BackgroundDistribution.Tail?, [Embedding])
        do {
            (tail, vectors) = (
                try await self.tail(background, among: count),
                try await self.vectors(of: speaking.map(\.id), answering: query)
            )
        } catch let error as EvokeError where error.kind == .libraryDamaged {
            // A search reads no vectors from the catalog otherwise, and a check reports damaged ones.
            return nil
        }
        guard let tail else { return nil }
        let photos = zip(speaking, vectors).map { (score: $0.score, photo: $1) }
        // The photos were just removed from the library.
        guard photos.count == speaking.count else { return nil }
        // A number such as IMG_2682 is written somewhere; no photo shows it.
        if words.count == 1, text.count(where: \.isNumber) >= Self.digitsOfANumber { return .nothingFits }
        return background.cutoff(photos, in: tail, among: min(others ?? count, count), words: words.count)
    }

    func prepareCutoff() async throws {
        guard let background = try await engine.background() else { return }
        // Reporting damaged vectors is left to others.
        _ = try? await tail(background, among: searchableCount())
    }

    /// How rare high scores are among the photos; computed again when the library has changed much.
    private func tail(_ background: BackgroundDistribution, among count: Int) async throws -> BackgroundDistribution
        .Tail?
    {
        if let known = tails.known(at: count) { return known }
        guard let tail = background.tail(of: try await fingerprints(among: count).map(\.vector)) else { return nil }
        tails.keep(tail, at: count)
        return tail
    }

    /// A sample of photos from the whole library, which shows what is usual in it; taken again when the library has
    /// changed much.
    private func fingerprints(among count: Int) async throws -> [(photo: PhotoID, vector: Embedding)] {
        try await fingerprints.value(at: count) {
            let photos = try await catalog.sample(Self.photosToLookAt, of: count)
            let vectors = try await catalog.vectors(of: photos, model: model)
            return photos.compactMap { photo in vectors[photo].map { (photo: photo, vector: $0) } }
        }
    }
}

struct PhotoQuery {
    let vector: Embedding
    /// The library's photos that the query is made of.
    let asked: Set<PhotoID>
    /// How well the query's own pictures match it, on average; nil if it is not made of pictures only.
    let own: Float?
}

extension SearchRequest {
    var isInWordsAlone: Bool { words != nil && photos.isEmpty && files.isEmpty && vectors.isEmpty }
    var isByPicturesAlone: Bool {
        words == nil && avoided.isEmpty && unlikes.isEmpty && (vectors.isEmpty || vectorsAreOfPictures)
            && !(photos.isEmpty && files.isEmpty && vectors.isEmpty)
    }
    var mayHaveCutoff: Bool { isInWordsAlone || isByPicturesAlone }
}

extension Engine {
    /// Fewer words show no tail.
    private static let fewestBackgroundWords = 100

    /// Computed once per model and cached; nil for a model that does not take whole words.
    func background() async throws -> BackgroundDistribution? {
        try await loadedBackground.value { [self] in
            // The cache is read long before the encoder is loaded.
            if let kept = await keptVectors(of: .backgroundWords), kept.count >= Self.fewestBackgroundWords {
                return try BackgroundDistribution(kept)
            }
            let encoder = try await textEncoder()
            var words: [String] = []
            for word in BackgroundWords.all where try await encoder.takesAll(of: word) { words.append(word) }
            guard words.count >= Self.fewestBackgroundWords else { return nil }
            let vectors = try await LabelVectors.make(LabelSet(words), scoring: scoring, encoder: encoder).vectors
            try modelID.check(vectors)
            await keep(vectors, of: .backgroundWords)
            return try BackgroundDistribution(vectors)
        }
    }
}
