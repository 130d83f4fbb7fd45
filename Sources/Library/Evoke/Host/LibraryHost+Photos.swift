public import EvokePorts
import EvokeSystem
public import EvokeValues
import EvokeWorkers

/// The details of a photo.
public struct PhotoPage: Sendable {
    /// Its file, its size and its date.
    public let card: PhotoCard
    /// What the photo and its sidecars say; empty if nothing.
    public let metadata: PhotoMetadata
    /// The owner's marks, which take precedence over the metadata.
    public let marks: PhotoMarks
    /// The raw file or export of the same shot, and the sidecars.
    public let companions: [FilePath]
    /// Whether one of these is a film that a phone took with the photo.
    public var moves: Bool { card.path.format != .video && companions.contains { $0.format == .video } }
    /// Whether its file exists now.
    public let isThere: Bool
    /// Its dominant colors; nil if they have not been computed.
    public let colors: PhotoColors?
}

/// A library's counts, with the model it is searched with.
public struct LibraryOverview: Sendable {
    /// The library's own folder.
    public let folder: FilePath
    /// The size of the library's file, without thumbnails and search indexes.
    public let bytes: Int64
    /// The model it is searched with.
    public let model: ModelChoice
    /// Counts of its contents.
    public let summary: CatalogSummary
    /// The roots that have names; only libraries in a database have them.
    public let namedRoots: [NamedRoot]
    /// Patterns excluded below every folder, as in `.evokeignore`.
    public let exclusions: [String]
    /// Photos that a search can find: those with a vector of the current model.
    public let searchable: Int
    /// Photos whose text has been read; nil if this machine has no text reader.
    public let read: Int?
    /// What is known about people; nil if they are off.
    public let people: PeopleFigures?
    /// Changes whenever marks or people change; it reveals nothing else.
    public let marksVersion: String
    /// The progress of indexing.
    public let indexing: IndexingProgress
}

/// A catalog's counts of a library.
struct LibraryCounts: Sendable {
    let summary: CatalogSummary
    let exclusions: [String]
    let namedRoots: [NamedRoot]
    let read: Int?
    let people: PeopleFigures?
    let lastChanges: [UInt64?]
}

/// A page of photos without a query.
public struct PhotoList: Sendable {
    /// Each with the stack that it represents; nil for a photo without a stack, and if stacks are not folded.
    public let photos: [(card: PhotoCard, stack: PhotoStack?)]
    /// The number on all pages, and how many more are folded into these.
    public let total, folded: Int
}

extension LibraryHost {
    /// Those of the photos that can be shown.
    public nonisolated func cards(of photos: [PhotoID]) async throws -> [PhotoID: PhotoCard] {
        try await reading { try await $0.cards(of: photos) }
    }

    /// All photos that can be shown, newest first.
    ///
    /// - Parameter folds: whether the best of each stack represents it.
    public func recent(top: Int, offset: Int, folds: Bool = false) async throws -> PhotoList {
        let stacks = folds ? await stacks() : PhotoStacks()
        return try await reading { catalog in
            let all = try await catalog.photos(meeting: .all([]))
            let shown = stacks.folded(all)
            let cards = try await catalog.cards(among: shown, order: .newest, top: top, offset: offset)
            return PhotoList(
                photos: cards.map { ($0, stacks.stack(of: $0.id)) }, total: shown.count,
                folded: all.count - shown.count)
        }
    }

    /// The text in a photo's picture; nil if it has not been read.
    ///
    /// Throws `EvokeError` of the kind `notFound` if there is no such photo that can be shown.
    public nonisolated func text(of photo: PhotoID) async throws -> PictureText? {
        let card = try await card(of: photo)
        return try await reading { try await $0.result(.text, of: card) }
    }

