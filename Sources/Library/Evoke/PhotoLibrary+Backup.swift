public import EvokeValues

extension PhotoLibrary {
    /// Writes the library's database into one file, as it is at one moment, while everything else goes on.
    ///
    /// Photos are not in it, nor what each machine makes of a library: the search index and thumbnails.
    public static func backUp(
        _ places: LibraryConfiguration, to file: FilePath,
        progress: @escaping @Sendable (BackupProgress) -> Void = { _ in }
    ) async throws -> BackupReport {
        try await places.backup("make the backup", progress).make(at: file)
    }

    /// Makes the library what a backup is: all of it, or nothing where that fails. A server that runs goes on with it.
    ///
    /// - Parameter replacing: a library that is there is kept in a file beside the restored one; else there must be none.
    public static func restore(
        _ places: LibraryConfiguration, from backup: FilePath, replacing: Bool = false,
        progress: @escaping @Sendable (BackupProgress) -> Void = { _ in },
        upgrading: @escaping @Sendable (UpgradeProgress) -> Void = { _ in }
    ) async throws -> BackupReport {
        let kept = try await places.backup("restore the library", progress).restore(backup, replacing: replacing)
        // A backup of an older Evoke becomes current now, and not when somebody waits for a search.
        let catalog = try await places.catalog.open(.write, upgrading: upgrading)
        let photos = try await catalog.summary().photos
        try await catalog.close()
        return BackupReport(photos: photos, kept: kept)
    }
}
