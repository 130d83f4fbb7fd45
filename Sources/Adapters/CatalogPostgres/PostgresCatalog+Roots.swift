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
                        ? "None of its roots has a name yet. Give it one when you index it."
                        : "Those with names are: \(names).")
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
            .unsupported, doing: "find the root", subject: "", reason: "nothing on this machine keeps where roots are",
            remedy: "Name a folder for that.")
    }
}

extension Connection {
    /// Throws where nobody could tell whose a photo is that lies there.
    fileprivate func check(_ root: NamedRoot, among known: [FilePath]) throws(EvokeError) {
        guard let obstacle = places.obstacle(to: root, among: known) else { return }
        let other = places.local(obstacle)
        throw EvokeError(
            .wrongUsage, doing: "give the root '\(root.name)' its place", subject: root.place?.display ?? "",
            reason: other == root.place
                ? "the root '\(obstacle.display)' is there"
                : "the root '\(other.display)' lies \(root.place.map(other.isInside) ?? false ? "in it" : "round it")",
            remedy: "A root that has a name lies in no other, and no other lies in it. Name another folder, or forget "
                + "that root first.")
    }

    /// Throws for a root by its path that lies in a named one, or round it.
    func checkThatNoNamedRoot(liesIn folder: FilePath) throws(EvokeError) {
        guard let root = places.roots.first(where: { $0.place?.isInside(folder) ?? false }), root.place != folder else {
            return
        }
        throw EvokeError(
            .wrongUsage, doing: "index", subject: folder.display,
            reason: "the root '\(root.name)' lies in it, and is known by its name",
            remedy: "Index the other folders in it one by one, or forget that root first.")
    }

    /// Gives a root another path, with all that is known of its photos: whoever follows the library reads all paths anew.
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
    /// Nil for a root by its path.
    init?(kept: FilePath, place: FilePath?) {
        guard kept.isElsewhere else { return nil }
        self.init(name: String(decoding: kept.bytes.dropLast(), as: UTF8.self), place: place)
    }
}
