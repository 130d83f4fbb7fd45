import EvokeSystem
import EvokeValues

/// Where the roots of a library that have names are on this machine.
///
/// The catalogue has a path below such a root with the root's name in the place of its folder: `archive:/2019/a.jpg`.
/// Whoever asks the catalogue sees `/mnt/archive/2019/a.jpg`, or the path as it is kept where the root has no place here.
struct RootPaths: Equatable {
    /// None of these folders lies in another.
    private(set) var roots: [NamedRoot] = []

    /// As this machine has it.
    func local(_ path: FilePath) -> FilePath {
        guard !roots.isEmpty, path.bytes.first != .slash else { return path }
        for root in roots {
            if let place = root.place, path.isInside(root.path) { return path.moved(from: root.path, to: place) }
        }
        return path
    }

    /// As the catalogue has it.
    func kept(_ path: FilePath) -> FilePath {
        for root in roots {
            if let place = root.place, path.isInside(place) { return path.moved(from: place, to: root.path) }
        }
        return path
    }

    /// Those of a library with these roots, as the catalogue has them. Where a place lies in another root or round one,
    /// nobody could tell whose a photo there is: such a root counts as one without a place.
    func active(among known: [FilePath]) -> RootPaths {
        var active = RootPaths()
        for root in roots where known.contains(root.path) {
            if active.obstacle(to: root, among: known) == nil { active.roots.append(root) }
        }
        return active
    }

    /// The root that a place lies in, or round.
    func obstacle(to root: NamedRoot, among known: [FilePath]) -> FilePath? {
        guard let place = root.place else { return nil }
        func isInTheWay(_ other: FilePath) -> Bool { other.isInside(place) || place.isInside(other) }
        return known.first { $0 != root.path && isInTheWay(local($0)) }
    }

    /// With the root in the place of one of that name.
    func with(_ root: NamedRoot) -> RootPaths {
        RootPaths(roots: (roots.filter { $0.name != root.name } + [root]).sorted { $0.name < $1.name })
    }
}

extension FilePath {
    /// A path in one folder as one in another.
    fileprivate func moved(from folder: FilePath, to other: FilePath) -> FilePath {
        FilePath(bytes: other.bytes + bytes.dropFirst(folder.bytes.count))
    }
}

/// The folder in which this machine keeps where a library's roots are: a file for each, by its name.
struct RootPathsFolder: Sendable, Hashable {
    let path: FilePath

    /// What cannot be read says nothing.
    func read() -> RootPaths {
        // As below: no root has a place here then.
        let names = (try? FileSystem.names(in: path)) ?? []
        return names.reduce(into: RootPaths()) { places, name in
            guard let name = String(validating: name, as: UTF8.self),
                // A place that cannot be read is asked for again.
                let bytes = try? FileSystem.read(path.appending(name), most: FileSystem.longestPath),
                bytes.first == .slash, bytes.last != .slash,
                let root = NamedRoot(name: name, place: FilePath(bytes: bytes))
            else { return }
            places = places.with(root)
        }
    }

    /// Nil forgets it.
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
