import EvokeSystem
import EvokeValues

/// The folders of a library's named roots on this machine.
///
/// Below such a root, the catalog has paths with the root's name in place of its folder: `archive:/2019/a.jpg`.
/// Callers see `/mnt/archive/2019/a.jpg`, or the stored path if the root has no folder on this machine.
struct RootPaths: Equatable {
    /// None of these folders contains another.
    private(set) var roots: [NamedRoot] = []

    /// Converts a path of the catalog to one of this machine.
    func local(_ path: FilePath) -> FilePath {
        guard !roots.isEmpty, path.bytes.first != .slash else { return path }
        for root in roots {
            if let place = root.place, path.isInside(root.path) { return path.moved(from: root.path, to: place) }
        }
        return path
    }

    /// Converts a path of this machine to one of the catalog.
    func kept(_ path: FilePath) -> FilePath {
        for root in roots {
            if let place = root.place, path.isInside(place) { return path.moved(from: place, to: root.path) }
        }
        return path
    }

    /// Those that apply to a library with these roots, which are as in the catalog. A root whose folder overlaps
    /// another root counts as having none, because a photo there could belong to both.
    func active(among known: [FilePath]) -> RootPaths {
        var active = RootPaths()
        for root in roots where known.contains(root.path) {
            if active.obstacle(to: root, among: known) == nil { active.roots.append(root) }
        }
        return active
    }

    /// The root that overlaps the given one's folder.
    func obstacle(to root: NamedRoot, among known: [FilePath]) -> FilePath? {
        guard let place = root.place else { return nil }
        func isInTheWay(_ other: FilePath) -> Bool { other.isInside(place) || place.isInside(other) }
        return known.first { $0 != root.path && isInTheWay(local($0)) }
    }

    /// Replaces the root of that name.
    func with(_ root: NamedRoot) -> RootPaths {
        RootPaths(roots: (roots.filter { $0.name != root.name } + [root]).sorted { $0.name < $1.name })
    }
}

extension FilePath {
    /// Moves a path from one folder to another.
    fileprivate func moved(from folder: FilePath, to other: FilePath) -> FilePath {
        FilePath(bytes: other.bytes + bytes.dropFirst(folder.bytes.count))
    }
}

/// The folder in which this machine stores the folders of a library's roots: one file per root, by name.
struct RootPathsFolder: Sendable, Hashable {
    let path: FilePath

    /// Unreadable files are skipped.
    func read() -> RootPaths {
        // An unreadable folder means that no root has a folder here.
        let names = (try? FileSystem.names(in: path)) ?? []
        return names.reduce(into: RootPaths()) { places, name in
            guard let name = String(validating: name, as: UTF8.self),
                // The user is asked again for a folder that cannot be read.
                let bytes = try? FileSystem.read(path.appending(name), most: FileSystem.longestPath),
                bytes.first == .slash, bytes.last != .slash,
                let root = NamedRoot(name: name, place: FilePath(bytes: bytes))
            else { return }
            places = places.with(root)
        }
    }

    /// A root without a folder is removed.
    func write(_ root: NamedRoot) throws(EvokeError) {
        let file = path.appending(root.name)
        guard let place = root.place else {
            FileSystem.remove(file)
            return
        }
        try FileSystem.makeFolder(path, isPrivate: true)
        try FileSystem.replace(file, with: place.bytes)
    }
}
