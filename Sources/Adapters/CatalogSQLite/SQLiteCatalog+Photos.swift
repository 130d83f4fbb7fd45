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
}
