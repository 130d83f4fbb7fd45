import EvokeCSQLite
import EvokeSystem
import EvokeValues
import EvokeWorkers

/// Upgrades libraries of older formats.
enum Upgrade {
    /// Keeps a copy of the old library next to it, so that the upgrade can be reverted.
    static func run(
        _ connection: Connection, file: FilePath, format: Int, notify: (UpgradeProgress) -> Void
    ) throws(EvokeError) {
        guard !connection.isReadOnly else {
            throw EvokeError(
                .readOnly, doing: "upgrade the library", subject: file.display,
                reason: "it has the older format \(format) and is read-only",
                remedy: "Check its permissions. It can still be searched and viewed.")
        }
        defer { notify(UpgradeProgress(.end)) }
        let copy = file.copy(ofFormat: format)
        try keep(connection, as: copy, file: file, notify)
        do throws(EvokeError) {
            try Schema.migrate(connection, notify: notify)
        } catch {
            // The library is unchanged, and the next try needs the space.
            if !connection.isWanted { try? FileSystem.erase(copy) }
            throw error
        }
        // Otherwise the log stays large as long as the library exists.
        notify(UpgradeProgress(.file))
        connection.emptyLog()
        // Only the copy of the latest upgrade is kept.
        for other in copies(in: copy.folder) where other != copy { try? FileSystem.erase(other) }
    }

    /// The copies of older formats in a library's folder.
    static func copies(in folder: FilePath) -> [FilePath] {
        // A folder that cannot be listed is treated as empty.
        ((try? FileSystem.names(in: folder)) ?? []).filter { FilePath.isNameOfCopy($0) }.map { folder.appending($0) }
    }

    /// An upgraded copy of a library that cannot be upgraded itself; it is deleted with the connection.
    static func temporaryCopy(
        of connection: Connection, for cancellation: Cancellation, file: FilePath, format: Int, reason: String,
        notify: (UpgradeProgress) -> Void
    ) throws(EvokeError) -> Connection {
        defer { notify(UpgradeProgress(.end)) }
        do throws(EvokeError) {
            // An empty name makes a temporary database: in memory, and in the system's temporary folder if it grows.
            let copy = try Connection(uri: "", file: file, flags: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE)
            try connection.granting(cancellation) { () throws(EvokeError) in
                try connection.copy(to: copy) { notify(UpgradeProgress(.copy, done: Int($0), total: Int($1))) }
            }
            try copy.granting(cancellation) { () throws(EvokeError) in try Schema.migrate(copy, notify: notify) }
            return copy
        } catch {
            throw EvokeError(
                error.kind, doing: "read the library", subject: file.display,
                reason: "it has the older format \(format), and neither it (\(reason)) nor a temporary copy "
                    + "(\(error.reason)) could be upgraded",
                remedies: [
                    .advice("Open it as a user who may write to it, or set TMPDIR to a folder with more space.")
                ], cause: error.cause)
        }
    }

    private static func keep(
        _ connection: Connection, as copy: FilePath, file: FilePath, _ notify: (UpgradeProgress) -> Void
    ) throws(EvokeError) {
        // The upgrade may write as much again to the log.
        let size = try connection.size()
        if let free = FileSystem.freeBytes(at: copy.folder), free < 2 * size {
            throw EvokeError(
                .diskFull, doing: "upgrade the library", subject: file.display,
                reason: "with a copy of the old library, this needs \(2 * size / 1_000_000 + 1) MB, but only "
                    + "\(free / 1_000_000) MB are free",
                remedy: "Free some space and try again. Nothing was changed.")
        }
        // Another process may be doing this as well, or may have failed.
        try connection.copy(toFile: copy, replaces: true) {
            notify(UpgradeProgress(.copy, done: Int($0), total: Int($1)))
        }
    }
}

extension FilePath {
    fileprivate var folder: FilePath { parent ?? FilePath("/") }

    func copy(ofFormat format: Int) -> FilePath {
        folder.appending("library-format\(format).sqlite")
    }

    fileprivate static func isNameOfCopy(_ name: [UInt8]) -> Bool {
        name.starts(with: "library-format".utf8) && name.reversed().starts(with: ".sqlite".utf8.reversed())
    }
}
