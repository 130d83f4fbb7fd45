import EvokeCatalog
package import EvokeValues

extension SQLiteCatalog: PhotoCatalog {
    package func addRoot(
        _ folder: FilePath, notify: @escaping @Sendable (_ done: Int, _ total: Int) -> Void
    ) async throws {
        try await write { connection throws(EvokeError) in
            let roots = try connection.keptRoots()
            try connection.insert([[.path(folder)]], into: .roots, nil, onConflict: .ignore)
            try connection.rewriteTexts(rootsBefore: roots, notify: notify)
        }
    }

    package func forget(under path: FilePath) async throws -> Forgotten {
        try await write { connection throws(EvokeError) in
            let roots = try connection.keptRoots()
            let forgotten = try connection.forget(under: path)
            try connection.rewriteTexts(rootsBefore: roots)
            try connection.forgetDecisions()
            try connection.forgetContents()
            return forgotten
        }
    }
}

extension SQLiteConnection {
    fileprivate func forget(under path: FilePath) throws(EvokeError) -> Forgotten {
        let inside = path.appending([UInt8]())
        let known = try roots()
        let isRoot = known.contains(path)
        let roots = isRoot ? [path] : known.filter { $0.isInside(path) }
        for root in roots { try statement("DELETE FROM roots WHERE path = ?").bind(root).run() }
        // Photos that another root holds as well stay.
        if isRoot, known.contains(where: { $0 != path && path.isInside($0) }) {
            return Forgotten(photos: 0, roots: roots)
        }

        let folders = """
            SELECT folder FROM folders AS f WHERE (path = ?1 OR substr(path, 1, length(?2)) = ?2) AND NOT EXISTS (
                SELECT 1 FROM roots AS r WHERE substr(r.path, 1, length(?2)) = ?2
                AND (f.path = r.path OR substr(f.path, 1, length(r.path) + 1) = CAST(r.path || x'2F' AS BLOB)))
            """
        var photos = try map("SELECT photo FROM photos WHERE folder IN (\(folders))", path, inside) { row in
            row.integer(0)
        }
        if let photo = try photo(at: path) { photos.append(photo.value) }
        try deletePhotos(photos)
        try statement("DELETE FROM folders WHERE folder IN (\(folders))").bind(path, inside).run()
        return Forgotten(photos: photos.count, roots: roots)
    }
}
