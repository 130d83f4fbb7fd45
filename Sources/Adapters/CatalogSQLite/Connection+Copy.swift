import EvokeCSQLite
import EvokeSystem
import EvokeValues

extension Connection {
    /// Suffix of an unfinished copy.
    static let draftEnding = ".part"

    /// Copies the database to a file that appears only once it is complete, readable by its owner alone.
    ///
    /// - Parameters:
    ///   - replaces: whether an existing file of that name may be replaced.
    ///   - check: validates the copy before it appears.
    func copy(
        toFile file: FilePath, replaces: Bool = false, notify: (_ done: Int64, _ total: Int64) -> Void,
        check: (Connection) throws(EvokeError) -> Void = { _ in }
    ) throws(EvokeError) {
        let draft = FilePath(bytes: file.bytes + Array(Self.draftEnding.utf8))
        // Left over from a copy that was killed.
        for name in ["", "-journal"] { try FileSystem.erase(FilePath(bytes: draft.bytes + Array(name.utf8))) }
        _ = try OpenFile(draft, .make, doing: "copy the library to", subject: file)
        do throws(EvokeError) {
            let other = try Connection(uri: Connection.uri(draft), file: file, flags: SQLITE_OPEN_READWRITE)
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
