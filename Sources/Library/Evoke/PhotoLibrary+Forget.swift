import EvokeSystem
public import EvokeValues
import EvokeWorkers

extension PhotoLibrary {
    /// Deletes what the library knows of a file or of all in a folder; what is on the disk stays as it is. A root is no
    /// longer remembered, and what another root holds as well is kept. `upgrading` hears of a library that an older Evoke
    /// left.
    public static func forget(
        _ path: FilePath, _ places: LibraryConfiguration,
        upgrading: @escaping @Sendable (UpgradeProgress) -> Void = { _ in }
    ) async throws -> Forgotten {
        // Opened for reading first: that makes no library where there is none.
        try await places.catalog.open(.read, upgrading: upgrading).close()
        let lock = try await places.lock()
        defer { withExtendedLifetime(lock) {} }
        let catalog = try await places.catalog.open(.write, upgrading: upgrading)
        for place in candidates(for: path) {
            let forgotten = try await catalog.forget(under: place)
            guard forgotten.isNothing else {
                // What is forgotten leaves no picture behind, whoever no longer waits for it.
                try await Task {
                    let thumbnails = ThumbnailFolder(in: places.library, executor: BlockingExecutor(width: 1))
                    try await thumbnails.prune(keeping: catalog.contents())
                    try await catalog.close()
                }.value
                return forgotten
            }
        }
        throw EvokeError(
            .notFound, doing: "forget", subject: path.display, reason: "the library knows nothing at that path",
            remedies: [.advice("Check the spelling."), .showLibrary])
    }

    /// The photos at those paths and below them that can be shown, hidden ones as well: what ``forget(_:_:upgrading:)``
    /// takes away, but for what another root holds, too.
    ///
    /// Throws `EvokeError` of the kind `notFound` where there is no library.
    public static func photos(
        under paths: [FilePath], _ places: LibraryConfiguration,
        upgrading: @escaping @Sendable (UpgradeProgress) -> Void = { _ in }
    ) async throws -> [PhotoCard] {
        let known = paths.flatMap(candidates)
        let catalog = try await places.catalog.open(.read, upgrading: upgrading)
        let all = try await catalog.photos(meeting: PhotoCondition.all([]).amongHiddenToo).ids
        var found: [PhotoCard] = []
        for start in stride(from: 0, to: all.count, by: photosTogether) {
            let cards = try await catalog.cards(of: Array(all[start..<min(start + photosTogether, all.count)]))
            found += cards.values.filter { card in known.contains { card.path == $0 || card.path.isInside($0) } }
        }
        try await catalog.close()
        return found.sorted { $0.path < $1.path }
    }

    private static let photosTogether = 4_096

    /// What the library may know the path as: links on the way were resolved when it was indexed, links to files were
    /// not, and what is to be forgotten may be gone.
    static func candidates(for path: FilePath) -> [FilePath] {
        // Below a root that is called so, whether it has a place here or not.
        if path.isElsewhere { return [path.bytes.last == .slash ? FilePath(bytes: path.bytes.dropLast()) : path] }
        let absolute = FileSystem.absolute(path)
        let resolved = [
            absolute.parent.flatMap(FileSystem.resolve)?.appending(Array(absolute.name)), FileSystem.resolve(absolute),
        ]
        return [absolute] + resolved.compactMap { $0 }.filter { $0 != absolute }
    }
}
