import EvokeCSQLite
import EvokeCatalog
import EvokeSystem
import EvokeValues

extension SQLiteCatalog {
    package func eraseDeleted() async throws {
        try await read { try $0.eraseDeleted() }
    }
}

extension SQLiteConnection {
    /// Works on libraries of older formats, too, which may lack some of the tables.
    fileprivate func forgetPeople() throws(EvokeError) {
        func isThere(_ table: String) throws(EvokeError) -> Bool {
            try has("SELECT 1 FROM sqlite_schema WHERE name = $1", table)
        }
        guard try isThere(CatalogTable.people.name) else { return }
        try transaction { () throws(EvokeError) in
            for setting in CatalogSetting.ofPeople { try set(setting, to: nil) }
            try execute("DELETE FROM settings WHERE name LIKE '\(CatalogSetting.faceDistances) %'")
            for table in CatalogTable.ofPeople.map(\.name) + [Upgrade.oldFaceDecisions] where try isThere(table) {
                try execute("DELETE FROM \(table)")
            }
            guard try count("PRAGMA user_version") == Schema.format else { return }
            // Should it be restored, its followers read everything again.
            try execute(
                """
                DELETE FROM photo_changes;
                INSERT INTO photo_changes DEFAULT VALUES;
                \(CatalogTable.photoChanges.fillChecksums)
                """)
        }
    }

    /// Deleted data stays in the file until it is overwritten. So the database is vacuumed and its log emptied; copies
    /// in older formats and leftovers of killed copies are deleted. Libraries that a restore replaced stay, without
    /// people.
    fileprivate func eraseDeleted() throws(EvokeError) {
        let doing = "erase people from"
        try execute("VACUUM", doing: doing)
        let isLogEmpty = try integer("PRAGMA wal_checkpoint(TRUNCATE)") == 0
        if let folder = file.parent {
            for copy in Upgrade.copies(in: folder) { try FileSystem.erase(copy) }
            try SQLiteBackup.eraseDrafts(in: folder)
            for replaced in SQLiteBackup.replaced(in: folder) { try Self.erasePeople(from: replaced, doing: doing) }
        }
        guard isLogEmpty else {
            throw EvokeError(
                .libraryBusy, doing: doing, subject: file.display,
                reason: "another program still reads an earlier state; people are deleted, but some of their data "
                    + "stays in the library's log until that program ends",
                remedy: "Try again when it has ended.")
        }
    }

    private static func erasePeople(from replaced: DiskPath, doing: String) throws(EvokeError) {
        do throws(EvokeError) {
            let library = try SQLiteConnection(
                uri: SQLiteConnection.uri(replaced), file: replaced, flags: SQLITE_OPEN_READWRITE)
            // A single file, as it was before.
            try library.execute("PRAGMA journal_mode = DELETE", doing: doing)
            try library.forgetPeople()
            try library.execute("VACUUM", doing: doing)
        } catch {
            throw EvokeError(
                error.kind, doing: doing, subject: replaced.display,
                reason: "\(error.reason); the library itself no longer has data about people",
                remedy:
                    "Delete this old library, which a restore replaced, and all files whose names begin with its name; or fix "
                    + "the cause and try again.",
                cause: error.cause)
        }
    }
}
