import EvokeSystem
public import EvokeValues
import EvokeVectorIndex

extension LibraryStatus {
    /// Verifies the library, row by row, and with `readingPhotos` the files of its photos, byte by byte. What is wrong is
    /// noted for the next run, which puts it right; nothing else is changed. A search index that is damaged is made again.
    /// `upgrading` hears of a library that an older Evoke left.
    ///
    /// A cancelled check throws `CancellationError`.
    public static func check(
        _ places: LibraryConfiguration, readingPhotos: Bool = false,
        notify: @escaping @Sendable (CheckProgress) -> Void = { _ in },
        upgrading: @escaping @Sendable (UpgradeProgress) -> Void = { _ in }
    ) async throws -> CheckReport {
        let catalog = try await places.catalog.open(.read, upgrading: upgrading)
        var report = try await catalog.check(notify: notify)
        if readingPhotos {
            report.addFiles()
            try await readPhotos(of: catalog, &report, notify)
        }
        do {
            try await leave(report.suspects, places, upgrading)
            report.isLeftToTheNextRun = report.isMendable
        } catch is EvokeError {
            // Where nothing can be written, no run can put anything right.
        }
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

    private static func leave(
        _ suspects: Set<CheckReport.Suspect>, _ places: LibraryConfiguration,
        _ upgrading: @escaping @Sendable (UpgradeProgress) -> Void
    ) async throws {
        guard !suspects.isEmpty else { return }
        let catalog = try await places.catalog.open(.write, upgrading: upgrading)
        try await catalog.leave(suspects)
        try await catalog.close()
    }
}
