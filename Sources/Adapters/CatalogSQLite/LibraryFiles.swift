import EvokeSystem
import EvokeValues

/// A snapshot of the library's files: equal if nobody wrote to them in between.
struct LibraryFiles: Equatable {
    private let device: UInt64?
    private let main: FileStamp?
    /// The write-ahead log.
    private let log: FileStamp?

    init(of file: FilePath) {
        let status = FileSystem.status(of: file)
        device = status?.device
        main = status.map(FileStamp.init)
        log = FileSystem.status(of: FilePath(bytes: file.bytes + Array("-wal".utf8))).map(FileStamp.init)
    }

    /// Whether these are still the same files, changed by nobody but SQLite, while the library was open.
    ///
    /// - Parameter isWriting: whether this process writes: the snapshot may have been taken between its write to the
    ///   log and its write to the file.
    func continues(_ earlier: LibraryFiles, whileWriting isWriting: Bool) -> Bool {
        guard let main, let before = earlier.main, isSameFile(as: earlier) else { return false }
        // SQLite removes a log only when the last connection closes.
        guard earlier.log == nil || isSameLog(as: earlier) else { return false }
        // SQLite writes to the file what it wrote to the log before. If the log is empty again or unchanged, there is
        // no telling whether SQLite wrote the file; reopening the library is then the safe choice.
        return main == before || isWriting || log.map { $0.size > 0 && $0 != earlier.log } ?? false
    }

    /// Throws if the library is gone, or if another file has replaced it next to its predecessor's log: SQLite would
    /// mix the two.
    func checkThatTheyBelongTogether(after earlier: LibraryFiles?, in folder: FilePath) throws(EvokeError) {
        func unavailable(_ reason: String, _ remedy: String) -> EvokeError {
            EvokeError(
                .libraryUnavailable, doing: "use the library", subject: folder.display, reason: reason,
                remedy: remedy)
        }
        guard main != nil else {
            throw unavailable(
                "it is no longer there",
                "Put it back or connect its disk, and the server resumes. To begin a new library, restart the server.")
        }
        guard main != earlier?.main, let log, log.size > 0, log == earlier?.log else { return }
        // A process that is writing now has already made sure that they belong together.
        guard (try? LibraryLock(in: folder)) != nil else { return }
        let name = SQLiteCatalog.fileName
        throw unavailable(
            "the file was replaced, but the log of the previous one is still there",
            "Move '\(name)-wal' and '\(name)-shm' out of the library's folder, and the server resumes.")
    }

    private func isSameFile(as earlier: LibraryFiles) -> Bool {
        device == earlier.device && main?.inode == earlier.main?.inode
    }

    private func isSameLog(as earlier: LibraryFiles) -> Bool { log?.inode == earlier.log?.inode }
}
