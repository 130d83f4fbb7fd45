import EvokeValues

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
                try connection.rows(
                    "INSERT INTO evoke.roots(library, path) VALUES($1, $2) ON CONFLICT DO NOTHING",
                    Blob(root.path.bytes))
            }
        }
        try placesFolder.write(root)
    }

    private func placesForNames() throws(EvokeError) -> RootPathsFolder {
        if let placesFolder { return placesFolder }
        throw EvokeError(
            .unsupported, doing: "find the root", subject: "",
            reason: "this machine has no folder for the configuration of roots", remedy: "Set such a folder.")
    }
}

extension Connection {
    /// Throws if the root's folder overlaps another root, so that a photo could belong to both.
    fileprivate func check(_ root: NamedRoot, among known: [FilePath]) throws(EvokeError) {
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

    /// Throws if a root without a name overlaps a named one.
    func checkThatNoNamedRoot(liesIn folder: FilePath) throws(EvokeError) {
        guard let root = places.roots.first(where: { $0.place?.isInside(folder) ?? false }), root.place != folder else {
            return
        }
        throw EvokeError(
            .wrongUsage, doing: "index", subject: folder.display,
            reason: "it contains the named root '\(root.name)'",
            remedy: "Index its other folders one by one, or forget that root first.")
    }

    /// Changes a root's path along with those of all its photos; followers read all paths again.
    fileprivate func rename(_ root: FilePath, to name: FilePath) throws(EvokeError) {
        let (old, new) = (Blob(root.bytes), Blob(name.bytes))
        func renamed(_ path: String) -> String {
            "$3 || substr(\(path), length($2) + 1) WHERE library = $1 AND "
                + "(\(path) = $2 OR substr(\(path), 1, length($2) + 1) = $2 || '\\x2f'::bytea)"
        }
        for (table, column) in [("roots", "path"), ("folders", "path"), ("companions", "path"), ("work", "folder")] {
            try rows("UPDATE evoke.\(table) SET \(column) = \(renamed(column))", old, new)
        }
        try rows(
            "UPDATE evoke.work SET root = sha256($3) WHERE library = $1 AND root = sha256($2)", old, new)
        try beginAnew(.photos)
    }
}

extension NamedRoot {
    /// Nil if the root has no name.
    init?(kept: FilePath, place: FilePath?) {
        guard kept.isElsewhere else { return nil }
        self.init(name: String(decoding: kept.bytes.dropLast(), as: UTF8.self), place: place)
    }
}
