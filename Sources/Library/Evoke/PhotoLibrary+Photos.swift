package import EvokePorts
import EvokeSystem
public import EvokeValues
import EvokeWorkers

package struct PhotoPage: Sendable {
    /// Its file, its size and its date.
    package let card: PhotoCard
    /// What the photo and its sidecars say; empty if nothing.
    package let metadata: PhotoMetadata
    /// The owner's marks, which take precedence over the metadata.
    package let marks: PhotoMarks
    /// The raw file or export of the same shot, and the sidecars.
    package let companions: [DiskPath]
    /// Whether one of these is a film that a phone took with the photo.
    package var moves: Bool { card.path.format != .video && companions.contains { $0.format == .video } }
    package let isThere: Bool
    /// Its dominant colors; nil if they have not been computed.
    package let colors: PhotoColors?
}

/// A library's counts, with the model it is searched with.
public struct LibraryOverview: Sendable {
    /// The library's own folder.
    public let folder: DiskPath
    /// The size of the library's file, without thumbnails and search indexes.
    public fileprivate(set) var bytes: Int64 = 0
    /// The model it is searched with.
    public fileprivate(set) var model: ModelChoice
    /// Counts of its contents.
    public let summary: CatalogSummary
    /// The roots that have names; only libraries in a database have them.
    public let namedRoots: [NamedRoot]
    /// Patterns excluded below every folder, as in `.evokeignore`.
    public let exclusions: [String]
    /// Photos that a search can find: those with a vector of the current model.
    public fileprivate(set) var searchable = 0
    /// Photos whose text has been read; nil if this machine has no text reader.
    public let read: Int?
    /// What is known about people; nil if they are off.
    public let people: PeopleFigures?
    /// Changes whenever marks or people change; it reveals nothing else.
    public fileprivate(set) var marksVersion = ""
    /// The progress of indexing.
    public fileprivate(set) var indexing = IndexingProgress()
    /// When marks and people changed last.
    fileprivate let lastChanges: [UInt64?]
}

/// A page of photos without a query.
public struct PhotoList: Sendable {
    /// Each with the stack that it represents; nil for a photo without a stack, and if stacks are not folded.
    public let photos: [(card: PhotoCard, stack: PhotoStack?)]
    /// The number on all pages, and how many more are folded into these.
    public let total, folded: Int
}

extension PhotoLibrary {
    /// Those of the photos that can be shown.
    public func cards(of photos: [PhotoID]) async throws -> [PhotoID: PhotoCard] {
        try await reading { try await $0.cards(of: photos) }
    }

    /// All photos that can be shown, newest first.
    ///
    /// - Parameter folds: whether the best of each stack represents it.
    public func recent(top: Int, offset: Int, folds: Bool = false) async throws -> PhotoList {
        let stacks = folds ? await duplicates.stacks() : PhotoStacks()
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
    package func text(of photo: PhotoID) async throws -> PictureText? {
        let card = try await card(of: photo)
        return try await reading { try await $0.result(.text, of: card) }
    }

    /// The number of photos per day, in the same order. Counted once per state of a library that is followed.
    public func days(folds: Bool = false) async throws -> [PhotoDay] {
        let state = try await kept.state()
        guard folds else {
            return try await kept.memory.days.value(at: state) { try await reading { try await $0.days(among: nil) } }
        }
        let (stacks, version) = await kept.stacks()
        return try await kept.memory.daysOfStacks.value(at: [state, CatalogState(version)]) {
            try await reading { try await $0.days(among: stacks.folded($0.photos(meeting: .all([])))) }
        }
    }

    /// All details of a photo.
    ///
    /// Throws `EvokeError` of the kind `notFound` if there is no such photo that can be shown.
    package func page(of photo: PhotoID) async throws -> PhotoPage {
        let card = try await card(of: photo)
        let exposure = await exposure(of: card)
        return try await reading { try await $0.page(of: card, exposure: exposure) }
    }

    /// From the photo's own file; nil if that cannot be read now.
    private func exposure(of card: PhotoCard) async -> Exposure? {
        // A photo that cannot be read has no known exposure.
        guard let original = try? await file(of: card) else { return nil }
        defer { withExtendedLifetime(original) {} }
        // The same.
        return try? await kept.viewer.readers.metadata.metadata(of: original.opened, sidecars: []).exposure
    }

    /// A photo.
    ///
    /// Throws `EvokeError` of the kind `notFound` if there is no such photo that can be shown.
    public func card(of photo: PhotoID) async throws -> PhotoCard {
        guard let card = try await cards(of: [photo])[photo] else {
            throw EvokeError(
                .notFound, doing: "show the photo", subject: "\(photo.value)",
                reason: "it is not in the library or cannot be shown", remedy: "Search again.")
        }
        return card
    }

    /// The library as it is now. Counted once per state of one that is followed, which takes a while in large ones.
    public func overview() async throws -> LibraryOverview {
        let engine = try await kept.engine
        var overview = try await kept.memory.overview.value(at: kept.state()) {
            try await reading { [configuration] catalog in
                let summary = try await catalog.summary()
                return LibraryOverview(
                    folder: configuration.library, model: engine.choice, summary: summary,
                    namedRoots: try await (catalog as? any RootNaming)?.namedRoots() ?? [],
                    exclusions: try await catalog.exclusions(),
                    read: try await configuration.countRead(in: catalog, of: summary),
                    people: try await configuration.people(in: catalog, of: summary),
                    lastChanges: [try await catalog.lastMarkChange(), try await catalog.lastPeopleChange()])
            }
        }
        overview.bytes = try await configuration.catalog.bytes()
        overview.model = engine.choice
        overview.searchable = overview.summary.photos(indexedBy: engine.modelID)
        overview.indexing = indexing.progress
        let changes = overview.lastChanges
        let version = kept.memory.marksVersion.withLock { version in
            if let known = version.changes, known != changes { version.number += 1 }
            version.changes = changes
            return version.number
        }
        overview.marksVersion = "\(Self.sign)-\(version)"
        return overview
    }

    /// Distinguishes this process's versions from those of others.
    private static let sign = String(UInt32.random(in: 0...UInt32.max), radix: 16)

    /// The photos that could not be read, sorted by path.
    public func failures() async throws -> [FailedPhoto] {
        try await reading { try await $0.failures() }
    }

    /// The truncated photos, sorted by path.
    public func truncatedPhotos() async throws -> [TruncatedPhoto] {
        try await reading { try await $0.truncatedPhotos() }
    }

    /// The opened file of a photo, which is guaranteed to be in one of the library's folders.
    package func file(of card: PhotoCard) async throws -> PhotoOriginal {
        let roots = try await reading { try await $0.roots() }
        return try PhotoOriginal(card.path, inside: Set(roots), known: card.stamp)
    }

    /// The opened film that a phone took with a photo.
    ///
    /// Throws `EvokeError` of the kind `notFound` if there is none.
    package func film(of photo: PhotoID) async throws -> (path: DiskPath, file: PhotoOriginal) {
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
