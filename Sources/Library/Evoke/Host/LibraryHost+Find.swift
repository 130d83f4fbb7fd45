import CatalogSQLite
import EvokeLabels
public import EvokeValues

/// What somebody looks for: words, photos of the library, pictures, and words to avoid.
public struct Question: Sendable {
    public var words: String?
    public var avoided: String?
    public var photos: [PhotoID]
    public var pictures: [Embedding]

    public init(words: String? = nil, avoided: String? = nil, photos: [PhotoID] = [], pictures: [Embedding] = []) {
        self.words = words
        self.avoided = avoided
        self.photos = photos
        self.pictures = pictures
    }
}

/// A photo that was found.
public struct FoundPhoto: Sendable {
    public let rank: Int
    /// The cosine between the question and the photo.
    public let score: Float
    public let card: PhotoCard
}

extension LibraryHost {
    /// The photos that fit best, but those asked about, and the model that says so.
    public func find(
        _ question: Question, top: Int, offset: Int
    ) async throws -> (photos: [FoundPhoto], model: ModelID) {
        let (library, matches) = try await onceMore { [self] in
            let library = try await current()
            return (library, try await library.find(question, top: top, offset: offset))
        }
        return (try await shown(matches.map { ($0.id, $0.score) }, offset: offset), library.model)
    }

    /// The photos most like a file, which may but need not be in the library.
    public func similar(to file: FilePath, top: Int) async throws -> (photos: [FoundPhoto], model: ModelID) {
        let (library, hits) = try await onceMore { [self] in
            let library = try await current()
            return (library, try await library.similar(to: file, top: top))
        }
        return (try await shown(hits.map { ($0.id, $0.score) }, offset: 0), library.model)
    }

    private nonisolated func shown(_ found: [(id: PhotoID, score: Float)], offset: Int) async throws -> [FoundPhoto] {
        let cards = try await cards(of: found.map(\.id))
        return found.enumerated().compactMap { place, found in
            cards[found.id].map { FoundPhoto(rank: offset + place + 1, score: found.score, card: $0) }
        }
    }
}

extension PhotoLibrary {
    /// The photos that fit best, but those asked about; the first has the rank `offset` + 1.
    func find(_ question: Question, top: Int, offset: Int) async throws -> [VectorMatch] {
        guard offset >= 0 else {
            throw EvokeError(
                .wrongUsage, doing: "search", subject: "", reason: "photos from number \(offset) on were asked for",
                remedy: "Count from 0.")
        }
        let top = try Self.checked(top)
        let offset = offset == 0 ? 0 : try Self.checked(offset)
        try await checkVectors()
        var wish = Wish(photos: question.pictures)
        for photo in question.photos { wish.photos.append(try await vector(of: photo)) }
        if let words = question.words { wish.words = try await engine.embed(text: words) }
        if let avoided = question.avoided { wish.avoided = try await engine.embed(text: avoided) }
        guard let embedding = try wish.embedding else {
            throw EvokeError(
                .wrongUsage, doing: "search", subject: question.words ?? "", reason: "nothing is left to look for",
                remedy: "Say what the photos are to show, and avoid something else.")
        }
        let asked = Set(question.photos)
        let found = try await matches([embedding], top: offset + top + asked.count)[0]
        return Array(found.filter { !asked.contains($0.id) }.dropFirst(offset).prefix(top))
    }

    private func vector(of photo: PhotoID) async throws -> Embedding {
        guard let vector = try await catalog.vector(of: photo, model: model) else {
            throw EvokeError(
                .notFound, doing: "search for photos like", subject: "\(photo.value)",
                reason: "the library has no such photo, or no vector of it", remedies: [.reindex])
        }
        return vector
    }
}
