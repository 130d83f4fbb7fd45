import CatalogSQLite
public import PhotoCore
import VectorIndex

extension LibraryStatus {
    /// Verifies the library, vector by vector, and changes nothing of it. A search index that is damaged is made again.
    public static func check(
        _ places: Places, notify: @escaping @Sendable (CheckProgress) -> Void = { _ in }
    ) async throws -> CheckReport {
        let catalog = try await SQLiteCatalog.open(in: places.library, access: .read)
        var report = try await catalog.check(notify: notify)
        // What is made of a damaged library is no better.
        guard report.isInOrder else { return report }
        let threads = SearchThreads(count: Engine.cores)
        for model in try await catalog.models()
        where FileSystem.isFile(LibraryVectors.file(of: model, in: places.library)) {
            let vectors = LibraryVectors(of: model, in: places.library, catalog: catalog, threads: threads)
            report.indexes += 1
            guard let reason = try await vectors.check()?.reason else { continue }
            report.mended.append("that of '\(model.name)' was made again: \(reason)")
        }
        return report
    }
}
