import EvokeCSQLite
import EvokeCatalog
import EvokeSystem
import EvokeValues
import EvokeWorkers

// Sendable because only the executor's thread uses it.
final class Store: @unchecked Sendable {
    private let folder: DiskPath
    private let isWriter: Bool
    private let upgrading: @Sendable (UpgradeProgress) -> Void
    private var connection: SQLiteConnection?
    /// The state of the files when they were copied, or opened as they are because the disk was full; nil if the files
    /// themselves are read.
    private var taken: [FileStamp?]?

    /// `upgrading` reports the upgrade of an older library, even one that replaces this one later.
    ///
    /// - Parameter besideOthers: for small changes to an existing library, even while another process holds its lock.
    init(
        in folder: DiskPath, access: CatalogAccess, besideOthers: Bool = false, for cancellation: Cancellation,
        upgrading: @escaping @Sendable (UpgradeProgress) -> Void
    ) throws(EvokeError) {
        (self.folder, isWriter, self.upgrading) = (folder, access == .write, upgrading)
        switch access {
        case .write: connection = try writing(for: cancellation, besideOthers: besideOthers)
        case .read: _ = try read(for: cancellation)
        }
    }

    func close() {
        if isWriter { connection?.emptyLog() }
        connection = nil
    }

    /// The open connection. A copy, or a file that was opened as it is, is read again once the library has changed.
    func current(for cancellation: Cancellation) throws(EvokeError) -> SQLiteConnection {
        guard let open = connection else { throw .libraryIsClosed }
        guard let taken, taken != stamps else { return open }
        return try read(for: cancellation)
    }

    /// Opens it for reading. An older library is upgraded by the first process that may write to it; others read an
    /// upgraded copy.
    private func read(for cancellation: Cancellation) throws(EvokeError) -> SQLiteConnection {
        let stamps = stamps
        var (connection, isAsItWas) = try reading()
        if case .older(let format) = try Schema.state(of: connection, file: file) {
            do throws(EvokeError) {
                let lock = try LibraryLock(in: folder)
                defer { lock.release() }
                _ = try writing(for: cancellation)
            } catch  where cancellation.isAlive && Self.leaveItReadable.contains(error.kind) {
                connection = try Upgrade.temporaryCopy(
                    of: connection, for: cancellation, file: file, format: format, reason: error.reason,
                    notify: upgrading)
                isAsItWas = true
            }
        }
        (self.connection, taken) = (connection, isAsItWas ? stamps : nil)
        return connection
    }

    /// How an upgrade may fail and leave a library that can still be read.
    private static let leaveItReadable: [EvokeError.Kind] = [
        .readOnly, .notAllowed, .libraryBusy, .libraryFailed, .diskFull, .unreadable,
    ]

    private var file: DiskPath { folder.appending(SQLiteCatalog.fileName) }

    private var stamps: [FileStamp?] {
        ["", "-wal"].map { FileSystem.status(of: DiskPath(bytes: file.bytes + Array($0.utf8))).map(FileStamp.init) }
    }

    private func writing(for cancellation: Cancellation, besideOthers: Bool = false) throws(EvokeError)
        -> SQLiteConnection
    {
        if !besideOthers {
            try FileSystem.makeFolder(folder, isPrivate: true)
            // SQLite would create it readable by everyone. Files that SQLite adds next to it get the same mode. It may
            // exist already; and if it cannot be created, SQLite reports why.
            _ = try? OpenFile(file, .make, doing: "open the library")
        }
        let connection = try SQLiteConnection(
            uri: SQLiteConnection.uri(file), file: file,
            flags: SQLITE_OPEN_READWRITE | (besideOthers ? 0 : SQLITE_OPEN_CREATE))
        try connection.granting(cancellation) { () throws(EvokeError) in
            // The page size must be set before the first table exists; a page should fit several vectors.
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
                    reason: "another evoke process is creating it, or has it open in an older format",
                    remedy: "Wait until it has finished. Searching works in the meantime.")
            case .empty: try Schema.migrate(connection)
            case .older(let format):
                try Upgrade.run(connection, file: file, format: format, notify: upgrading)
            }
            try connection.execute(Checksums.triggers, doing: "open the library")
        }
        return connection
    }

    private func reading() throws(EvokeError) -> (connection: SQLiteConnection, isAsItWas: Bool) {
        guard FileSystem.isFile(file) else {
            // Its folder may be inaccessible.
            if !FileSystem.isMissing(file) { _ = try OpenFile(file, doing: "open the library") }
            throw EvokeError(
                .notFound, doing: "open the library", subject: folder.display, reason: "there is no library",
                remedies: [.index(), .chooseOption(.library)])
        }
        do throws(EvokeError) {
            // Readers of a WAL database write to its shared memory. In a read-only folder nobody else writes either, so
            // SQLite may open the file as immutable, unless its log still holds data.
            return (try reader(asItIs: !FileSystem.canWrite(folder) && isLogEmpty), false)
        } catch  where [.unreadable, .diskFull].contains(error.kind) && isLogEmpty {
            // A full disk has no space for the shared memory of readers, nor for anything that others would write.
            return (try reader(asItIs: true), true)
        }
    }

    private func reader(asItIs: Bool) throws(EvokeError) -> SQLiteConnection {
        let connection = try SQLiteConnection(
            uri: SQLiteConnection.uri(file) + (asItIs ? "?immutable=1" : ""), file: file, flags: SQLITE_OPEN_READONLY)
        if case .empty = try Schema.state(of: connection, file: file) {
            throw EvokeError(
                .notFound, doing: "open the library", subject: file.display, reason: "it is still empty",
                remedies: [.index()])
        }
        return connection
    }

    private var isLogEmpty: Bool { FileSystem.size(of: DiskPath(bytes: file.bytes + Array("-wal".utf8))) == 0 }
}
