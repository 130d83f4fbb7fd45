public import EvokeValues
import EvokeWorkers

/// The marks in a library.
public struct MarkOverview: Hashable, Sendable {
    /// The number of favorites.
    public let favorites: Int
    /// The albums, largest first, with their numbers of photos.
    public let albums: [PhotoValue]
    /// The tags and the photos' own keywords, most frequent first.
    public let tags: [PhotoValue]
    /// The number of hidden photos.
    public let hidden: Int
    /// Whether there is a change to undo.
    public let canUndo: Bool
}

/// Favorites, ratings, captions, tags, albums and hidden photos. They are kept in the library; photo files are not
/// changed. They belong to a file's content: they move with it, and an edited photo keeps them.
extension PhotoLibrary {
    /// The marks in a library, which need not be open; no model is loaded. `upgrading` is called while a library of an
    /// older Evoke is upgraded.
    ///
    /// Throws `EvokeError` of the kind `notFound` if there is no library.
    public static func marks(
        _ configuration: LibraryConfiguration, upgrading: @escaping @Sendable (UpgradeProgress) -> Void = { _ in }
    ) async throws -> MarkOverview {
        let catalog = try await configuration.catalog.open(.read, upgrading: upgrading)
        let overview = try await catalog.markOverview()
        try await catalog.close()
        return overview
    }

    /// Changes the marks of all of the photos or, on failure, of none. Another program may be indexing the library at
    /// the same time. `notify` gets the progress, from 0 to 1.
    ///
    /// Throws `EvokeError`: of the kind `wrongUsage` for an invalid mark, such as an empty tag, and `notFound` if there
    /// is no library.
    public static func mark(
        _ photos: PhotoSet, _ edit: MarkEdit, _ configuration: LibraryConfiguration,
        upgrading: @escaping @Sendable (UpgradeProgress) -> Void = { _ in },
        notify: @escaping @Sendable (_ share: Double) -> Void = { _ in }
    ) async throws -> MarkReport {
        for mark in edit.adding { try mark.check() }
        let report = Locked(MarkReport(changed: 0, unread: 0))
        try await configuration.besideWriters(upgrading: upgrading) { catalog in
            let done = try await catalog.record(edit, of: photos, notify: notify)
            report.withLock { $0 = done }
        }
        return report.withLock { $0 }
    }

    /// Undoes the last change of marks that was not undone, and returns its number of photos; nil if there is none. The
    /// last hundred changes can be undone. `notify` gets the progress, from 0 to 1.
    ///
    /// Throws `EvokeError` of the kind `notFound` if there is no library.
    public static func undoMarks(
        _ configuration: LibraryConfiguration, upgrading: @escaping @Sendable (UpgradeProgress) -> Void = { _ in },
        notify: @escaping @Sendable (_ share: Double) -> Void = { _ in }
    ) async throws -> Int? {
        let undone = Locked(Int?.none)
        try await configuration.besideWriters(upgrading: upgrading) { catalog in
            let photos = try await catalog.undoMarks(notify: notify)
            undone.withLock { $0 = photos }
        }
        return undone.withLock { $0 }
    }

    /// The photos of an album, including hidden ones, in a library that need not be open.
    ///
    /// Throws `EvokeError` of the kind `notFound` if there is no such album or no library.
    public static func photos(
        inAlbum name: String, _ configuration: LibraryConfiguration,
        upgrading: @escaping @Sendable (UpgradeProgress) -> Void = { _ in }
    ) async throws -> PhotoSet {
        let catalog = try await configuration.catalog.open(.read, upgrading: upgrading)
        let photos = try await catalog.photos(meeting: PhotoCondition.test(.album(name)).amongHiddenToo)
        let albums = try await catalog.values(of: .album).map(\.text)
        try await catalog.close()
        guard photos.isEmpty else { return photos }
        let guess = Spelling.nearest(to: name, among: albums)
        throw EvokeError(
            .notFound, doing: "find the album", subject: FilePath(name).display, reason: "no album has that name",
            remedy: guess.map { "Did you mean '\(FilePath($0).display)'?" } ?? "Add photos to it first.")
    }

