import EvokeAnalysis
import EvokeValues
import EvokeVectorIndex
import EvokeWorkers

/// The cut-off between photos that fit a question and those that are only less unlike it than others.
extension PhotoLibrary {
    /// How many of the best photos have to be known for it.
    static let photosForTheCutoff = BackgroundDistribution.photosThatSpeak
    private static let digitsOfANumber = 4
    private static let photosToLookAt = 64

    /// Which scores fit a question in words or by pictures alone; nil for others, of which nobody knows what scores mean.
    /// `best` are the best photos for its query, best first; `others` is among how many they are the best, where those are
    /// not all.
    func cutoff(
        for question: SearchRequest, _ query: PhotoQuery, _ best: [VectorMatch], among others: Int? = nil
    ) async throws -> Cutoff? {
        var cutoff: Cutoff?
        if question.isInWordsAlone, let words = question.words {
            cutoff = try await self.cutoff(for: words, query.vector, best, among: others)
        } else if question.isByPicturesAlone {
            cutoff = try await self.cutoff(for: query)
        }
        // In another order than the likeliest first, what fits least might come first.
        return question.order == nil ? cutoff : cutoff?.strict
    }

    /// The same for pictures, whose own scores say how high others may be.
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

    /// The same for what fits a text best.
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
            // A search itself reads no vector of the catalogue, and a check tells of those that are damaged.
            return nil
        }
        guard let tail else { return nil }
        let photos = zip(speaking, vectors).map { (score: $0.score, photo: $1) }
        // What was taken out of the library just now is no longer asked.
        guard photos.count == speaking.count else { return nil }
        // A number such as IMG_2682 is written somewhere; no photo shows it.
        if words.count == 1, text.count(where: \.isNumber) >= Self.digitsOfANumber { return .nothingFits }
        return background.cutoff(photos, in: tail, among: min(others ?? count, count), words: words.count)
    }

    /// Loads what a cut-off is found with.
    func prepareCutoff() async throws {
        guard let background = try await engine.background() else { return }
        // Whether vectors are damaged is for others to say.
        _ = try? await tail(background, among: searchableCount())
    }

    /// How rare high scores are among the photos; looked at again when the library has become another.
    private func tail(_ background: BackgroundDistribution, among count: Int) async throws -> BackgroundDistribution
        .Tail?
    {
        if let known = tails.known(at: count) { return known }
        guard let tail = background.tail(of: try await fingerprints(among: count).map(\.vector)) else { return nil }
        tails.keep(tail, at: count)
        return tail
    }

    /// Some photos from all of the library, which say what is usual in it; looked at again as that is.
    private func fingerprints(among count: Int) async throws -> [(photo: PhotoID, vector: Embedding)] {
        if let known = fingerprints.known(at: count) { return known }
        var photos = Set<PhotoID>()
        // Photos have numbers from 1 on, with gaps.
        for place in 0..<Self.photosToLookAt {
            let before = PhotoID(Int64(place * count / Self.photosToLookAt))
            photos.formUnion(try await catalog.cards(after: before, limit: 1).map(\.id))
        }
        var fingerprints: [(photo: PhotoID, vector: Embedding)] = []
        for photo in photos.sorted() {
            if let vector = try await catalog.vector(of: photo, model: model) { fingerprints.append((photo, vector)) }
        }
        self.fingerprints.keep(fingerprints, at: count)
        return fingerprints
    }

    private func vectors(of photos: [PhotoID]) async throws -> [Embedding] {
        var vectors: [Embedding] = []
        for photo in photos {
            if let vector = try await catalog.vector(of: photo, model: model) { vectors.append(vector) }
        }
        return vectors
    }
}

/// What was found out about the library's photos, with how many there were.
final class KnownOfLibrary<Known: Sendable>: Sendable {
    private let kept = Locked<(known: Known, count: Int)?>(nil)

    /// nil when there are twice as many photos by now, or half.
    func known(at count: Int) -> Known? {
        kept.withLock { kept in
            kept.flatMap { 2 * $0.count > count && 2 * count > $0.count ? $0.known : nil }
        }
    }

    func keep(_ known: Known, at count: Int) {
        kept.withLock { $0 = (known, count) }
    }
}

/// What the index is asked.
struct PhotoQuery {
    let vector: Embedding
    /// The photos of the library that it is made of.
    let asked: Set<PhotoID>
    /// How well the pictures that it is made of answer it, on the average; nil where it is not of pictures alone.
    let own: Float?
}

extension SearchRequest {
    var isInWordsAlone: Bool { words != nil && photos.isEmpty && files.isEmpty && vectors.isEmpty }
    var isByPicturesAlone: Bool {
        words == nil && avoided.isEmpty && unlikes.isEmpty && (vectors.isEmpty || vectorsAreOfPictures)
            && !(photos.isEmpty && files.isEmpty && vectors.isEmpty)
    }
    /// Whether it can be told which photos fit it.
    var mayHaveCutoff: Bool { isInWordsAlone || isByPicturesAlone }
}

extension Engine {
    /// Fewer words show no tail.
    private static let fewestBackgroundWords = 100

    /// Made once for each model, and kept in the cache; nil for a model whose texts are too short for words.
    func background() async throws -> BackgroundDistribution? {
        try await loadedBackground.value { [self] in
            // What is kept is there long before the encoder is.
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
