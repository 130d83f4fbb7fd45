import EvokeCatalog
import EvokeValues

extension PostgresCatalog {
    func addRoot(
        _ folder: FilePath, notify: @escaping @Sendable (_ done: Int, _ total: Int) -> Void
    ) async throws {
        try await write(isAlone: true) { connection throws(EvokeError) in
            let roots = try connection.keptRoots()
            try connection.checkThatNoNamedRoot(liesIn: folder)
            try connection.rows("INSERT INTO evoke.roots(library, path) VALUES($1, $2) ON CONFLICT DO NOTHING", folder)
            try connection.rewriteTexts(rootsBefore: roots, notify: notify)
        }
    }

    func forget(under path: FilePath) async throws -> Forgotten {
        let (forgotten, names) = try await write(isRepeatable: false, isAlone: true) { connection throws(EvokeError) in
            let roots = try connection.keptRoots()
            let (photos, forgotten) = try connection.forget(under: connection.places.kept(path))
            try connection.rewriteTexts(rootsBefore: roots)
            try connection.forgetDecisions()
            try connection.forgetContents()
            try connection.forgetSourceTokens()
            return (
                Forgotten(photos: photos, roots: forgotten.map(connection.places.local)),
                forgotten.compactMap { NamedRoot(kept: $0, place: nil) }
            )
        }
        for root in names { try placesFolder?.write(root) }
        return forgotten
    }
}

extension Connection {
    /// As in the catalog.
    func keptRoots() throws(EvokeError) -> [FilePath] {
        try rows("SELECT path FROM evoke.roots WHERE library = $1 ORDER BY path").map { $0.keptPath(0) }
    }

    /// Paths are as in the catalog, both the argument and the returned roots.
    fileprivate func forget(under path: FilePath) throws(EvokeError) -> (photos: Int, roots: [FilePath]) {
        let (place, inside) = (Blob(path.bytes), Blob(path.appending([UInt8]()).bytes))
        let known = try keptRoots()
        let isRoot = known.contains(path)
        let roots = isRoot ? [path] : known.filter { $0.isInside(path) }
        for root in roots {
            try rows("DELETE FROM evoke.roots WHERE library = $1 AND digest = sha256($2)", Blob(root.bytes))
        }
        // Photos that another root holds as well stay.
        if isRoot, known.contains(where: { $0 != path && path.isInside($0) }) {
            try rows(
                "UPDATE evoke.work w SET root = \(Queue.innermostRoot) WHERE w.library = $1 AND w.root = sha256($2)",
                place)
            return (0, roots)
        }
        let folders = Numbers(
            try rows(
                """
                SELECT f.folder FROM evoke.folders f
                WHERE f.library = $1 AND (f.path = $2 OR substr(f.path, 1, length($3)) = $3) AND NOT EXISTS (
                    SELECT 1 FROM evoke.roots r WHERE r.library = $1 AND substr(r.path, 1, length($3)) = $3
                    AND (f.path = r.path OR substr(f.path, 1, length(r.path) + 1) = r.path || '\\x2f'::bytea))
                """, place, inside
            ).map { $0.integer(0) })
        var photos = try rows("SELECT photo FROM evoke.photos WHERE library = $1 AND folder = ANY($2)", folders)
            .map { $0.integer(0) }
        if let photo = try photo(at: places.local(path)) { photos.append(photo.value) }
        try deletePhotos(photos)
        try rows(
            "DELETE FROM evoke.work w WHERE w.library = $1 AND \(Queue.isInside("$2")) AND NOT EXISTS ("
                + "SELECT 1 FROM evoke.roots r WHERE r.library = $1 AND substr(r.path, 1, length($2)) = $2 "
                + "AND \(Queue.isInside("r.path || '\\x2f'::bytea")))", inside)
        try rows("DELETE FROM evoke.folders WHERE library = $1 AND folder = ANY($2)", folders)
        return (photos.count, roots)
    }
}
