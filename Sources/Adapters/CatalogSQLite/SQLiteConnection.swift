import EvokeCSQLite
package import EvokeCatalog
import EvokeValues
import EvokeWorkers

/// Owns one SQLite connection. Not thread-safe: used by one caller at a time.
package final class SQLiteConnection {
    private let handle: OpaquePointer
    let file: DiskPath
    private var statements: [String: SQLiteStatement] = [:]
    private var translations: [String: String] = [:]
    /// What the current transaction has changed.
    package var changes = CatalogChanges()
    /// The last numbers that the current transaction gave to new rows.
    var lastNumbers: [CatalogTable: Int64] = [:]
    /// Interrupts the running statements; nil if they cannot be interrupted.
    private var cancellation: Cancellation?
    /// How long to wait for other writers, in milliseconds.
    var patience: Int32 = 10_000
    let shared: SharedColumns
    var hasAnsweredWithoutColumns = false

    /// Opens a database in an existing folder; `uri` is an SQLite URI.
    init(uri: String, file: DiskPath, flags: Int32) throws(EvokeError) {
        var handle: OpaquePointer?
        let code = sqlite3_open_v2(uri, &handle, flags | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX, nil)
        guard code == SQLITE_OK, let handle else {
            let reason = handle.map(sqlite3_extended_errcode) ?? code
            sqlite3_close_v2(handle)
            throw .sqlite(reason, doing: "open the library", file: file)
        }
        self.handle = handle
        self.file = file
        shared = SharedColumns.of(file)
        sqlite3_extended_result_codes(handle, 1)
        let itself = Unmanaged.passUnretained(self).toOpaque()
        sqlite3_progress_handler(handle, Self.stepsBetweenLooks, { SQLiteConnection.at($0).isWanted ? 0 : 1 }, itself)
        sqlite3_busy_handler(handle, { SQLiteConnection.at($0).wait(afterTries: $1) ? 1 : 0 }, itself)
        precondition(Checksums.install(in: handle) == SQLITE_OK, "SQLite takes no function")
    }

    deinit {
        statements.removeAll()
        sqlite3_close_v2(handle)
    }

    func execute(_ sql: String, doing: String = "change the library") throws(EvokeError) {
        let code = sqlite3_exec(handle, sql, nil, nil, nil)
        guard code == SQLITE_OK else { throw .sqlite(code, doing: doing, file: file) }
    }

    /// A statement of the catalog, translated.
    func statement(catalog sql: String, _ kinds: [CatalogBindableKind]) throws(EvokeError) -> SQLiteStatement {
        let text = translations[sql] ?? Self.translated(sql, kinds)
        translations[sql] = text
        return try statement(text)
    }

    /// A prepared statement, ready for its values; each SQL text is prepared once.
    func statement(_ sql: String) throws(EvokeError) -> SQLiteStatement {
        // A statement that is run again while its rows are read is another one.
        if let known = statements[sql], !known.isRunning {
            known.reset()
            return known
        }
        var prepared: OpaquePointer?
        let code = sqlite3_prepare_v3(handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &prepared, nil)
        guard code == SQLITE_OK, let prepared else { throw .sqlite(code, doing: "read the library", file: file) }
        let statement = SQLiteStatement(prepared, file: file)
        statements[sql] = statement
        return statement
    }

    // MARK: - Cancellation

    /// Interrupts the statements of `body` on cancellation; an interrupted transaction is rolled back as a whole.
    func granting<Result, Failure: Error>(
        _ cancellation: Cancellation, _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        // SQLite allows this call from any thread while the connection is open.
        nonisolated(unsafe) let handle = handle
        cancellation.interrupting { sqlite3_interrupt(handle) }
        self.cancellation = cancellation
        defer {
            self.cancellation = nil
            cancellation.interrupting(with: nil)
        }
        return try body()
    }

    /// Cancels `body` where SQLite calls no progress handler but notices interruptions. SQLite forgets interruptions
    /// that arrive while no statement runs, so one is kept running throughout.
    func heedingInterruptions<Result>(_ body: () throws(EvokeError) -> Result) throws(EvokeError) -> Result {
        let first = try statement("SELECT 1 FROM sqlite_schema")
        defer { first.reset() }
        _ = try first.step()
        try checkThatItIsWanted()
        return try body()
    }

    func checkThatItIsWanted() throws(EvokeError) {
        guard isWanted else { throw .sqlite(SQLITE_INTERRUPT, doing: "use the library", file: file) }
    }

    /// Virtual machine steps between checks for cancellation. A check takes less time than one step, and this many
    /// steps take less than a millisecond.
    private static let stepsBetweenLooks: Int32 = 1_000

    var isWanted: Bool { cancellation?.isAlive ?? true }

    /// Sleeps briefly; false if another try is not worthwhile.
    private func wait(afterTries tries: Int32) -> Bool {
        guard isWanted, tries * Self.pause < patience else { return false }
        sqlite3_sleep(Self.pause)
        return true
    }

    private static let pause: Int32 = 5

    /// For SQLite's callbacks, which run on the calling thread.
    private static func at(_ context: UnsafeMutableRawPointer?) -> SQLiteConnection {
        Unmanaged.fromOpaque(context!).takeUnretainedValue()
    }

    // MARK: - Files

    /// Whether it was opened for writing but the system only allows reading.
    var isReadOnly: Bool { sqlite3_db_readonly(handle, "main") == 1 }

    /// The size of the database in bytes, including what is still in the log.
    func size() throws(EvokeError) -> Int64 {
        try (integer("PRAGMA page_count") ?? 0) * (integer("PRAGMA page_size") ?? 0)
    }

    /// Copies a consistent snapshot of this database to `other`, despite concurrent writers. `notify` gets the number
    /// of bytes copied.
    func copy(to other: SQLiteConnection, notify: (_ done: Int64, _ total: Int64) -> Void) throws(EvokeError) {
        let doing = "copy the library to"
        try execute("BEGIN", doing: doing)
        // Nothing was written, so there is nothing to undo.
        defer { try? execute("ROLLBACK", doing: doing) }
        // The first read pins the snapshot for all steps.
        let total = try size()
        let page = try integer("PRAGMA page_size") ?? 0
        guard let backup = sqlite3_backup_init(other.handle, "main", handle, "main") else {
            throw .sqlite(sqlite3_errcode(other.handle), doing: doing, file: other.file)
        }
        var step = SQLITE_OK
        while step == SQLITE_OK, isWanted {
            step = sqlite3_backup_step(backup, Self.pagesAtOnce)
            notify(total - page * Int64(sqlite3_backup_remaining(backup)), total)
        }
        let end = sqlite3_backup_finish(backup)
        let code = step == SQLITE_DONE ? end : step == SQLITE_OK ? SQLITE_INTERRUPT : step
        guard code == SQLITE_OK else { throw .sqlite(code, doing: doing, file: other.file) }
    }

    /// A few milliseconds' worth of copying.
    private static let pagesAtOnce: Int32 = 512

    /// The file's name as an SQLite URI.
    static func uri(_ file: DiskPath) -> String {
        "file:"
            + file.bytes.map { byte in
                let isPlain = byte == .slash || byte == .dot || byte.isLetterOrDigit
                return isPlain ? String(Unicode.Scalar(byte)) : "%" + byte.hexadecimal
            }.joined()
    }

    /// Moves the write-ahead log into the file, as far as current readers allow.
    func emptyLog() {
        let usual = patience
        patience = 500
        defer { patience = usual }
        sqlite3_wal_checkpoint_v2(handle, nil, SQLITE_CHECKPOINT_TRUNCATE, nil, nil)
    }

    var changedRows: Int { Int(sqlite3_changes(handle)) }

    /// Everything that `body` reads is of one state.
    package func snapshot<Result>(_ body: () throws -> Result) throws -> Result {
        try execute("BEGIN", doing: "read the library")
        // Nothing was written, so there is nothing to undo.
        defer { try? execute("ROLLBACK") }
        return try body()
    }

    /// All of `body` takes effect, or none of it.
    func transaction<Result>(_ body: () throws(EvokeError) -> Result) throws(EvokeError) -> Result {
        try execute("BEGIN IMMEDIATE")
        do {
            let result = try body()
            try execute("COMMIT")
            return result
        } catch {
            // SQLite may have rolled back on its own, and then this fails.
            try? execute("ROLLBACK")
            throw error
        }
    }
}