    /// The number of photos per day, in the same order. Counted once per state of the library.
    public func days(folds: Bool = false) async throws -> [PhotoDay] {
        let state = try await state()
        if folds {
            let stacks = await stacks()
            let formation = held?.formation
            if let countedByStacks, countedByStacks.state == state { return countedByStacks.days }
            let days = try await reading { catalog in
                try await catalog.days(among: stacks.folded(catalog.photos(meeting: .all([]))))
            }
            // Unless other stacks were found meanwhile.
            if held?.formation == formation { countedByStacks = (state, days) }
            return days
        }
        if let counted, counted.state == state { return counted.days }
        let days = try await reading { try await $0.days(among: nil) }
        counted = (state, days)
        return days
    }

    /// All details of a photo.
    ///
    /// Throws `EvokeError` of the kind `notFound` if there is no such photo that can be shown.
    public nonisolated func page(of photo: PhotoID) async throws -> PhotoPage {
        let card = try await card(of: photo)
        let exposure = await exposure(of: card)
        return try await reading { try await $0.page(of: card, exposure: exposure) }
    }

    /// The name of a place in a language ("pt-BR", "de"), otherwise in English or as local people call it: "Lisbon,
    /// Portugal". Nil if unknown, or without a table of places.
    ///
    /// Throws `EvokeError` if the table is damaged.
    public nonisolated func name(of place: PhotoPlace, in language: String) throws(EvokeError) -> String? {
        try configuration.name(of: place, in: language)
    }

    /// From the photo's own file; nil if that cannot be read now.
    private nonisolated func exposure(of card: PhotoCard) async -> Exposure? {
        // A photo that cannot be read has no known exposure.
        guard let original = try? await file(of: card) else { return nil }
        defer { withExtendedLifetime(original) {} }
        // The same.
        return try? await readers.metadata.metadata(of: original.opened, sidecars: []).exposure
    }

    /// A photo.
    ///
    /// Throws `EvokeError` of the kind `notFound` if there is no such photo that can be shown.
    public nonisolated func card(of photo: PhotoID) async throws -> PhotoCard {
        guard let card = try await cards(of: [photo])[photo] else {
            throw EvokeError(
                .notFound, doing: "show the photo", subject: "\(photo.value)",
                reason: "it is not in the library or cannot be shown", remedy: "Search again.")
        }
        return card
    }

    /// The library as it is now. Counted once per state of the library, which takes a while in large ones.
    public func overview() async throws -> LibraryOverview {
        let state = try await state()
        let known = counts.flatMap { $0.state == state ? $0.counts : nil }
        let counts: LibraryCounts
        if let known { counts = known } else { counts = try await count() }
        self.counts = (state, counts)
        if let known = marksVersion.changes, known != counts.lastChanges { marksVersion.number += 1 }
        marksVersion.changes = counts.lastChanges
        let (summary, fingerprint) = (counts.summary, engine.modelID.fingerprint)
        return LibraryOverview(
            folder: configuration.library, bytes: try await configuration.catalog.bytes(), model: engine.choice,
            summary: summary,
            namedRoots: counts.namedRoots, exclusions: counts.exclusions,
            searchable: summary.models.first { $0.id.fingerprint == fingerprint }?.photos ?? 0, read: counts.read,
            people: counts.people, marksVersion: "\(Self.sign)-\(marksVersion.number)",
            indexing: news.progress)
    }

    private nonisolated func count() async throws -> LibraryCounts {
        try await reading { [configuration] catalog in
            let summary = try await catalog.summary()
            return LibraryCounts(
                summary: summary, exclusions: try await catalog.exclusions(),
                namedRoots: try await (catalog as? any RootNaming)?.namedRoots() ?? [],
                read: try await configuration.countRead(in: catalog, of: summary),
                people: try await configuration.people(in: catalog, of: summary),
                lastChanges: [try await catalog.lastMarkChange(), try await catalog.lastPeopleChange()])
        }
    }

    /// Distinguishes this process's versions from those of others.
    private static let sign = String(UInt32.random(in: 0...UInt32.max), radix: 16)

    /// The photos that could not be read, sorted by path.
    public nonisolated func failures() async throws -> [FailedPhoto] {
        try await reading { try await $0.failures() }
    }

