import EvokeSystem
package import EvokeValues

/// What a library's roots depend on. Disks that come and go, and renamed folders above a root, are detected by
/// comparing, since the kernel does not report them to a watcher of the root.
package struct Surroundings: Sendable {
    /// What is at a root's path.
    private struct Ground: Hashable {
        let path: DiskPath
        let identity: FileIdentity
        /// For a root that is a single photo.
        let stamp: FileStamp?
        let mounts: [Mounts.Mount]
    }

    /// Nil if nothing is there.
    private var grounds: [DiskPath: Ground?] = [:]

    /// For no roots.
    package init() {}

    package static func read(_ roots: [DiskPath]) throws(EvokeError) -> Surroundings {
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
    package var roots: [DiskPath] { grounds.values.compactMap { $0?.path } }

    /// The roots that were missing and are back.
    package func returned(since earlier: Surroundings) -> [DiskPath] {
        grounds.keys.filter { grounds[$0] ?? nil != nil && earlier.grounds[$0] == .some(nil) }.sorted()
    }

    /// The folders that were replaced or have disappeared.
    package func changes(since earlier: Surroundings) -> Set<DiskPath> {
        var changed: Set<DiskPath> = []
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

/// The mounted file systems, and which of them can change without this machine's kernel noticing.
package struct Mounts: Sendable {
    package struct Mount: Sendable, Hashable {
        package let place: DiskPath
        package let type: String
    }

    private static let shared: Set<String> = [
        "9p", "afs", "ceph", "cifs", "coda", "fuse", "gfs2", "glusterfs", "lustre", "ncpfs", "nfs", "nfs4", "ocfs2",
        "prl_fs", "smb3", "smbfs", "vboxsf", "virtiofs", "vmhgfs",
    ]

    /// In mount order.
    package let all: [Mount]

    package static func read() throws(EvokeError) -> Mounts {
        Mounts(parsing: try FileSystem.read(DiskPath("/proc/self/mountinfo")))
    }

    /// `table` is in the kernel's format: the mount point is the fifth word, and the type follows a single dash.
    package init(parsing table: [UInt8]) {
        all = table.split(separator: UInt8(ascii: "\n")).compactMap { line in
            let words = line.split(separator: UInt8(ascii: " "))
            guard let dash = words.firstIndex(where: { $0.elementsEqual("-".utf8) }), dash > 4,
                words.indices.contains(dash + 1)
            else { return nil }
            return Mount(
                place: DiskPath(bytes: Self.plain(words[4])), type: String(decoding: words[dash + 1], as: UTF8.self))
        }
    }

    package func inside(_ folder: DiskPath) -> [Mount] {
        all.filter { $0.place != folder && $0.place.isInside(folder) }
    }

    /// `folder` itself, or the folders inside it, where other machines may change things unnoticed.
    package func shared(in folder: DiskPath) -> [DiskPath] {
        // Of several mounts at one path, the last one is visible.
        let here = all.filter { folder.isInside($0.place) }
            .reduce(Mount?.none) { best, next in
                next.place.bytes.count >= best?.place.bytes.count ?? 0 ? next : best
            }
        if let here, Self.isShared(here.type) { return [folder] }
        return inside(folder).filter { Self.isShared($0.type) }.map(\.place)
    }

    /// Local disks served by a program, "fuseblk", are changed only by this machine.
    private static func isShared(_ type: String) -> Bool {
        shared.contains(type) || type.hasPrefix("fuse.")
    }

    /// Spaces and the like are written as a backslash and three octal digits.
    private static func plain(_ word: ArraySlice<UInt8>) -> [UInt8] {
        var bytes: [UInt8] = []
        var rest = word
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "\\"), rest.count >= 3,
                let value = UInt8(String(decoding: rest.prefix(3), as: UTF8.self), radix: 8)
            {
                bytes.append(value)
                rest = rest.dropFirst(3)
            } else {
                bytes.append(byte)
            }
        }
        return bytes
    }
}
