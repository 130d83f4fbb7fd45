import EvokeCatalog
package import EvokeValues

extension SQLiteCatalog: PhotoCatalog {
    package func addRoot(
        _ folder: FilePath, notify: @escaping @Sendable (_ done: Int, _ total: Int) -> Void
    ) async throws {
        try await use { connection in
            try connection.transaction { () throws(EvokeError) in
                let roots = try connection.roots()
                try connection.statement("INSERT OR IGNORE INTO roots(path) VALUES(?)").bind(folder).run()
                try connection.followFullText(rootsBefore: roots, notify: notify)
            }
        }
    }

    package func forget(under path: FilePath) async throws -> Forgotten {
        try await use { connection in
            try connection.transaction { () throws(EvokeError) in
                let roots = try connection.roots()
                try connection.followFullText()
                let forgotten = try connection.forget(under: path)
                try connection.followFullText(rootsBefore: roots)
                try connection.forgetDecisions()
                try connection.forgetContents()
                try connection.forgetSourceTokens()
                return forgotten
            }
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

        // Vectors and failures are deleted along with their photos.
        let folders = """
            SELECT folder FROM folders AS f WHERE (path = ?1 OR substr(path, 1, length(?2)) = ?2) AND NOT EXISTS (
                SELECT 1 FROM roots AS r WHERE substr(r.path, 1, length(?2)) = ?2
                AND (f.path = r.path OR substr(f.path, 1, length(r.path) + 1) = CAST(r.path || x'2F' AS BLOB)))
            """
        var photos = try integer("SELECT count(*) FROM photos WHERE folder IN (\(folders))", path, inside) ?? 0
        // If more photos go, rewriting the full text of the remaining ones is faster.
        let areFew = try 2 * photos <= integer("SELECT count(*) FROM photos") ?? 0
        if areFew {
            try statement(
                "DELETE FROM full_text WHERE rowid IN (SELECT photo FROM photos WHERE folder IN (\(folders)))"
            ).bind(path, inside).run()
        }
        try statement("DELETE FROM photos WHERE folder IN (\(folders))").bind(path, inside).run()
        if areFew { try leaveFullText() }
        try statement("DELETE FROM folders WHERE folder IN (\(folders))").bind(path, inside).run()
        if let parent = path.parent {
            let file = "folder = (SELECT folder FROM folders WHERE path = ?) AND name = ?"
            let name = Array(path.name)
            photos += try integer("SELECT count(*) FROM photos WHERE \(file)", parent, name) ?? 0
            try statement("DELETE FROM photos WHERE \(file)").bind(parent, name).run()
        }
        return Forgotten(photos: Int(photos), roots: roots)
    }
}
