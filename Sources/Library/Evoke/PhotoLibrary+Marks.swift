public import EvokeValues
import EvokeWorkers

/// What the owner of a library says of photos.
public struct MarkOverview: Hashable, Sendable {
    /// How many favourites there are.
    public let favourites: Int
    /// The albums, the largest first, and how many photos are in each.
    public let albums: [PhotoValue]
    /// The tags, with the keywords that photos bring with them, the most frequent first.
    public let tags: [PhotoValue]
    /// How many photos are hidden.
    public let hidden: Int
    /// Whether there is a change that can be taken back.
    public let canUndo: Bool
}

/// Favourites, ratings, captions, tags and albums, and which photos are hidden. They are kept in the library, and no
/// photo's file is changed. They belong to what a file holds: they move with it, and an edited photo keeps them.
extension PhotoLibrary {
    /// What there is of them in a library that need not be open; no model is loaded. `upgrading` hears of a library that an
    /// older Evoke left.
    ///
    /// Throws `EvokeError` of the kind `notFound` where there is no library.
    public static func marks(
        _ places: LibraryConfiguration, upgrading: @escaping @Sendable (UpgradeProgress) -> Void = { _ in }
    ) async throws -> MarkOverview {
        let catalog = try await places.catalog.open(.read, upgrading: upgrading)
        let overview = try await catalog.markOverview()
        try await catalog.close()
        return overview
    }

    /// Changes the marks of photos, of all of them or of none. Another program may index the library meanwhile. `notify`
    /// hears which share of that is done, from 0 to 1.
    ///
    /// Throws `EvokeError`: of the kind `wrongUsage` for a mark that is none, such as a tag without a letter, and `notFound`
    /// where there is no library.
    public static func mark(
        _ photos: PhotoSet, _ edit: MarkEdit, _ places: LibraryConfiguration,
        upgrading: @escaping @Sendable (UpgradeProgress) -> Void = { _ in },
        notify: @escaping @Sendable (_ share: Double) -> Void = { _ in }
    ) async throws -> MarkReport {
        for mark in edit.adding { try mark.check() }
        let report = Locked(MarkReport(changed: 0, unread: 0))
        try await places.besideWriters(upgrading: upgrading) { catalog in
            let done = try await catalog.record(edit, of: photos, notify: notify)
            report.withLock { $0 = done }
        }
        return report.withLock { $0 }
    }

    /// Takes the last change of marks back that was not taken back, and gives of how many photos; nil where there is none.
    /// The last hundred can be. `notify` hears which share of that is done, from 0 to 1.
    ///
    /// Throws `EvokeError` of the kind `notFound` where there is no library.
    public static func undoMarks(
        _ places: LibraryConfiguration, upgrading: @escaping @Sendable (UpgradeProgress) -> Void = { _ in },
        notify: @escaping @Sendable (_ share: Double) -> Void = { _ in }
    ) async throws -> Int? {
        let undone = Locked(Int?.none)
        try await places.besideWriters(upgrading: upgrading) { catalog in
            let photos = try await catalog.undoMarks(notify: notify)
            undone.withLock { $0 = photos }
        }
        return undone.withLock { $0 }
    }

    /// The photos of an album in a library that need not be open, hidden ones as well.
    ///
    /// Throws `EvokeError` of the kind `notFound` where there is no such album, and where there is no library.
    public static func photos(
        inAlbum name: String, _ places: LibraryConfiguration,
        upgrading: @escaping @Sendable (UpgradeProgress) -> Void = { _ in }
    ) async throws -> PhotoSet {
        let catalog = try await places.catalog.open(.read, upgrading: upgrading)
        let photos = try await catalog.photos(meeting: PhotoCondition.test(.album(name)).amongHiddenToo)
        let albums = try await catalog.values(of: .album).map(\.text)
        try await catalog.close()
        guard photos.isEmpty else { return photos }
        let guess = Spelling.nearest(to: name, among: albums)
        throw EvokeError(
            .notFound, doing: "find the album", subject: FilePath(name).display, reason: "there is none of that name",
            remedy: guess.map { "Did you mean '\(FilePath($0).display)'?" } ?? "Add photos to it first.")
    }

