import EvokeCSQLite
import EvokeCatalog
import EvokePorts
import EvokeSystem
package import EvokeValues
import EvokeWorkers

/// Backs up a library's database to one file and restores it, while others read and write it.
package struct SQLiteBackup: CatalogBackup {
    private let folder: DiskPath
    private let notify: @Sendable (BackupProgress) -> Void

    package init(of folder: DiskPath, notify: @escaping @Sendable (BackupProgress) -> Void) {
        (self.folder, self.notify) = (folder, notify)
    }

    package func make(at file: DiskPath) async throws -> BackupReport {
        let doing = "make the backup"
        guard FileSystem.isMissing(file) else {
            throw EvokeError(
                .notAllowed, doing: doing, subject: file.display, reason: "a file of that name already exists",
                remedy: "Choose a new file name.")
        }
        return try await alone { cancellation throws(EvokeError) in
            let store = try Store(in: folder, access: .read, for: cancellation, upgrading: { _ in })
            defer { store.close() }
            let library = try store.current(for: cancellation)
            return try library.granting(cancellation) { () throws(EvokeError) in
                try library.checkRoom(at: file.parent ?? file, doing: doing)
                var photos = 0
                try library.copy(toFile: file, notify: copying) { copy throws(EvokeError) in
                    try checkFile(copy)
                    photos = try copy.count("SELECT count(*) FROM photos p WHERE \(CatalogCondition.canBeShown)")
                }
                return BackupReport(photos: photos)
            }
        }
    }

    package func restore(_ backup: DiskPath, replacing: Bool) async throws -> DiskPath? {
        try await alone { cancellation throws(EvokeError) in
            let source = try opened(backup)
            return try source.granting(cancellation) { () throws(EvokeError) in
                try checkFile(source)
                let isThere = !FileSystem.isMissing(library)
                guard !isThere || replacing else {
                    throw EvokeError(
                        .notAllowed, doing: "restore the library", subject: folder.display,
                        reason: "there already is a library",
                        remedies: [.chooseOption(.replacement), .chooseOption(.library)])
                }
                let lock = try LibraryLock(in: folder)
                defer { lock.release() }
                try Self.eraseDrafts(in: folder)
                try source.checkRoom(at: folder, doing: "restore the library", copies: isThere ? 3 : 1)
                guard isThere else {
                    try source.copy(toFile: library, notify: copying)
                    return nil
                }
                return try replace(with: source)
            }
        }
    }

    private var library: DiskPath { folder.appending(SQLiteCatalog.fileName) }

    private func opened(_ backup: DiskPath) throws(EvokeError) -> SQLiteConnection {
        let doing = "read the backup"
        guard try FileSystem.status(of: backup, doing: doing).isFile else {
            throw EvokeError(
                .notAllowed, doing: doing, subject: backup.display, reason: "it is not a regular file",
                remedy: "Give the file of a backup.")
        }
        func damaged(_ reason: String) -> EvokeError {
            EvokeError(
                .libraryDamaged, doing: doing, subject: backup.display, reason: reason, remedy: "Try another backup.")
        }
        do throws(EvokeError) {
            let connection = try SQLiteConnection(
                uri: SQLiteConnection.uri(backup), file: backup, flags: SQLITE_OPEN_READONLY)
            if case .empty = try Schema.state(of: connection, file: backup) { throw damaged("it is empty") }
            return connection
        } catch  where error.kind == .libraryDamaged {
            throw damaged(error.reason)
        }
    }

    /// Saves the existing library in a file next to it first. The database is then overwritten in a single
    /// transaction, because it may have readers; if it is too damaged for that, its files are renamed.
    private func replace(with source: SQLiteConnection) throws(EvokeError) -> DiskPath {
        let kept = folder.appending("\(Self.keptName)\(SystemClock.now / 1_000_000_000).sqlite")
        do throws(EvokeError) {
            let old = try SQLiteConnection(
                uri: SQLiteConnection.uri(library), file: library, flags: SQLITE_OPEN_READWRITE)
            _ = try Schema.state(of: old, file: library)
            try checkFile(old)
            try old.copy(toFile: kept, notify: copying)
            try source.copy(to: old, notify: copying)
            old.emptyLog()
        } catch  where error.kind == .libraryDamaged {
            for end in ["", "-wal", "-shm"] {
                let file = DiskPath(bytes: library.bytes + Array(end.utf8))
                guard !FileSystem.isMissing(file) else { continue }
                try FileSystem.move(
                    file, to: DiskPath(bytes: kept.bytes + Array(end.utf8)), doing: "keep the damaged library")
            }
            try source.copy(toFile: library, notify: copying)
        }
        return kept
    }

    /// Prefix of a replaced library's file; the time follows.
    private static let keptName = "library-replaced-"

    /// The libraries that were replaced by restored ones.
    static func replaced(in folder: DiskPath) -> [DiskPath] { folder.databases(named: keptName) }

    /// Erases what killed copies left in the folder. The caller must hold the library's lock.
    static func eraseDrafts(in folder: DiskPath) throws(EvokeError) {
        for name in try FileSystem.names(in: folder) {
            let text = String(decoding: name, as: UTF8.self)
            if text.hasPrefix("library"), text.contains(".sqlite\(SQLiteConnection.draftEnding)") {
                try FileSystem.erase(folder.appending(name))
            }
        }
    }

    private func copying(_ done: Int64, _ total: Int64) { notify(BackupProgress(.copying, done: done, total: total)) }

    private func checkFile(_ connection: SQLiteConnection) throws(EvokeError) {
        notify(BackupProgress(.checking, done: 0, total: 0))
        let statement = try connection.statement("PRAGMA quick_check(1)")
        defer { statement.reset() }
        let isWhole = try connection.heedingInterruptions { () throws(EvokeError) in
            try statement.step() && statement.text(0) == "ok"
        }
        guard isWhole else {
            throw EvokeError(
                .libraryDamaged, doing: "check", subject: connection.file.display, reason: "parts of it are damaged",
                remedy: "Use another backup. A check of the library lists the damage.")
        }
    }

    private func alone<Result: Sendable>(
        _ body: @escaping @Sendable (Cancellation) throws(EvokeError) -> Result
    ) async throws -> Result {
        try await Cancellation.granted(by: BlockingExecutor(width: 1)) { cancellation in try body(cancellation) }
    }
}

