public import EvokePorts
import EvokeSystem
public import EvokeValues
import EvokeWorkers

extension PhotoLibrary {
    /// Deletes what the library knows about a file or everything in a folder; files on disk are not touched. A root is
    /// no longer followed, but photos that another root contains are kept.
    ///
    /// Throws `EvokeError` of the kind `notFound` if the library has nothing at that path, and `libraryBusy` while
    /// another program writes to it.
    public func forget(_ path: DiskPath) async throws -> Forgotten {
        try await changing(alone: true) { catalog in
            for place in Self.candidates(for: path) {
                let forgotten = try await catalog.forget(under: place)
                guard forgotten.isNothing else {
                    // Not canceled with the caller, so that no picture of a forgotten photo is left behind.
                    try await Task {
                        let thumbnails = ThumbnailFolder(in: folder, executor: BlockingExecutor(width: 1))
                        try await thumbnails.prune(keeping: catalog.contents())
                    }.value
                    return forgotten
                }
            }
            throw EvokeError(
                .notFound, doing: "forget", subject: path.display, reason: "nothing at that path is in the library",
                remedies: [.advice("Check the spelling."), .showLibrary])
        }
    }

    /// The photos at and below those paths that can be shown, including hidden ones: what ``forget(_:)`` removes,
    /// except for photos that another root contains.
    package func photos(under paths: [DiskPath]) async throws -> [PhotoCard] {
        let catalog = try await catalog
        let named = try await (catalog as? any RootNaming)?.namedRoots() ?? []
        let known = paths.flatMap(Self.candidates).map { path in named.lazy.compactMap { $0.here(path) }.first ?? path }
        let all = try await catalog.photos(meeting: PhotoCondition.all([]).amongHiddenToo).ids
        var found: [PhotoCard] = []
        for start in stride(from: 0, to: all.count, by: Self.photosTogether) {
            let cards = try await catalog.cards(of: Array(all[start..<min(start + Self.photosTogether, all.count)]))
            found += cards.values.filter { card in known.contains { card.path == $0 || card.path.isInside($0) } }
        }
        return found.sorted { $0.path < $1.path }
    }

    private static let photosTogether = 4_096

    /// The paths by which the library may know a path: links to folders were resolved by indexing, links to files were
    /// not, and the file may be gone.
    static func candidates(for path: DiskPath) -> [DiskPath] {
        // Inside a named root, whether it has a location here or not.
        if path.isElsewhere { return [path.bytes.last == .slash ? DiskPath(bytes: path.bytes.dropLast()) : path] }
        let absolute = FileSystem.absolute(path)
        let resolved = [
            absolute.parent.flatMap(FileSystem.resolve)?.appending(Array(absolute.name)), FileSystem.resolve(absolute),
        ]
        return [absolute] + resolved.compactMap { $0 }.filter { $0 != absolute }
    }
}
