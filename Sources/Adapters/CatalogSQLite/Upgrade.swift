import EvokeCSQLite
import EvokeSystem
import EvokeValues
import EvokeWorkers

/// Makes libraries of older formats current.
enum Upgrade {
    /// A copy of the library as it was is kept beside it, for whoever wants to go back.
    static func run(
        _ connection: Connection, file: FilePath, format: Int, notify: (UpgradeProgress) -> Void
    ) throws(EvokeError) {
        guard !connection.isReadOnly else {
            throw EvokeError(
                .readOnly, doing: "upgrade the library", subject: file.display,
                reason: "it is of format \(format) and cannot be written to",
                remedy: "Check its permissions; it is searched and shown all the same.")
        }
        defer { notify(UpgradeProgress(.end)) }
        let copy = file.copy(ofFormat: format)
        try keep(connection, as: copy, file: file, notify)
        do throws(EvokeError) {
            try Schema.migrate(connection, notify: notify)
        } catch {
            // The library is as it was, and needs the room when it is tried again.
            if !connection.isWanted { try? FileSystem.erase(copy) }
            throw error
        }
        // Else the log stays as long as the library.
        notify(UpgradeProgress(.file))
        connection.emptyLog()
        // Whoever goes back goes back to where they came from.
        for other in copies(in: copy.folder) where other != copy { try? FileSystem.erase(other) }
    }

    /// The copies that lie in a library's folder.
    static func copies(in folder: FilePath) -> [FilePath] {
        // Those that cannot be listed are left.
        ((try? FileSystem.names(in: folder)) ?? []).filter { FilePath.isNameOfCopy($0) }.map { folder.appending($0) }
    }

    /// What a library that cannot be upgraded would be; it is gone with the connection.
    static func temporaryCopy(
        of connection: Connection, for cancellation: Cancellation, file: FilePath, format: Int, reason: String,
        notify: (UpgradeProgress) -> Void
    ) throws(EvokeError) -> Connection {
        defer { notify(UpgradeProgress(.end)) }
        do throws(EvokeError) {
            // SQLite's name for a database that has no name: in memory, and where the system keeps temporary files.
            let copy = try Connection(uri: "", file: file, flags: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE)
            try connection.granting(cancellation) { () throws(EvokeError) in
                try connection.copy(to: copy) { notify(UpgradeProgress(.copy, done: Int($0), total: Int($1))) }
            }
            try copy.granting(cancellation) { () throws(EvokeError) in try Schema.migrate(copy, notify: notify) }
            return copy
        } catch {
            throw EvokeError(
                error.kind, doing: "read the library", subject: file.display,
                reason: "it is of format \(format) and could not be upgraded (\(reason)), nor could a copy of it in a "
                    + "temporary place (\(error.reason))",
                remedies: [
                    .advice("Open it as somebody who may write to it, or name a place with more room in TMPDIR.")
                ], cause: error.cause)
        }
    }

    private static func keep(
        _ connection: Connection, as copy: FilePath, file: FilePath, _ notify: (UpgradeProgress) -> Void
    ) throws(EvokeError) {
        // The upgrade itself may write as much again before SQLite has put it into the file.
        let size = try connection.size()
        if let free = FileSystem.freeBytes(at: copy.folder), free < 2 * size {
            throw EvokeError(
                .diskFull, doing: "upgrade the library", subject: file.display,
                reason: "a copy of it is made before, and both need \(2 * size / 1_000_000 + 1) MB, but "
                    + "\(free / 1_000_000) MB are free",
                remedy: "Free some space and run the command again; nothing was changed.")
        }
        // Another one may be at it as well, or have failed.
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
