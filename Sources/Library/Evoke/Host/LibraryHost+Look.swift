import EvokeSystem
public import EvokeValues

/// What is known of one photo.
public struct PhotoPage: Sendable {
    /// Its file, its size and its date.
    public let card: PhotoCard
    /// What is written in the photo and in its sidecars; empty where nothing is.
    public let metadata: PhotoMetadata
    /// What the owner says of it, which counts before the facts.
    public let marks: PhotoMarks
    /// The raw file or the export of the same shot, and the sidecars.
    public let companions: [FilePath]
    /// Whether one of these is a film that a phone took along with it.
    public var moves: Bool { card.path.format != .video && companions.contains { $0.format == .video } }
    /// Whether its file is in its place just now.
    public let isThere: Bool
    /// Its dominant colours; nil where nobody has looked for them yet.
    public let colors: PhotoColors?
}

/// A library in numbers, with the model that it is searched with.
public struct LibraryOverview: Sendable {
    /// The library's own folder.
    public let folder: FilePath
    /// The size of the library's file, without thumbnails and search indexes.
    public let bytes: Int64
    /// The model that it is searched with.
    public let model: ModelChoice
    /// What it holds, in numbers.
    public let summary: CatalogSummary
    /// Those of its roots that have names, which libraries in a database alone have.
    public let namedRoots: [NamedRoot]
    /// Patterns of what is left out below every folder, as in `.evokeignore`.
    public let exclusions: [String]
    /// Photos that a search can find: those with a vector of the model in use.
    public let searchable: Int
    /// Photos whose text has been read; nil where nothing on this machine reads any.
    public let read: Int?
    /// What is known of people; nil where they are off.
    public let people: PeopleFigures?
    /// Another text after each change of marks, and of what the owner says of people; it tells nothing of what that is.
    public let marksVersion: String
    /// How far indexing is.
    public let indexing: IndexingProgress
}

/// What a catalogue says of a library in numbers.
struct LibraryCounts: Sendable {
    let summary: CatalogSummary
    let exclusions: [String]
    let namedRoots: [NamedRoot]
    let read: Int?
    let people: PeopleFigures?
    let lastChanges: [UInt64?]
}

/// A page of photos that nothing was asked of.
public struct PhotoList: Sendable {
    /// Each with the stack that it stands for; nil for a photo that is alone, and where stacks are not folded.
    public let photos: [(card: PhotoCard, stack: PhotoStack?)]
    /// How many there are on all pages, and how many more are folded into these.
    public let total, folded: Int
}

extension LibraryHost {
    /// Those of the photos that can be shown; others are left out.
    public nonisolated func cards(of photos: [PhotoID]) async throws -> [PhotoID: PhotoCard] {
        try await reading { try await $0.cards(of: photos) }
    }

    /// All photos that can be shown, the last taken first.
    ///
    /// - Parameter folds: whether the best of each stack stands for it.
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

    /// What was read in the picture of a photo that can be shown; nil where nothing has read it yet.
    ///
    /// Throws `EvokeError` of the kind `notFound` where there is none of that number.
    public nonisolated func text(of photo: PhotoID) async throws -> PictureText? {
        _ = try await card(of: photo)
        return try await reading { try await $0.text(of: photo)?.text }
    }

    /// How many of them each day has, in the same order. They are counted once for each state of the library.
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

    /// All that is known of a photo.
    ///
    /// Throws `EvokeError` of the kind `notFound` where there is none of that number that can be shown.
    public nonisolated func page(of photo: PhotoID) async throws -> PhotoPage {
        let card = try await card(of: photo)
        let exposure = await exposure(of: card)
        return try await reading { try await $0.page(of: card, exposure: exposure) }
    }

    /// What a place is called in a language ("pt-BR", "de"), else in English or on the spot: "Lisbon, Portugal". Nil where
    /// it is nowhere, or the table of places is not there.
    ///
    /// Throws `EvokeError` where the table is damaged.
    public nonisolated func name(of place: PhotoPlace, in language: String) throws(EvokeError) -> String? {
        try places.name(of: place, in: language)
    }

    /// As the photo's own file says; nil where that cannot be read now.
    private nonisolated func exposure(of card: PhotoCard) async -> Exposure? {
        // A photo that cannot be read tells nothing of its exposure.
        guard let original = try? await file(of: card) else { return nil }
        defer { withExtendedLifetime(original) {} }
        // As above.
        return try? await readers.metadata.metadata(of: original.opened, sidecars: []).exposure
    }

    /// One photo.
    ///
    /// Throws `EvokeError` of the kind `notFound` where there is none of that number that can be shown.
    public nonisolated func card(of photo: PhotoID) async throws -> PhotoCard {
        guard let card = try await cards(of: [photo])[photo] else {
            throw EvokeError(
                .notFound, doing: "show the photo", subject: "\(photo.value)",
                reason: "the library has no such photo that can be shown", remedy: "Search again.")
        }
        return card
    }

    /// The library as it is now. It is counted once for each state of it, which takes a while where there are very many
    /// photos.
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
            folder: places.library, bytes: try await places.catalog.bytes(), model: engine.choice, summary: summary,
            namedRoots: counts.namedRoots, exclusions: counts.exclusions,
            searchable: summary.models.first { $0.id.fingerprint == fingerprint }?.photos ?? 0, read: counts.read,
            people: counts.people, marksVersion: "\(Self.sign)-\(marksVersion.number)",
            indexing: news.progress)
    }

    private nonisolated func count() async throws -> LibraryCounts {
        try await reading { [places] catalog in
            let summary = try await catalog.summary()
            return LibraryCounts(
                summary: summary, exclusions: try await catalog.exclusions(),
                namedRoots: try await (catalog as? any RootNaming)?.namedRoots() ?? [],
                read: try await places.countRead(in: catalog, of: summary),
                people: try await places.people(in: catalog, of: summary),
                lastChanges: [try await catalog.lastMarkChange(), try await catalog.lastPeopleChange()])
        }
    }

    /// Tells the versions of this process from those of others.
    private static let sign = String(UInt32.random(in: 0...UInt32.max), radix: 16)

    /// The photos that could not be read, in the order of their paths.
    public nonisolated func failures() async throws -> [FailedPhoto] {
        try await reading { try await $0.failures() }
    }

    /// The photos whose end is missing, in the order of their paths.
    public nonisolated func cutPhotos() async throws -> [TruncatedPhoto] {
        try await reading { try await $0.cutPhotos() }
    }

    /// The file of a photo, open, once it is certain that it lies in one of the library's folders.
    package nonisolated func file(of card: PhotoCard) async throws -> PhotoOriginal {
        let roots = try await reading { try await $0.roots() }
        return try PhotoOriginal(card.path, inside: Set(roots), known: card.stamp)
    }

    /// The film that a phone took along with a photo, open, as the photo itself would be.
    ///
    /// Throws `EvokeError` of the kind `notFound` where there is none.
    package nonisolated func film(of photo: PhotoID) async throws -> (path: FilePath, file: PhotoOriginal) {
        let (card, known) = (try await card(of: photo), try await reading { try await $0.metadata(of: photo) })
        guard let path = known?.companions.first(where: { $0.format == .video }) else {
            throw EvokeError(
                .notFound, doing: "show what moves in the photo", subject: card.path.display,
                reason: "no film was taken along with it", remedy: "Look at the photo itself.")
        }
        let roots = try await reading { try await $0.roots() }
        return (path, try PhotoOriginal(path, inside: Set(roots), known: nil))
    }
}
