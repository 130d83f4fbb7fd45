public import EvokeValues

extension PhotoLibrary {
    /// Writes the library's database to one file, as of one moment, without blocking others.
    ///
    /// Photos are not included, nor what each machine derives from a library: search index and thumbnails.
    public static func backUp(
        _ places: LibraryConfiguration, to file: FilePath,
        progress: @escaping @Sendable (BackupProgress) -> Void = { _ in }
    ) async throws -> BackupReport {
        try await places.backup("make the backup", progress).make(at: file)
    }

    /// Replaces the library with a backup, completely or, on failure, not at all. A running server continues with it.
    ///
    /// - Parameter replacing: keep an existing library in a file next to the restored one; if false, there must be
    ///   none.
    public static func restore(
        _ places: LibraryConfiguration, from backup: FilePath, replacing: Bool = false,
        progress: @escaping @Sendable (BackupProgress) -> Void = { _ in },
        upgrading: @escaping @Sendable (UpgradeProgress) -> Void = { _ in }
    ) async throws -> BackupReport {
        let kept = try await places.backup("restore the library", progress).restore(backup, replacing: replacing)
        // A backup of an older Evoke is upgraded now, not when somebody waits for a search.
        let catalog = try await places.catalog.open(.write, upgrading: upgrading)
        let photos = try await catalog.summary().photos
        try await catalog.close()
        return BackupReport(photos: photos, kept: kept)
    }
}
