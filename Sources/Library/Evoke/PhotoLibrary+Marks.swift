public import EvokePorts
public import EvokeValues
import EvokeWorkers

/// The marks in a library.
public struct MarkOverview: Hashable, Sendable {
    /// The number of favorites.
    public let favorites: Int
    /// As ``PhotoLibrary/Albums/all()`` returns them.
    package let albums: [PhotoValue]
    /// The tags and the photos' own keywords, most frequent first.
    public let tags: [PhotoValue]
    /// The number of hidden photos.
    public let hidden: Int
    /// Whether there is a change to undo.
    public let canUndo: Bool
}

extension PhotoLibrary {
    /// Favorites, ratings, captions, tags, albums and hidden photos.
    public var marks: Marks { Marks(library: self) }

    /// Favorites, ratings, captions, tags, albums and hidden photos. They are kept in the library; photo files are not
    /// changed. They belong to a file's content: they move with it, and an edited photo keeps them.
    public struct Marks: Sendable {
        let library: PhotoLibrary
    }
}

extension PhotoLibrary.Marks {
    /// All that are in use.
    public func overview() async throws -> MarkOverview {
        try await library.reading { catalog in
            MarkOverview(
                favorites: try await catalog.photos(meeting: .test(.favorite)).count,
                albums: try await catalog.values(of: .album), tags: try await catalog.values(of: .keyword),
                hidden: try await catalog.photos(meeting: .test(.hidden)).count,
                canUndo: try await catalog.canUndoMarks())
        }
    }

    /// Changes the marks of all of the photos or, on failure, of none. Another program may be indexing the library at
    /// the same time. `notify` gets the progress, from 0 to 1. If the library is followed, and changes are written to
    /// sidecars (``keepsSidecars``), that goes on in the background.
    ///
    /// Throws `EvokeError` of the kind `wrongUsage` for an invalid mark, such as an empty tag.
    public func change(
        _ photos: PhotoSet, _ edit: MarkEdit, notify: @escaping @Sendable (_ share: Double) -> Void = { _ in }
    ) async throws -> MarkReport {
        for mark in edit.adding { try mark.check() }
        let report = try await library.changing { try await $0.record(edit, of: photos, notify: notify) }
        library.kept.writeSidecars()
        return report
    }

    /// Undoes the last change of marks that was not undone, and returns its number of photos; nil if there is none. The
    /// last hundred changes can be undone. `notify` gets the progress, from 0 to 1.
    public func undo(notify: @escaping @Sendable (_ share: Double) -> Void = { _ in }) async throws -> Int? {
        let undone = try await library.changing { try await $0.undoMarks(notify: notify) }
        library.kept.writeSidecars()
        return undone
    }

    /// Other photos that can be shown and have the same content as some of these, and so the same marks.
    package func copies(of photos: PhotoSet) async throws -> PhotoSet {
        try await library.reading { catalog in
            let contents = Set(try await catalog.cards(of: photos.ids).values.compactMap(\.content))
            return PhotoSet(try await catalog.traces(of: Array(contents)).map(\.photo)).subtracting(photos)
        }
    }
}

extension PhotoLibrary {
    /// The albums. One is there as long as a photo is in it: ``Marks/change(_:_:notify:)`` adds and removes photos.
    public var albums: Albums { Albums(library: self) }

    /// Photos that belong together by name.
    public struct Albums: Sendable {
        let library: PhotoLibrary
    }
}

extension PhotoLibrary.Albums {
    /// Their names and numbers of photos, largest first.
    public func all() async throws -> [PhotoValue] {
        try await library.reading { try await $0.values(of: .album) }
    }

    /// The photos of an album, including hidden ones.
    ///
    /// Throws `EvokeError` of the kind `notFound` if there is no such album.
    public func photos(in name: String) async throws -> PhotoSet {
        let catalog = try await library.catalog
        let photos = try await catalog.photos(meeting: PhotoCondition.test(.album(name)).amongHiddenToo)
        guard photos.isEmpty else { return photos }
        let guess = Spelling.nearest(to: name, among: try await all().map(\.text))
        throw EvokeError(
            .notFound, doing: "find the album", subject: DiskPath(name).display, reason: "no album has that name",
            remedy: guess.map { "Did you mean '\(DiskPath($0).display)'?" } ?? "Add photos to it first.")
    }
}