extension SQLiteConnection {
    /// Throws if there is no room for this many copies of the database.
    func checkRoom(
        at place: DiskPath, for subject: DiskPath? = nil, doing: String, copies: Int64 = 1
    ) throws(EvokeError) {
        let size = copies * (try size())
        guard let free = FileSystem.freeBytes(at: place), free < size else { return }
        throw EvokeError(
            .diskFull, doing: doing, subject: (subject ?? place).display,
            reason: "this needs \(size / 1_000_000 + 1) MB, but only \(free / 1_000_000) MB are free",
            remedy: "Free some space and try again. Nothing was changed.")
    }

    /// Suffix of an unfinished copy.
    static let draftEnding = ".part"

    /// Copies the database to a file that appears only once it is complete, readable by its owner alone.
    ///
    /// - Parameters:
    ///   - replaces: whether an existing file of that name may be replaced.
    ///   - check: validates the copy before it appears.
    func copy(
        toFile file: DiskPath, replaces: Bool = false, notify: (_ done: Int64, _ total: Int64) -> Void,
        check: (SQLiteConnection) throws(EvokeError) -> Void = { _ in }
    ) throws(EvokeError) {
        let draft = DiskPath(bytes: file.bytes + Array(Self.draftEnding.utf8))
        // Left over from a copy that was killed.
        for name in ["", "-journal"] { try FileSystem.erase(DiskPath(bytes: draft.bytes + Array(name.utf8))) }
        _ = try OpenFile(draft, .make, doing: "copy the library to", subject: file)
        do throws(EvokeError) {
            let other = try SQLiteConnection(uri: SQLiteConnection.uri(draft), file: file, flags: SQLITE_OPEN_READWRITE)
            try copy(to: other, notify: notify)
            // A single file, readable even from a read-only folder.
            try other.execute("PRAGMA journal_mode = DELETE", doing: "copy the library to")
            try check(other)
            let doing = "copy the library to"
            if replaces {
                try FileSystem.move(draft, to: file, doing: doing)
            } else {
                try FileChanges().moveWhereFree(draft, to: file, doing: doing)
            }
        } catch {
            // The next copy overwrites the draft.
            try? FileSystem.erase(draft)
            throw error
        }
    }
}
