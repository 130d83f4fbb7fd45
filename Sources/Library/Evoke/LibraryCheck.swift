import EvokeSystem
public import EvokeValues
import EvokeVectorIndex

extension LibraryStatus {
    /// Verifies the library, row by row, and with `readingPhotos` its photos' files, byte by byte. Damage is recorded
    /// for the next run, which repairs it; nothing else changes. A damaged search index is rebuilt. `upgrading` is
    /// called while a library of an older Evoke is upgraded.
    ///
    /// A canceled check throws `CancellationError`.
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
            // If nothing can be written, no run could repair anything.
        }
        // An index built from a damaged library would be no better.
        guard report.isInOrder else { return report }
        let threads = SearchThreads(count: Engine.cores)
        for model in try await catalog.models()
        where FileSystem.isFile(LibraryVectors.file(of: model, in: places.library)) {
            let vectors = LibraryVectors(of: model, in: places.library, catalog: catalog, threads: threads)
            report.indexes += 1
            guard let reason = try await vectors.check()?.reason else { continue }
            report.mended.append("the index of '\(model.name)' was rebuilt: \(reason)")
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
