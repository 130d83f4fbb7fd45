import EvokeCatalog
import EvokePorts
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
    func local(_ path: DiskPath) -> DiskPath {
        guard !roots.isEmpty, path.bytes.first != .slash else { return path }
        return roots.lazy.compactMap { $0.here(path) }.first ?? path
    }

    /// Converts a path of this machine to one of the catalog.
    func kept(_ path: DiskPath) -> DiskPath {
        for root in roots {
            guard let place = root.place, path.isInside(place) else { continue }
            return DiskPath(bytes: root.path.bytes + path.bytes.dropFirst(place.bytes.count))
        }
        return path
    }

    /// Those that apply to a library with these roots, which are as in the catalog. A root whose folder overlaps
    /// another root counts as having none, because a photo there could belong to both.
    func active(among known: [DiskPath]) -> RootPaths {
        var active = RootPaths()
        for root in roots where known.contains(root.path) {
            if active.obstacle(to: root, among: known) == nil { active.roots.append(root) }
        }
        return active
    }

    /// The root that overlaps the given one's folder.
    func obstacle(to root: NamedRoot, among known: [DiskPath]) -> DiskPath? {
        guard let place = root.place else { return nil }
        func isInTheWay(_ other: DiskPath) -> Bool { other.isInside(place) || place.isInside(other) }
        return known.first { $0 != root.path && isInTheWay(local($0)) }
    }

    /// Replaces the root of that name.
    func with(_ root: NamedRoot) -> RootPaths {
        RootPaths(roots: (roots.filter { $0.name != root.name } + [root]).sorted { $0.name < $1.name })
    }
}

/// The folder in which this machine stores the folders of a library's roots: one file per root, by name.
struct RootPathsFolder: Sendable, Hashable {
    let path: DiskPath

    /// Unreadable files are skipped.
    func read() -> RootPaths {
        // An unreadable folder means that no root has a folder here.
        let names = (try? FileSystem.names(in: path)) ?? []
        return names.reduce(into: RootPaths()) { places, name in
            guard let name = String(validating: name, as: UTF8.self),
                // The user is asked again for a folder that cannot be read.
                let bytes = try? FileSystem.read(path.appending(name), most: FileSystem.longestPath),
                bytes.first == .slash, bytes.last != .slash,
                let root = NamedRoot(name: name, place: DiskPath(bytes: bytes))
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

extension PostgresCatalog: RootNaming {
    func namedRoots() async throws -> [NamedRoot] {
        try await read { connection in
            try connection.keptRoots().compactMap { kept in
                let place = connection.places.local(kept)
                return NamedRoot(kept: kept, place: place == kept ? nil : place)
            }
        }
    }

    func place(_ root: NamedRoot) async throws {
        let placesFolder = try placesForNames()
        try await read { connection in
            let known = try connection.keptRoots()
            guard known.contains(root.path) else {
                let names = known.compactMap { NamedRoot(kept: $0, place: nil)?.name }.joined(separator: ", ")
                throw EvokeError(
                    .wrongUsage, doing: "find the root", subject: root.name,
                    reason: "the library has no root of that name",
                    remedy: names.isEmpty
                        ? "None of its roots has a name yet. Name a root when you index it."
                        : "Named roots: \(names).")
            }
            try connection.check(root, among: known)
        }
        try placesFolder.write(root)
    }

    func enrol(_ root: NamedRoot) async throws {
        let placesFolder = try placesForNames()
        try await write(isAlone: true) { connection throws(EvokeError) in
            let known = try connection.keptRoots()
            if let place = root.place, known.contains(place), !known.contains(root.path) {
                try connection.check(root, among: known.filter { $0 != place })
                try connection.rename(place, to: root.path)
            } else {
                try connection.check(root, among: known)
                try connection.insert([[.path(root.path)]], into: .roots, onConflict: .ignore)
            }
        }
        try placesFolder.write(root)
    }

    func forget(under path: DiskPath) async throws -> Forgotten {
        let (forgotten, roots) = try await forget(under: path) { connection, path, areHeld throws(EvokeError) in
            try connection.forgetQueue(under: path, areHeld: areHeld)
        }
        for root in roots.compactMap({ NamedRoot(kept: $0, place: nil) }) { try placesFolder?.write(root) }
        return forgotten
    }

    private func placesForNames() throws(EvokeError) -> RootPathsFolder {
        if let placesFolder { return placesFolder }
        throw EvokeError(
            .unsupported, doing: "find the root", subject: "",
            reason: "this machine has no folder for the configuration of roots", remedy: "Set such a folder.")
    }
}

extension PostgresConnection {
    /// Throws if the root's folder overlaps another root, so that a photo could belong to both.
    fileprivate func check(_ root: NamedRoot, among known: [DiskPath]) throws(EvokeError) {
        guard let obstacle = places.obstacle(to: root, among: known) else { return }
        let other = places.local(obstacle)
        throw EvokeError(
            .wrongUsage, doing: "set the folder of the root '\(root.name)' to", subject: root.place?.display ?? "",
            reason: other == root.place
                ? "it already is the folder of the root '\(obstacle.display)'"
                : "the root '\(other.display)' \(root.place.map(other.isInside) ?? false ? "is inside it" : "contains it")",
            remedy: "A named root cannot overlap another root. Choose another folder, or forget "
                + "that root first.")
    }

    /// Changes a root's path along with those of all its photos; followers read all paths again.
    fileprivate func rename(_ root: DiskPath, to name: DiskPath) throws(EvokeError) {
        let (old, new) = (Blob(root.bytes), Blob(name.bytes))
        func renamed(_ path: String) -> String {
            "$3 || substr(\(path), length($2) + 1) WHERE library = $1 AND "
                + "(\(path) = $2 OR substr(\(path), 1, length($2) + 1) = $2 || '\\x2f'::bytea)"
        }
        for (table, column) in [("roots", "path"), ("folders", "path"), ("companions", "path"), ("work", "folder")] {
            try rows("UPDATE evoke.\(table) SET \(column) = \(renamed(column))", old, new)
        }
        try rows("UPDATE evoke.work SET root = sha256($3) WHERE library = $1 AND root = sha256($2)", old, new)
        try beginAnew(.photos)
    }
}
