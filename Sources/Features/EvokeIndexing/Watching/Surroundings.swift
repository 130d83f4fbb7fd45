import EvokeSystem
package import EvokeValues

/// What a library's roots depend on. Disks that come and go, and renamed folders above a root, are detected by
/// comparing, since the kernel does not report them to a watcher of the root.
package struct Surroundings: Sendable {
    /// What is at a root's path.
    private struct Ground: Hashable {
        let path: FilePath
        let identity: FileIdentity
        /// For a root that is a single photo.
        let stamp: FileStamp?
        let mounts: [Mounts.Mount]
    }

    /// Nil if nothing is there.
    private var grounds: [FilePath: Ground?] = [:]

    /// For no roots.
    package init() {}

    package static func read(_ roots: [FilePath]) throws(EvokeError) -> Surroundings {
        let mounts = try Mounts.read()
        var surroundings = Surroundings()
        for root in roots {
            guard let path = FileSystem.resolve(root), let status = FileSystem.status(of: path) else {
                surroundings.grounds[root] = .some(nil)
                continue
            }
            surroundings.grounds[root] = Ground(
                path: path, identity: FileIdentity(status), stamp: status.isFile ? FileStamp(status) : nil,
                mounts: status.isFile ? [] : mounts.inside(path))
        }
        return surroundings
    }

    /// The roots that exist, with links resolved.
    package var roots: [FilePath] { grounds.values.compactMap { $0?.path } }

    /// The roots that were missing and are back.
    package func returned(since earlier: Surroundings) -> [FilePath] {
        grounds.keys.filter { grounds[$0] ?? nil != nil && earlier.grounds[$0] == .some(nil) }.sorted()
    }

    /// The folders that were replaced or have disappeared.
    package func changes(since earlier: Surroundings) -> Set<FilePath> {
        var changed: Set<FilePath> = []
        for root in Set(grounds.keys).union(earlier.grounds.keys) {
            let (before, now) = (earlier.grounds[root] ?? nil, grounds[root] ?? nil)
            guard before != now || earlier.grounds[root] == nil else { continue }
            guard let before, let now, (before.path, before.identity) == (now.path, now.identity),
                before.stamp == now.stamp
            else {
                changed.formUnion([before?.path, now?.path ?? root].compactMap { $0 })
                continue
            }
            changed.formUnion(Set(before.mounts).symmetricDifference(now.mounts).map(\.place))
        }
        return changed
    }
}
