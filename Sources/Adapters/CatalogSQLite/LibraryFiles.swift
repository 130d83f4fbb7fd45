import EvokeSystem
import EvokeValues

/// The library's files as they were at some time: equal when nobody wrote to them in between.
struct LibraryFiles: Equatable {
    private let device: UInt64?
    private let main: FileStamp?
    /// What SQLite has not yet put into the file itself.
    private let log: FileStamp?

    init(of file: FilePath) {
        let status = FileSystem.status(of: file)
        device = status?.device
        main = status.map(FileStamp.init)
        log = FileSystem.status(of: FilePath(bytes: file.bytes + Array("-wal".utf8))).map(FileStamp.init)
    }

    /// Whether these are the same files, which SQLite alone has written to, as long as the library was open.
    ///
    /// - Parameter isWriting: whether this process writes: a look may fall between its log and its file.
    func continues(_ earlier: LibraryFiles, whileWriting isWriting: Bool) -> Bool {
        guard let main, let before = earlier.main, isSameFile(as: earlier) else { return false }
        // SQLite removes a log only when nobody has the library open.
        guard earlier.log == nil || isSameLog(as: earlier) else { return false }
        // It writes to the file what it has written to the log. Where the log is empty again, or is as it was, nothing
        // shows whether it was SQLite: then the library is opened once more, for nothing if it was.
        return main == before || isWriting || log.map { $0.size > 0 && $0 != earlier.log } ?? false
    }

    /// Throws where there is no library, and where one was put into its place beside the log of what was there before:
    /// SQLite would mix the two.
    func checkThatTheyBelongTogether(after earlier: LibraryFiles?, in folder: FilePath) throws(EvokeError) {
        func unavailable(_ reason: String, _ remedy: String) -> EvokeError {
            EvokeError(
                .libraryUnavailable, doing: "use the library", subject: folder.display, reason: reason,
                remedy: remedy)
        }
        guard main != nil else {
            throw unavailable(
                "it is no longer there",
                "Put it back, or connect its disk, and the server goes on with it. To begin a new one, start the server "
                    + "again.")
        }
        guard main != earlier?.main, let log, log.size > 0, log == earlier?.log else { return }
        // Whoever is writing just now knows what belongs to it.
        guard (try? LibraryLock(in: folder)) != nil else { return }
        let name = SQLiteCatalog.fileName
        throw unavailable(
            "another file was put into its place, beside the log of the one before",
            "Move '\(name)-wal' and '\(name)-shm' out of its folder, and the server goes on with it.")
    }

    private func isSameFile(as earlier: LibraryFiles) -> Bool {
        device == earlier.device && main?.inode == earlier.main?.inode
    }

    private func isSameLog(as earlier: LibraryFiles) -> Bool { log?.inode == earlier.log?.inode }
}
