import EvokeCSQLite
import EvokeSystem
import EvokeValues
import EvokeWorkers

/// Carries the connection to the executor's thread and closes it at the end.
// Sendable because one thread at a time has it, the executor's.
final class Store: @unchecked Sendable {
    private let folder: FilePath
    private let isWriter: Bool
    private let upgrading: @Sendable (UpgradeProgress) -> Void
    private var connection: Connection?
    /// What the library's files were when they were copied, or taken as they were on a disk that is full; nil where
    /// they are read themselves.
    private var taken: [FileStamp?]?

    private init(_ folder: FilePath, isWriter: Bool, _ upgrading: @escaping @Sendable (UpgradeProgress) -> Void) {
        self.folder = folder
        self.isWriter = isWriter
        self.upgrading = upgrading
    }

    /// `upgrading` hears how far a library of an older format is, also when one takes this one's place later.
    static func open(
        in folder: FilePath, access: CatalogAccess, for cancellation: Cancellation,
        upgrading: @escaping @Sendable (UpgradeProgress) -> Void
    ) throws(EvokeError) -> Store {
        let store = Store(folder, isWriter: access == .write, upgrading)
        switch access {
        case .write: store.connection = try store.writing(for: cancellation)
        case .read: _ = try store.read(for: cancellation)
        }
        return store
    }

    /// For small changes to a library that is there, whoever holds its lock.
    static func openBesideWriter(in folder: FilePath, for cancellation: Cancellation) throws(EvokeError) -> Store {
        let store = Store(folder, isWriter: true, { _ in })
        store.connection = try store.writing(for: cancellation, besideOthers: true)
        return store
    }

    func close() {
        if isWriter { connection?.emptyLog() }
        connection = nil
    }

    /// What is open; what others have changed meanwhile is taken anew.
    func current(for cancellation: Cancellation) throws(EvokeError) -> Connection {
        guard let open = connection else { throw .libraryIsClosed }
        guard let taken, taken != stamps else { return open }
        return try read(for: cancellation)
    }

    /// Opens it to be read. A library of an older format is upgraded by the first who may write to it; for all others a
    /// copy is.
    private func read(for cancellation: Cancellation) throws(EvokeError) -> Connection {
        let stamps = stamps
        var (connection, isAsItWas) = try Self.reading(in: folder)
        if case .older(let format) = try Schema.state(of: connection, file: file) {
            do throws(EvokeError) {
                let lock = try LibraryLock(in: folder)
                defer { lock.release() }
                _ = try writing(for: cancellation)
            } catch  where cancellation.isAlive && error.kind.leavesItReadable {
                connection = try Upgrade.temporaryCopy(
                    of: connection, for: cancellation, file: file, format: format, reason: error.reason,
                    notify: upgrading)
                isAsItWas = true
            }
        }
        (self.connection, taken) = (connection, isAsItWas ? stamps : nil)
        return connection
    }

    private var file: FilePath { Self.file(in: folder) }

    private var stamps: [FileStamp?] {
        ["", "-wal"].map { FileSystem.status(of: FilePath(bytes: file.bytes + Array($0.utf8))).map(FileStamp.init) }
    }

    private static func file(in folder: FilePath) -> FilePath { folder.appending(SQLiteCatalog.fileName) }

    private func writing(for cancellation: Cancellation, besideOthers: Bool = false) throws(EvokeError) -> Connection {
        if !besideOthers {
            try FileSystem.makeFolder(folder, isPrivate: true)
            Self.makePrivate(file)
        }
        let connection = try Connection(
            uri: Connection.uri(file), file: file,
            flags: SQLITE_OPEN_READWRITE | (besideOthers ? 0 : SQLITE_OPEN_CREATE))
        try connection.granting(cancellation) { () throws(EvokeError) in
            // The page size counts only before the first table; a vector should fit a page several times over.
            try connection.execute(
                """
                PRAGMA page_size = 16384; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;
                PRAGMA foreign_keys = ON
                """, doing: "open the library")
            switch try Schema.state(of: connection, file: file) {
            case .current: break
            case .empty where besideOthers, .older where besideOthers:
                throw EvokeError(
                    .libraryBusy, doing: "write to the library", subject: file.display,
                    reason: "another evoke, which makes or keeps it in an older format, is writing to it",
                    remedy: "Wait until it has finished; searching works meanwhile.")
            case .empty: try Schema.migrate(connection)
            case .older(let format):
                try Upgrade.run(connection, file: file, format: format, notify: upgrading)
            }
            try connection.execute(Checksums.triggers, doing: "open the library")
        }
        return connection
    }

    /// SQLite would make it for all to read. What it puts beside it gets the same mode.
    private static func makePrivate(_ file: FilePath) {
        // It may be there; and where it cannot be made, SQLite says so.
        _ = try? OpenFile(file, .make, doing: "open the library")
    }

    private static func reading(
        in folder: FilePath
    ) throws(EvokeError) -> (connection: Connection, isAsItWas: Bool) {
        let file = file(in: folder)
        guard FileSystem.isFile(file) else {
            // It may be in a folder that may not be entered.
            if !FileSystem.isMissing(file) { _ = try OpenFile(file, doing: "open the library") }
            throw EvokeError(
                .notFound, doing: "open the library", subject: folder.display, reason: "there is no library",
                remedies: [.index(), .chooseOption(.library)])
        }
        do throws(EvokeError) {
            return (try reader(of: file, asItIs: canTakeAsItIs(file)), false)
        } catch  where [.unreadable, .diskFull].contains(error.kind) && isLogEmpty(of: file) {
            // A disk that is full has no room for the memory that readers share, nor for what others would write.
            return (try reader(of: file, asItIs: true), true)
        }
    }

    private static func reader(of file: FilePath, asItIs: Bool) throws(EvokeError) -> Connection {
        let connection = try Connection(
            uri: Connection.uri(file) + (asItIs ? "?immutable=1" : ""), file: file, flags: SQLITE_OPEN_READONLY)
        if case .empty = try Schema.state(of: connection, file: file) {
            throw EvokeError(
                .notFound, doing: "open the library", subject: file.display, reason: "nothing is in it yet",
                remedies: [.index()])
        }
        return connection
    }

    /// Readers of a WAL database write to its shared memory. Where nothing can be written, nobody else writes either,
    /// and SQLite may take the file as it is, unless a part of it still waits in the log.
    private static func canTakeAsItIs(_ file: FilePath) -> Bool {
        guard let folder = file.parent, !FileSystem.canWrite(folder) else { return false }
        return isLogEmpty(of: file)
    }

    private static func isLogEmpty(of file: FilePath) -> Bool {
        FileSystem.size(of: FilePath(bytes: file.bytes + Array("-wal".utf8))) == 0
    }
}

extension EvokeError.Kind {
    /// Whether a library that could not be upgraded for it can be read all the same.
    fileprivate var leavesItReadable: Bool {
        switch self {
        case .readOnly, .notAllowed, .libraryBusy, .libraryFailed, .diskFull, .unreadable: true
        default: false
        }
    }
}
