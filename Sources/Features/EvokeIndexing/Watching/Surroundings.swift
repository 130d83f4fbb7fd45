import EvokeSystem
package import EvokeValues

/// What the roots of a library stand on. Disks that come and go, and folders above a root that are renamed, are seen
/// by comparing: the kernel tells nobody who watches the root itself.
package struct Surroundings: Sendable {
    /// What is at a root's path.
    private struct Ground: Hashable {
        let path: FilePath
        let identity: FileIdentity
        /// Of a root that is a single photo.
        let stamp: FileStamp?
        let mounts: [Mounts.Mount]
    }

    /// nil where there is nothing.
    private var grounds: [FilePath: Ground?] = [:]

    /// Those of no roots at all.
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

    /// The roots that are there, without links on the way.
    package var roots: [FilePath] { grounds.values.compactMap { $0?.path } }

    /// The roots that were missing and are there again.
    package func returned(since earlier: Surroundings) -> [FilePath] {
        grounds.keys.filter { grounds[$0] ?? nil != nil && earlier.grounds[$0] == .some(nil) }.sorted()
    }

    /// The folders that are other ones than they were, or not there any more.
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
