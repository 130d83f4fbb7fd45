import EvokePorts
import EvokeValues

extension PostgresCatalog {
    func forget(under path: FilePath) async throws -> Forgotten {
        try await write(isRepeatable: false, isAlone: true) { connection throws(EvokeError) in
            let roots = try connection.roots()
            let forgotten = try connection.forget(under: path)
            try connection.rewriteTexts(rootsBefore: roots)
            return forgotten
        }
    }
}

extension Connection {
    fileprivate func forget(under path: FilePath) throws(EvokeError) -> Forgotten {
        let inside = path.appending([UInt8]())
        let known = try roots()
        let isRoot = known.contains(path)
        let roots = isRoot ? [path] : known.filter { $0.isInside(path) }
        for root in roots {
            try rows("DELETE FROM evoke.roots WHERE library = $1 AND digest = sha256($2)", root)
        }
        // What another root holds as well is not this one's to forget.
        if isRoot, known.contains(where: { $0 != path && path.isInside($0) }) {
            return Forgotten(photos: 0, roots: roots)
        }
        let folders = Numbers(
            try rows(
                """
                SELECT f.folder FROM evoke.folders f
                WHERE f.library = $1 AND (f.path = $2 OR substr(f.path, 1, length($3)) = $3) AND NOT EXISTS (
                    SELECT 1 FROM evoke.roots r WHERE r.library = $1 AND substr(r.path, 1, length($3)) = $3
                    AND (f.path = r.path OR substr(f.path, 1, length(r.path) + 1) = r.path || '\\x2f'::bytea))
                """, path, inside
            ).map { $0.integer(0) })
        var photos = try rows("SELECT photo FROM evoke.photos WHERE library = $1 AND folder = ANY($2)", folders)
            .map { $0.integer(0) }
        if let photo = try photo(at: path) { photos.append(photo) }
        try deletePhotos(photos)
        try rows(
            "DELETE FROM evoke.work w WHERE w.library = $1 AND \(Queue.isInside("$2")) AND NOT EXISTS ("
                + "SELECT 1 FROM evoke.roots r WHERE r.library = $1 AND substr(r.path, 1, length($2)) = $2 "
                + "AND \(Queue.isInside("r.path || '\\x2f'::bytea")))", inside)
        try rows("DELETE FROM evoke.folders WHERE library = $1 AND folder = ANY($2)", folders)
        return Forgotten(photos: photos.count, roots: roots)
    }
}
