import CSQLite
import Glibc
public import PhotoCore
import Workers

/// A library's catalogue in one SQLite file.
public struct SQLiteCatalog: Sendable {
    public enum Access: Sendable {
        case read, write
    }

    public static let fileName = "library.sqlite"

    private let store: Store
    private let executor: BlockingExecutor

    /// Opens the catalogue in `folder`; with write access it is made when it is not there.
    public static func open(in folder: FilePath, access: Access) async throws -> SQLiteCatalog {
        let executor = BlockingExecutor(width: 1)
        let store = try await executor.run { try Store.open(in: folder, access: access) }
        return SQLiteCatalog(store: store, executor: executor)
    }

    /// Closes the file, which puts all that was recorded into it, also where others read it meanwhile: as a copy it is
    /// whole, and one that is put into its place finds no log of what was there before. All else throws from then on.
    ///
    /// One that just goes out of scope is closed too, but whoever reads the file next may come before that.
    public func close() async throws {
        try await executor.run { [store] in
            if store.isWriter { store.connection?.emptyLog() }
            store.connection = nil
        }
    }

    /// Runs `body` with the connection, alone.
    func use<Result: Sendable>(_ body: @escaping @Sendable (Connection) throws -> Result) async throws -> Result {
        try await executor.run { [store] in
            guard let connection = store.connection else { throw EvokeError.libraryIsClosed }
            return try body(connection)
        }
    }
}

/// Carries the connection to the executor's thread and closes it at the end.
// Sendable because the executor runs one call at a time, and nothing else reaches the connection.
private final class Store: @unchecked Sendable {
    var connection: Connection?
    let isWriter: Bool

    private init(_ connection: Connection, isWriter: Bool) {
        self.connection = connection
        self.isWriter = isWriter
    }

    static func open(in folder: FilePath, access: SQLiteCatalog.Access) throws(EvokeError) -> Store {
        let file = folder.appending(SQLiteCatalog.fileName)
        switch access {
        case .write:
            try FileSystem.makeFolder(folder, isPrivate: true)
            makePrivate(file)
            let connection = try Connection(
                uri: uri(file), file: file, flags: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE)
            // The page size counts only before the first table; a vector should fit a page several times over.
            try connection.execute(
                """
                PRAGMA page_size = 16384; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;
                PRAGMA foreign_keys = ON
                """, doing: "open the library")
            try Schema.prepare(connection, file: file, canWrite: true)
            return Store(connection, isWriter: true)
        case .read:
            guard FileSystem.isFile(file) else {
                throw EvokeError(
                    .notFound, doing: "open the library", subject: folder.display, reason: "there is no library",
                    remedy: "Make one with 'evoke index FOLDER', or name another with --library.")
            }
            let connection = try Connection(
                uri: uri(file) + (canTakeAsItIs(file) ? "?immutable=1" : ""), file: file, flags: SQLITE_OPEN_READONLY)
            try connection.execute("PRAGMA mmap_size = 1073741824", doing: "open the library")
            do throws(EvokeError) {
                try Schema.prepare(connection, file: file, canWrite: false)
            } catch  where error.kind == .readOnly {
                // A library of an older version is made current by the first who may write to it.
                _ = try? open(in: folder, access: .write)
                try Schema.prepare(connection, file: file, canWrite: false)
            }
            return Store(connection, isWriter: false)
        }
    }

    /// SQLite would make it for all to read. What it puts beside it gets the same mode.
    private static func makePrivate(_ file: FilePath) {
        let descriptor = file.withCString { Glibc.open($0, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600) }
        if descriptor >= 0 { Glibc.close(descriptor) }
    }

    /// Readers of a WAL database write to its shared memory. Where nothing can be written, nobody else writes either,
    /// and SQLite may take the file as it is, unless a part of it still waits in the log.
    private static func canTakeAsItIs(_ file: FilePath) -> Bool {
        guard let folder = file.parent, !FileSystem.canWrite(folder) else { return false }
        let log = FilePath(bytes: file.bytes + Array("-wal".utf8))
        return FileSystem.status(of: log).map { $0.st_size == 0 } ?? true
    }

    private static func uri(_ file: FilePath) -> String {
        "file:"
            + file.bytes.map { byte in
                let isPlain =
                    byte == .slash || byte == .dot || (byte < 0x80 && Character(Unicode.Scalar(byte)).isLetter)
                return isPlain ? String(Unicode.Scalar(byte)) : "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
            }.joined()
    }
}
