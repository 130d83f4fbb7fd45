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
}
