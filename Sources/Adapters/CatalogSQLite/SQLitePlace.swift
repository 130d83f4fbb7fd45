import EvokeCatalog
package import EvokePorts
import EvokeSystem
package import EvokeValues

/// The folder of a library's database.
package struct SQLitePlace: CatalogPlace {
    /// A folder with a file of this name is a library.
    package static let fileName = SQLiteCatalog.fileName

    private let folder: DiskPath

    package init(in folder: DiskPath) {
        self.folder = folder
    }

    package func open(
        _ access: CatalogAccess, upgrading: @escaping @Sendable (UpgradeProgress) -> Void
    ) async throws -> any PhotoCatalog {
        try await SQLiteCatalog.open(in: folder, access: access, upgrading: upgrading)
    }

    package func openBesideWriter() async throws -> any PhotoCatalog {
        try await SQLiteCatalog.open(in: folder, access: .write, besideOthers: true)
    }

    package var namesRoots: Bool { false }

    package func openToCopy(
        _ access: CatalogAccess, namingRoots: Bool, upgrading: @escaping @Sendable (UpgradeProgress) -> Void
    ) async throws -> any CopyableCatalog {
        try await SQLiteCatalog.open(in: folder, access: access, upgrading: upgrading)
    }

    package func lock() throws(EvokeError) -> any CatalogLock { try LibraryLock(in: folder) }

    package func isThere() -> Bool? {
        if FileSystem.isFile(file) { return true }
        return FileSystem.isMissing(file) ? false : nil
    }

    package func state() -> CatalogState { CatalogState(LibraryFiles(of: file)) }

    package func continues(
        _ now: CatalogState, after earlier: CatalogState, whileWriting isWriting: Bool
    ) -> Bool {
        guard let now = now.known as? LibraryFiles, let earlier = earlier.known as? LibraryFiles else { return false }
        return now.continues(earlier, whileWriting: isWriting)
    }

    package func check(_ now: CatalogState, after earlier: CatalogState) throws(EvokeError) {
        guard let now = now.known as? LibraryFiles else { return }
        try now.checkThatTheyBelongTogether(after: earlier.known as? LibraryFiles, in: folder)
    }

    package func bytes() -> Int64 { FileSystem.size(of: file) }

    package func copies() -> [DiskPath] { Upgrade.copies(in: folder) + SQLiteBackup.replaced(in: folder) }

    package var privateNames: [String] { [SQLiteCatalog.fileName, LibraryLock.fileName] }

    private var file: DiskPath { folder.appending(SQLiteCatalog.fileName) }
}

/// A snapshot of the library's files: equal if nobody wrote to them in between.
struct LibraryFiles: Equatable {
    private let device: UInt64?
    private let main: FileStamp?
    /// The write-ahead log.
    private let log: FileStamp?

    init(of file: DiskPath) {
        let status = FileSystem.status(of: file)
        device = status?.device
        main = status.map(FileStamp.init)
        log = FileSystem.status(of: DiskPath(bytes: file.bytes + Array("-wal".utf8))).map(FileStamp.init)
    }

    /// Whether these are still the same files, changed by nobody but SQLite, while the library was open.
    ///
    /// - Parameter isWriting: whether this process writes: the snapshot may have been taken between its write to the
    ///   log and its write to the file.
    func continues(_ earlier: LibraryFiles, whileWriting isWriting: Bool) -> Bool {
        guard let main, let before = earlier.main, device == earlier.device, main.inode == before.inode
        else { return false }
        // SQLite removes a log only when the last connection closes.
        guard earlier.log == nil || log?.inode == earlier.log?.inode else { return false }
        // SQLite writes to the file what it wrote to the log before. If the log is empty again or unchanged, there is
        // no telling whether SQLite wrote the file; reopening the library is then the safe choice.
        return main == before || isWriting || log.map { $0.size > 0 && $0 != earlier.log } ?? false
    }

    /// Throws if the library is gone, or if another file has replaced it next to its predecessor's log: SQLite would
    /// mix the two.
    func checkThatTheyBelongTogether(after earlier: LibraryFiles?, in folder: DiskPath) throws(EvokeError) {
        func unavailable(_ reason: String, _ remedy: String) -> EvokeError {
            EvokeError(
                .libraryUnavailable, doing: "use the library", subject: folder.display, reason: reason, remedy: remedy)
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
}

/// Keeps other writers out of a library.
final class LibraryLock: CatalogLock {
    static let fileName = "lock"

    /// Nil once released.
    private let held: Locked<FileLock?>

    init(in folder: DiskPath) throws(EvokeError) {
        try FileSystem.makeFolder(folder, isPrivate: true)
        let file = folder.appending(Self.fileName)
        do throws(Errno) {
            let lock = try FileLock(file: file)
            // The lock holds even if the process number cannot be written.
            try? lock.file.setSize(0)
            // Lets the error message of other processes name the holder.
            try? lock.file.write(Array("\(OwnProcess.number)".utf8), at: 0)
            held = Locked(lock)
        } catch {
            guard error.isHeldByAnother else {
                throw .system(error.code, doing: "lock the library", subject: folder)
            }
            let holder = (try? FileSystem.read(file)).map { String(decoding: $0, as: UTF8.self) } ?? ""
            throw EvokeError(
                .libraryBusy, doing: "write to the library", subject: folder.display,
                reason: "another evoke\(holder.isEmpty ? "" : " (process \(holder))") is writing to it",
                remedy: "Wait until it has finished. Searching works in the meantime.")
        }
    }

    func release() {
        held.withLock { $0 = nil }
    }
}
