/// Backs up a catalog in one file, and restores it, while others read and write it.
package protocol CatalogBackup: Sendable {
    /// Writes the catalog's state at one moment.
    func make(at file: FilePath) async throws -> BackupReport

    /// Restores a backup atomically: concurrent readers see the old catalog or the new one.
    ///
    /// - Parameter replacing: keeps the existing catalog under another name; otherwise there must be none.
    /// - Returns: where the existing catalog is kept.
    func restore(_ backup: FilePath, replacing: Bool) async throws -> FilePath?
}
