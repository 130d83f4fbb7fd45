import CatalogSQLite
import EvokeSystem
public import EvokeValues

/// What is known of one photo.
public struct PhotoPage: Sendable {
    public let card: PhotoCard
    public let facts: PhotoFacts
    public let companions: [FilePath]
    public let isThere: Bool
}

/// A library in numbers, with the model that it is searched with.
public struct LibraryOverview: Sendable {
    public let folder: FilePath
    public let bytes: Int64
    public let summary: CatalogSummary
    public let exclusions: [String]
    public let searchable: Int
    public let indexing: IndexingProgress
}

extension LibraryHost {
    public nonisolated func cards(of photos: [PhotoID]) async throws -> [PhotoID: PhotoCard] {
        try await reading { try await $0.cards(of: photos) }
    }

    /// The last taken first.
    public nonisolated func recent(top: Int, offset: Int) async throws -> [PhotoCard] {
        try await reading { try await $0.recentCards(top: top, offset: offset) }
    }

    public nonisolated func page(of photo: PhotoID) async throws -> PhotoPage {
        let card = try await card(of: photo)
        let known = try await reading { try await $0.facts(of: photo) }
        return PhotoPage(
            card: card, facts: known?.facts ?? PhotoFacts(), companions: known?.companions ?? [],
            isThere: FileSystem.isFile(card.path))
    }

    public nonisolated func card(of photo: PhotoID) async throws -> PhotoCard {
        guard let card = try await cards(of: [photo])[photo] else {
            throw EvokeError(
                .notFound, doing: "show the photo", subject: "\(photo.value)",
                reason: "the library has no such photo that can be shown", remedy: "Search again.")
        }
        return card
    }

    public func overview() async throws -> LibraryOverview {
        let (summary, exclusions) = try await reading { (try await $0.summary(), try await $0.exclusions()) }
        let fingerprint = engine.modelID.fingerprint
        let file = places.library.appending(SQLiteCatalog.fileName)
        return LibraryOverview(
            folder: places.library, bytes: FileSystem.size(of: file), summary: summary, exclusions: exclusions,
            searchable: summary.models.first { $0.id.fingerprint == fingerprint }?.photos ?? 0,
            indexing: news.progress)
    }

    public nonisolated func failures() async throws -> [FailedPhoto] {
        try await reading { try await $0.failures() }
    }

    public nonisolated func cutPhotos() async throws -> [CutPhoto] {
        try await reading { try await $0.cutPhotos() }
    }

    /// The file of a photo, open, once it is certain that it lies in one of the library's folders.
    public nonisolated func file(of card: PhotoCard) async throws -> PhotoOriginal {
        let roots = try await reading { try await $0.roots() }
        return try PhotoOriginal(card.path, inside: Set(roots), known: card.stamp)
    }
}
