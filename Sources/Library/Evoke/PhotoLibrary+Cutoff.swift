import EvokeLabels
import EvokeValues
import EvokeVectorIndex
import EvokeWorkers

/// The cut-off between photos that fit a question and those that are only less unlike it than others.
extension PhotoLibrary {
    /// How many of the best photos have to be known for it.
    static let photosForTheCutoff = NeutralVectors.photosThatSpeak
    private static let digitsOfANumber = 4

    /// Which scores fit a question in words; nil for others, since words say what scores mean to words alone. `best` are
    /// the best photos for its query, best first; `others` is among how many they are the best, where those are not all.
    func cutoff(
        for question: Question, _ query: Embedding, _ best: [VectorMatch], among others: Int? = nil
    ) async throws -> Cutoff? {
        guard question.isInWordsAlone, let words = question.words,
            let cutoff = try await cutoff(for: words, query, best, among: others)
        else { return nil }
        // In another order than the likeliest first, what fits least might come first.
        return question.order == nil ? cutoff : cutoff.strict
    }

    /// The same for what fits a text best.
    func cutoff(
        for text: String, _ query: Embedding, _ best: [VectorMatch], among others: Int? = nil
    ) async throws -> Cutoff? {
        guard !best.isEmpty else { return nil }
        let words = text.split(whereSeparator: \.isWhitespace)
        guard let neutral = try await engine.neutralVectors() else { return nil }
        let count = try await searchableCount()
        let speaking = best.prefix(Self.photosForTheCutoff)
        let (tail, vectors): (NeutralVectors.Tail?, [Embedding])
        do {
            (tail, vectors) = (
                try await self.tail(neutral, among: count),
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
        return neutral.cutoff(photos, in: tail, among: min(others ?? count, count), words: words.count)
    }

    /// Loads what a cut-off is found with.
    func prepareCutoff() async throws {
        guard let neutral = try await engine.neutralVectors() else { return }
        // Whether vectors are damaged is for others to say.
        _ = try? await tail(neutral, among: searchableCount())
    }

    /// How rare high scores are among the photos; looked at again when the library has become another.
    private func tail(_ neutral: NeutralVectors, among count: Int) async throws -> NeutralVectors.Tail? {
        if let known = tails.known(at: count) { return known }
        var photos: [PhotoID] = []
        // Photos have numbers from 1 on, with gaps.
        for place in 0..<LibraryTail.photosToLookAt {
            let before = PhotoID(Int64(place * count / LibraryTail.photosToLookAt))
            photos += try await catalog.cards(after: before, limit: 1).map(\.id)
        }
        guard let tail = neutral.tail(of: try await vectors(of: photos)) else { return nil }
        tails.keep(tail, at: count)
        return tail
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
final class LibraryTail: Sendable {
    static let photosToLookAt = 64

    private let kept = Locked<(tail: NeutralVectors.Tail, count: Int)?>(nil)

    /// nil when there are twice as many photos by now, or half.
    func known(at count: Int) -> NeutralVectors.Tail? {
        kept.withLock { kept in
            kept.flatMap { 2 * $0.count > count && 2 * count > $0.count ? $0.tail : nil }
        }
    }

    func keep(_ tail: NeutralVectors.Tail, at count: Int) {
        kept.withLock { $0 = (tail, count) }
    }
}

extension Question {
    var isInWordsAlone: Bool { words != nil && photos.isEmpty && files.isEmpty && vectors.isEmpty }
}

extension Engine {
    /// Fewer words show no tail.
    private static let fewestNeutralWords = 100

    /// Made once for each model, and kept in the cache; nil for a model whose texts are too short for words.
    func neutralVectors() async throws -> NeutralVectors? {
        try await neutral.value { [self] in
            // What is kept is there long before the encoder is.
            if let kept = await keptVectors(of: .neutralWords), kept.count >= Self.fewestNeutralWords {
                return try NeutralVectors(kept)
            }
            let encoder = try await textEncoder()
            var words: [String] = []
            for word in NeutralWords.all where try await encoder.takesAll(of: word) { words.append(word) }
            guard words.count >= Self.fewestNeutralWords else { return nil }
            let vectors = try await LabelVectors.make(LabelSet(words), scoring: scoring, encoder: encoder).vectors
            try modelID.check(vectors)
            await keep(vectors, of: .neutralWords)
            return try NeutralVectors(vectors)
        }
    }
}