extension PhotoLibrary {
    /// The photos that meet a condition and can be shown.
    public func photos(meeting condition: PhotoCondition) async throws -> PhotoSet {
        try await catalog.photos(meeting: condition)
    }

    /// The photos with these files.
    ///
    /// Throws `EvokeError` of the kind `notFound` for a file that is not in the library.
    package func photos(at paths: [DiskPath]) async throws -> PhotoSet {
        let catalog = try await catalog
        var photos = PhotoSet()
        for path in paths {
            var found: PhotoID?
            for candidate in Self.candidates(for: path) where found == nil {
                found = try await catalog.photo(at: candidate)
            }
            guard let found else {
                throw EvokeError(
                    .notFound, doing: "find the photo", subject: path.display, reason: "it is not in the library",
                    remedies: [.advice("Check the spelling."), .showLibrary])
            }
            photos.insert(found)
        }
        return photos
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
        let shown = DiskPath(name).display
        guard !name.isBlank else { throw refused("", "the \(what) has no name", "Give it one.") }
        guard name.unicodeScalars.count <= longestName else {
            throw refused(
                shown, "the \(what)'s name is longer than \(longestName) characters", "Give it a shorter one.")
        }
        guard !name.unicodeScalars.contains(where: \.isControl) else {
            throw refused(shown, "the \(what)'s name contains invisible characters", "Use one line of plain text.")
        }
    }

    private static func refused(_ subject: String, _ reason: String, _ remedy: String) -> EvokeError {
        EvokeError(.wrongUsage, doing: "mark the photos", subject: subject, reason: reason, remedy: remedy)
    }
}

/// The result of writing marks to the sidecars of photos.
package struct MarkExport: Hashable, Sendable {
    package internal(set) var photos = 0
    /// Photos whose file or sidecar has a different rating or description, which was left alone.
    package internal(set) var differing = 0
    /// Photos that could not be read, or whose sidecar could not be written.
    package internal(set) var failed = 0
}

/// Writes favorites, ratings, captions, tags and albums to sidecars, where other photo programs read them. Photo files
/// are never written to. Entries are removed from a sidecar only if Evoke added them and the owner removed the mark;
/// older entries stay, and so does what another program has put in their place.
extension PhotoLibrary.Marks {
    /// Writes all marks to sidecars, once. A canceled task ends between two photos, with `CancellationError`.
    ///
    /// - Parameter failed: called with the reason why a photo was skipped.
    package func export(failed: (EvokeError) -> Void, notify: (ExchangeProgress) -> Void) async throws -> MarkExport {
        try await SidecarUpkeep(catalog: library.catalog, folder: library.folder)
            .run(all: true, failed: failed, notify: notify)
    }

    /// Whether changes of marks are written to sidecars on this machine, by those who make them and by each indexing
    /// run.
    ///
    /// Throws `EvokeError` of the kind `damaged` if that is unknown. Nothing is written then.
    public var keepsSidecars: Bool { get throws(EvokeError) { try SidecarLedger(in: library.folder).isOn } }

    /// Turns writing on or off. Nothing is written or removed by that.
    public func keepSidecars(_ isWanted: Bool) async throws {
        let folder = library.folder
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
    /// - Parameter failed: called with the reason why a photo was skipped, unless its disk or folder is away.
    @discardableResult
    package func writeSidecars(
        failed: (EvokeError) -> Void = { _ in }, notify: (ExchangeProgress) -> Void = { _ in }
    ) async throws -> MarkExport {
        try await SidecarUpkeep(catalog: library.catalog, folder: library.folder)
            .run(all: false, failed: failed, notify: notify)
    }
}

extension PhotoLibrary {
    /// Writes what waits to be written to sidecars. Only the first failure is reported; failed ones keep waiting.
    func writeWaitingSidecars(_ notify: @Sendable (IndexEvent) -> Void) async {
        var first: EvokeError?
        do {
            try await marks.writeSidecars(failed: { first = first ?? $0 })
        } catch {
            first = error as? EvokeError
        }
        if let first { notify(.problem(first)) }
    }
}

extension KeptLibrary {
    /// In a library that is followed, writes pending changes to sidecars in the background. What cannot be written keeps
    /// waiting.
    nonisolated func writeSidecars() {
        guard fixed == nil else { return }
        // It keeps waiting, as documented.
        Task { try? await changing { _ in try await PhotoLibrary(self).marks.writeSidecars() } }
    }
}