extension EvokeError {
    /// - Parameter code: SQLite's result code, extended if available.
    static func sqlite(_ code: Int32, doing: String, file: DiskPath) -> EvokeError {
        let words = String(cString: sqlite3_errstr(code))
        let (kind, reason, remedies): (Kind, String, [Remedy]) =
            switch code & 0xFF {
            case SQLITE_FULL:
                (.diskFull, "the disk is full", [.advice("Free some space and try again. Finished work is kept.")])
            case SQLITE_READONLY:
                (.readOnly, "it is read-only", [.advice("Check its permissions."), .chooseOption(.library)])
            case SQLITE_BUSY, SQLITE_LOCKED, SQLITE_PROTOCOL:
                (.libraryBusy, "another process is writing to it", [.advice("Try again in a moment.")])
            case SQLITE_CORRUPT, SQLITE_NOTADB:
                (
                    .libraryDamaged, "the file is damaged",
                    [.advice("Restore it from a backup, or move it away and index again.")]
                )
            case SQLITE_CANTOPEN, SQLITE_PERM, SQLITE_AUTH:
                (
                    .notAllowed, "it cannot be opened",
                    [.advice("Check the folder's permissions."), .chooseOption(.library)]
                )
            case SQLITE_INTERRUPT:
                (.unreadable, "it was interrupted", [.advice("Try again.")])
            case SQLITE_IOERR:
                (.unreadable, "the disk failed or is full", [.advice("Check the disk and try again.")])
            default:
                (.libraryFailed, "SQLite says '\(words)'", [.advice("Try again.")])
            }
        return EvokeError(
            kind, doing: doing, subject: file.display, reason: reason, remedies: remedies,
            cause: Cause("sqlite", code: Int(code), text: words))
    }
}