    /// The photos that meet a condition, of those that can be shown, in a library that need not be open.
    ///
    /// Throws `EvokeError` of the kind `notFound` where there is no library.
    public static func photos(meeting condition: PhotoCondition, _ places: LibraryConfiguration) async throws
        -> PhotoSet
    {
        let catalog = try await places.catalog.open(.read, upgrading: { _ in })
        let photos = try await catalog.photos(meeting: condition)
        try await catalog.close()
        return photos
    }

    /// Other photos that can be shown and hold the same as some of these: marks belong to what a file holds.
    ///
    /// Throws `EvokeError` of the kind `notFound` where there is no library.
    public static func copies(of photos: PhotoSet, _ places: LibraryConfiguration) async throws -> PhotoSet {
        let catalog = try await places.catalog.open(.read, upgrading: { _ in })
        let copies = try await catalog.copies(of: photos)
        try await catalog.close()
        return copies
    }

    /// The photos with these files in a library that need not be open.
    ///
    /// Throws `EvokeError` of the kind `notFound` for a file that the library does not have, and where there is no library.
    public static func photos(
        at paths: [FilePath], _ places: LibraryConfiguration,
        upgrading: @escaping @Sendable (UpgradeProgress) -> Void = { _ in }
    ) async throws -> PhotoSet {
        let catalog = try await places.catalog.open(.read, upgrading: upgrading)
        var photos = PhotoSet()
        for path in paths {
            var found: PhotoID?
            for candidate in candidates(for: path) where found == nil { found = try await catalog.photo(at: candidate) }
            guard let found else {
                throw EvokeError(
                    .notFound, doing: "find the photo", subject: path.display, reason: "the library has no such photo",
                    remedies: [.advice("Check the spelling."), .showLibrary])
            }
            photos.insert(found)
        }
        try await catalog.close()
        return photos
    }
}

extension PhotoCatalog {
    func copies(of photos: PhotoSet) async throws -> PhotoSet {
        let contents = Set(try await cards(of: photos.ids).values.compactMap(\.content))
        return PhotoSet(try await traces(of: Array(contents)).map(\.photo)).subtracting(photos)
    }

    func markOverview() async throws -> MarkOverview {
        MarkOverview(
            favourites: try await photos(meeting: .test(.favourite)).count, albums: try await values(of: .album),
            tags: try await values(of: .keyword),
            hidden: try await photos(meeting: .test(.hidden)).count, canUndo: try await canUndoMarks())
    }
}

extension Mark {
    /// Throws `EvokeError` of the kind `wrongUsage` for what is none.
    func check() throws(EvokeError) {
        switch self {
        case .favourite, .hidden: break
        case .rating(let stars):
            guard (-1...5).contains(stars) else {
                throw Self.refused("\(stars)", "that is no rating", "Give 0 to 5 stars, or reject the photo.")
            }
        case .caption(let text):
            guard !text.isBlank else { throw Self.refused("", "the caption is empty", "Say what the photo shows.") }
            guard text.unicodeScalars.count <= Self.longestCaption else {
                throw Self.refused(
                    "", "the caption is longer than \(Self.longestCaption) characters", "Give a shorter one.")
            }
            guard !text.unicodeScalars.contains(where: { $0.isControl && $0 != "\n" && $0 != "\t" }) else {
                throw Self.refused("", "the caption has characters in it that cannot be seen", "Give it in plain text.")
            }
        case .tag(let name): try Self.check(name, "tag")
        case .album(let name): try Self.check(name, "album")
        }
    }

    private static func check(_ name: String, _ what: String) throws(EvokeError) {
        let shown = FilePath(name).display
        guard !name.isBlank else { throw refused("", "the \(what) has no name", "Give it one.") }
        guard name.unicodeScalars.count <= longestName else {
            throw refused(
                shown, "the \(what)'s name is longer than \(longestName) characters", "Give it a shorter one.")
        }
        guard !name.unicodeScalars.contains(where: \.isControl) else {
            throw refused(
                shown, "the \(what)'s name has characters in it that cannot be seen",
                "Give it one in a line of plain text.")
        }
    }

    private static func refused(_ subject: String, _ reason: String, _ remedy: String) -> EvokeError {
        EvokeError(.wrongUsage, doing: "mark the photos", subject: subject, reason: reason, remedy: remedy)
    }
}