    /// The truncated photos, sorted by path.
    public nonisolated func truncatedPhotos() async throws -> [TruncatedPhoto] {
        try await reading { try await $0.truncatedPhotos() }
    }

    /// The opened file of a photo, which is guaranteed to be in one of the library's folders.
    package nonisolated func file(of card: PhotoCard) async throws -> PhotoOriginal {
        let roots = try await reading { try await $0.roots() }
        return try PhotoOriginal(card.path, inside: Set(roots), known: card.stamp)
    }

    /// The opened film that a phone took with a photo.
    ///
    /// Throws `EvokeError` of the kind `notFound` if there is none.
    package nonisolated func film(of photo: PhotoID) async throws -> (path: FilePath, file: PhotoOriginal) {
        let (card, known) = (try await card(of: photo), try await reading { try await $0.metadata(of: photo) })
        guard let path = known?.companions.first(where: { $0.format == .video }) else {
            throw EvokeError(
                .notFound, doing: "show the video of the photo", subject: card.path.display,
                reason: "it has no video", remedy: "Open the photo itself.")
        }
        let roots = try await reading { try await $0.roots() }
        return (path, try PhotoOriginal(path, inside: Set(roots), known: nil))
    }
}

extension LibraryHost {
    /// A small JPEG of the photo: its thumbnail from indexing, or one made now.
    public nonisolated func thumbnail(of card: PhotoCard, side: Int) async throws -> [UInt8] {
        let key = PictureCache.Key(photo: card.id, stamp: card.stamp, side: side)
        return try await pictures.picture(for: key) { [self] in
            let thumbnails = side == Thumbnail.side ? thumbnails : side == Thumbnail.largeSide ? largeThumbnails : nil
            let content = thumbnails == nil ? nil : card.content
            if let content, let kept = try await thumbnails?.thumbnail(of: content) { return kept.jpeg }
            // Decoded from the file that was checked, since another may have replaced it by now.
            let original = try await file(of: card)
            let made = try await made(original, side: side)
            // The path may be another photo's by now, whose picture must not be kept for this one.
            if let content, original.stamp.fits(card.stamp), try await file(of: card).stamp == original.stamp {
                // A library that cannot be written to is only slower.
                try? await thumbnails?.keep(made, of: content)
            }
            return made.jpeg
        }
    }

    private nonisolated func made(_ original: PhotoOriginal, side: Int) async throws -> Thumbnail {
        defer { withExtendedLifetime(original) {} }
        do {
            return try await readers.decoder.thumbnail(of: original.opened, named: original.path, side: side)
        } catch let error as EvokeError where error.subject == original.opened.display {
            throw error.with(subject: original.path.display)
        }
    }
}

/// The most recently used pictures, up to a number of bytes. Concurrent requests for the same picture share one.
final class PictureCache: Sendable {
    struct Key: Hashable, Sendable {
        let photo: PhotoID
        let stamp: FileStamp
        /// For a picture of the whole photo.
        var side: Int?
        /// For a picture of a part.
        var square: Face.Box?
    }

    private struct State {
        var pictures: RecentlyUsed<Key, [UInt8]>
        var underWay: [Key: Task<[UInt8], any Error>] = [:]
    }

    private let state: Locked<State>

    init(capacity: Int) {
        state = Locked(State(pictures: RecentlyUsed(capacity: capacity)))
    }

    func picture(for key: Key, make: @escaping @Sendable () async throws -> [UInt8]) async throws -> [UInt8] {
        let (known, task) = state.withLock { state -> ([UInt8]?, Task<[UInt8], any Error>?) in
            if let known = state.pictures.value(for: key) { return (known, nil) }
            let task = state.underWay[key] ?? Task { try await make() }
            state.underWay[key] = task
            return (nil, task)
        }
        guard let task else { return known ?? [] }
        let result = await task.result
        state.withLock { state in
            // An error goes to those who asked.
            guard state.underWay.removeValue(forKey: key) != nil, let bytes = try? result.get() else { return }
            state.pictures.keep(bytes, for: key, size: bytes.count)
        }
        return try result.get()
    }
}