    /// The photos that meet a condition and can be shown, in a library that need not be open.
    ///
    /// Throws `EvokeError` of the kind `notFound` if there is no library.
    public static func photos(meeting condition: PhotoCondition, _ configuration: LibraryConfiguration) async throws
        -> PhotoSet
    {
        let catalog = try await configuration.catalog.open(.read, upgrading: { _ in })
        let photos = try await catalog.photos(meeting: condition)
        try await catalog.close()
        return photos
    }

    /// Other photos that can be shown and have the same content as some of these, and so the same marks.
    ///
    /// Throws `EvokeError` of the kind `notFound` if there is no library.
    public static func copies(of photos: PhotoSet, _ configuration: LibraryConfiguration) async throws -> PhotoSet {
        let catalog = try await configuration.catalog.open(.read, upgrading: { _ in })
        let copies = try await catalog.copies(of: photos)
        try await catalog.close()
        return copies
    }

    /// The photos with these files, in a library that need not be open.
    ///
    /// Throws `EvokeError` of the kind `notFound` for a file that is not in the library, and if there is no library.
    public static func photos(
        at paths: [FilePath], _ configuration: LibraryConfiguration,
        upgrading: @escaping @Sendable (UpgradeProgress) -> Void = { _ in }
    ) async throws -> PhotoSet {
        let catalog = try await configuration.catalog.open(.read, upgrading: upgrading)
        var photos = PhotoSet()
        for path in paths {
            var found: PhotoID?
            for candidate in candidates(for: path) where found == nil { found = try await catalog.photo(at: candidate) }
            guard let found else {
                throw EvokeError(
                    .notFound, doing: "find the photo", subject: path.display, reason: "it is not in the library",
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
            favorites: try await photos(meeting: .test(.favorite)).count, albums: try await values(of: .album),
            tags: try await values(of: .keyword),
            hidden: try await photos(meeting: .test(.hidden)).count, canUndo: try await canUndoMarks())
    }
}

extension Mark {
    /// Throws `EvokeError` of the kind `wrongUsage` for an invalid mark.
    func check() throws(EvokeError) {
        switch self {
        case .favorite, .hidden: break
        case .rating(let stars):
            guard (-1...5).contains(stars) else {
                throw Self.refused("\(stars)", "that is not a rating", "Give 0 to 5 stars, or reject the photo.")
            }
        case .caption(let text):
            guard !text.isBlank else { throw Self.refused("", "the caption is empty", "Say what the photo shows.") }
            guard text.unicodeScalars.count <= Self.longestCaption else {
                throw Self.refused(
                    "", "the caption is longer than \(Self.longestCaption) characters", "Give a shorter one.")
            }
            guard !text.unicodeScalars.contains(where: { $0.isControl && $0 != "\n" && $0 != "\t" }) else {
                throw Self.refused("", "the caption contains invisible characters", "Use plain text.")
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
                shown, "the \(what)'s name contains invisible characters",
                "Use one line of plain text.")
        }
    }

    private static func refused(_ subject: String, _ reason: String, _ remedy: String) -> EvokeError {
        EvokeError(.wrongUsage, doing: "mark the photos", subject: subject, reason: reason, remedy: remedy)
    }
}

/// The result of writing marks to the sidecars of photos.
public struct MarkExport: Hashable, Sendable {
    /// Photos for which something was written.
    public internal(set) var photos = 0
    /// Photos whose file or sidecar has a different rating or description, which was left alone.
    public internal(set) var differing = 0
    /// Photos that could not be read, or whose sidecar could not be written.
    public internal(set) var failed = 0
}

/// Writes favorites, ratings, captions, tags and albums to sidecars, where other photo programs read them. Photo files
/// are never written to. Entries are removed from a sidecar only if Evoke added them and the owner removed the mark;
/// older entries stay, and so does what another program has put in their place.
extension PhotoLibrary {
    /// Writes all marks, once. A canceled task ends between two photos, with `CancellationError`.
    ///
    /// Throws `EvokeError` of the kind `notFound` if there is no library.
    ///
    /// - Parameter failed: called with the reason why a photo was skipped.
    public static func exportMarks(
        _ configuration: LibraryConfiguration, upgrading: @escaping @Sendable (UpgradeProgress) -> Void = { _ in },
        failed: (EvokeError) -> Void, notify: (ExchangeProgress) -> Void
    ) async throws -> MarkExport {
        let catalog = try await configuration.catalog.open(.read, upgrading: upgrading)
        let report = try await SidecarUpkeep(of: catalog, configuration).run(all: true, failed: failed, notify: notify)
        try await catalog.close()
        return report
    }

    /// Whether changes of marks are written to sidecars on this machine, by those who make them
    /// (``writeSidecars(_:upgrading:failed:notify:)``) and by each indexing run.
    ///
    /// Throws `EvokeError` of the kind `damaged` if that is unknown. Nothing is written then.
    public static func keepsSidecars(_ configuration: LibraryConfiguration) throws(EvokeError) -> Bool {
        try SidecarLedger(in: configuration.library).isOn
    }

    /// Turns writing on or off. Nothing is written or removed by that.
    ///
    /// Throws `EvokeError` of the kind `notFound` if there is no library.
    public static func keepSidecars(
        _ isWanted: Bool, _ configuration: LibraryConfiguration,
        upgrading: @escaping @Sendable (UpgradeProgress) -> Void = { _ in }
    ) async throws {
        try await configuration.catalog.open(.read, upgrading: upgrading).close()
        let folder = configuration.library
        try await BlockingExecutor(width: 1).run { () throws(EvokeError) in
            let lock = try SidecarLedger.lock(in: folder)
            defer { withExtendedLifetime(lock) {} }
            let known: SidecarLedger?
            do throws(EvokeError) {
                known = try SidecarLedger(in: folder)
            } catch {
                // A damaged ledger is replaced by a new one: everything in sidecars by now counts as found there.
                guard error.kind == .damaged else { throw error }
                known = nil
            }
            guard known?.isOn != isWanted else { return }
            var ledger = known ?? SidecarLedger()
            ledger.isOn = isWanted
            try ledger.write(to: folder)
        }
    }

    /// Writes what waits to be written, if writing changes is on. What cannot be written, for example because its disk
    /// is away, keeps waiting. A canceled task ends between two photos, with `CancellationError`.
    ///
    /// Throws `EvokeError` of the kind `notFound` if there is no library.
    ///
    /// - Parameter failed: called with the reason why a photo was skipped, unless its disk or folder is away.
    @discardableResult
    public static func writeSidecars(
        _ configuration: LibraryConfiguration, upgrading: @escaping @Sendable (UpgradeProgress) -> Void = { _ in },
        failed: (EvokeError) -> Void = { _ in }, notify: (ExchangeProgress) -> Void = { _ in }
    ) async throws -> MarkExport {
        guard try keepsSidecars(configuration) else { return MarkExport() }
        let catalog = try await configuration.catalog.open(.read, upgrading: upgrading)
        let report = try await SidecarUpkeep(of: catalog, configuration).run(all: false, failed: failed, notify: notify)
        try await catalog.close()
        return report
    }
}

extension PhotoLibrary {
    /// Writes what waits to be written to sidecars. Only the first failure is reported; failed ones keep waiting.
    func writeWaitingSidecars(_ notify: @Sendable (IndexEvent) -> Void) async {
        var first: EvokeError?
        do {
            let upkeep = SidecarUpkeep(of: try catalog, configuration)
            _ = try await upkeep.run(all: false, failed: { first = first ?? $0 }, notify: { _ in })
        } catch {
            first = error as? EvokeError
        }
        if let first { notify(.problem(first)) }
    }
}
