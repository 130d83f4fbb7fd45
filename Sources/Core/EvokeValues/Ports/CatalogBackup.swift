/// Keeps a catalogue in one file, and brings it back, while others read and write it.
package protocol CatalogBackup: Sendable {
    /// Writes the catalogue as it is at one moment.
    func make(at file: FilePath) async throws -> BackupReport

    /// Makes the catalogue what a backup is, all of it or nothing: who reads meanwhile reads the old one or the new one.
    ///
    /// - Parameter replacing: what is there is kept under another name; else there must be no catalogue.
    /// - Returns: where what was there is kept.
    func restore(_ backup: FilePath, replacing: Bool) async throws -> FilePath?
}
