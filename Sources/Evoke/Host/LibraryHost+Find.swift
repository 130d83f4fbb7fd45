import CatalogSQLite
public import PhotoCore
import Search

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

extension PhotoLibrary {
    /// The photos that fit best, but those asked about.
    public func find(_ question: Question, top: Int, offset: Int) async throws -> [SearchHit] {
        try await checkVectors()
        var wish = Wish(photos: question.pictures)
        for photo in question.photos { wish.photos.append(try await vector(of: photo)) }
        if let words = question.words { wish.words = try await engine.embed(text: words) }
        if let avoided = question.avoided { wish.avoided = try await engine.embed(text: avoided) }
        guard let embedding = wish.embedding else {
            throw EvokeError(
                .wrongUsage, doing: "search", subject: question.words ?? "", reason: "nothing is left to look for",
                remedy: "Say what the photos are to show, and avoid something else.")
        }
        let asked = Set(question.photos)
        let found = try await hits([embedding], top: offset + top + asked.count)[0]
        return found.filter { !asked.contains($0.id) }.dropFirst(offset).prefix(top).enumerated().map {
            SearchHit(rank: offset + $0 + 1, score: $1.score, id: $1.id, path: $1.path)
        }
    }

    private func vector(of photo: PhotoID) async throws -> Embedding {
        guard let vector = try await catalog.vector(of: photo, model: model) else {
            throw EvokeError(
                .notFound, doing: "search for photos like", subject: "\(photo.value)",
                reason: "the library has no such photo, or no vector of it", remedy: "Run 'evoke index'.")
        }
        return vector
    }
}
