import EvokeIndexing
import EvokePorts
import EvokeSystem
public import EvokeValues
import EvokeWorkers

extension PhotoLibrary {
    /// Copies of the library in single files.
    public var backups: LibraryBackups { LibraryBackups(of: configuration) }
}

/// Copies of a library in single files. The library need not be open: there may be none yet to restore it to, or one too
/// damaged to be opened.
public struct LibraryBackups: Sendable {
    private let configuration: LibraryConfiguration

    /// Of the library there.
    public init(of configuration: LibraryConfiguration) { self.configuration = configuration }

    /// Writes the library's database to one file, as of one moment, without blocking others.
    ///
    /// Photos are not included, nor what each machine derives from a library: search index and thumbnails.
    public func make(
        at file: DiskPath, progress: @escaping @Sendable (BackupProgress) -> Void = { _ in }
    ) async throws -> BackupReport {
        try await configuration.backup("make the backup", progress).make(at: file)
    }

    /// Replaces the library with a backup, completely or, on failure, not at all. A running server continues with it.
    ///
    /// - Parameter replacing: keep an existing library in a file next to the restored one; if false, there must be
    ///   none.
    public func restore(
        from backup: DiskPath, replacing: Bool = false,
        progress: @escaping @Sendable (BackupProgress) -> Void = { _ in },
        upgrading: @escaping @Sendable (UpgradeProgress) -> Void = { _ in }
    ) async throws -> BackupReport {
        let kept = try await configuration.backup("restore the library", progress).restore(backup, replacing: replacing)
        // A backup of an older Evoke is upgraded now, not when somebody waits for a search.
        let catalog = try await configuration.catalog.open(.write, upgrading: upgrading)
        let photos = try await catalog.summary().photos
        try await catalog.close()
        return BackupReport(photos: photos, kept: kept)
    }
}

extension LibraryConfiguration {
    /// Copies the library to an empty destination, between folders and databases. An interrupted copy resumes. At the
    /// end, both are compared row by row.
    ///
    /// What each machine derives from a library, its search index and thumbnails, is not copied but made again. Neither
    /// library is written to meanwhile, so neither is open.
    package func copyLibrary(
        to target: LibraryConfiguration, progress: @escaping @Sendable (CopyProgress) -> Void = { _ in },
        upgrading: @escaping @Sendable (UpgradeProgress) -> Void = { _ in }
    ) async throws -> CopyReport {
        guard address != target.address else {
            throw EvokeError(
                .wrongUsage, doing: "copy the library", subject: shownAddress,
                reason: "the destination is the library itself",
                remedies: [.advice("Choose another destination.")])
        }
        // Opened for reading first, so that no library is created where there is none.
        let original = try await catalog.openToCopy(.read, namingRoots: target.catalog.namesRoots, upgrading: upgrading)
        let locks = [try await lock(), try await target.lock()]
        defer { for lock in locks { lock.release() } }
        let copy = try await target.catalog.openToCopy(.write, namingRoots: true, upgrading: upgrading)
        let result = await Result {
            if try await copy.isEmpty() { try copyTidyJournal(to: target) }
            return try await CatalogCopy(
                of: original, named: shownAddress, into: copy, named: target.shownAddress, notify: progress
            ).run()
        }
        try await original.close()
        try await copy.close()
        return try result.get()
    }

    /// The journal that undoes the last tidying. An existing journal is left alone: it may still undo something else.
    private func copyTidyJournal(to target: LibraryConfiguration) throws(EvokeError) {
        guard !FileSystem.isMissing(tidyJournal), FileSystem.isMissing(target.tidyJournal) else { return }
        if let folder = target.tidyJournal.parent { try FileSystem.makeFolder(folder, isPrivate: true) }
        try FileSystem.replace(target.tidyJournal, with: try FileSystem.read(tidyJournal))
    }
}
