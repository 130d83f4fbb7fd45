import EvokeCSQLite
import EvokeSystem
import EvokeValues

extension Connection {
    /// Behind the name of a file that is not whole yet.
    static let draftEnding = ".part"

    /// Makes a file of what this one is, which appears once it is whole, for its owner's eyes alone.
    ///
    /// - Parameters:
    ///   - replaces: whether it takes the place of what has that name.
    ///   - check: asked about the file before it appears.
    func copy(
        toFile file: FilePath, replaces: Bool = false, notify: (_ done: Int64, _ total: Int64) -> Void,
        check: (Connection) throws(EvokeError) -> Void = { _ in }
    ) throws(EvokeError) {
        let draft = FilePath(bytes: file.bytes + Array(Self.draftEnding.utf8))
        // What a killed one left.
        for name in ["", "-journal"] { try FileSystem.erase(FilePath(bytes: draft.bytes + Array(name.utf8))) }
        _ = try OpenFile(draft, .make, doing: "copy the library to", subject: file)
        do throws(EvokeError) {
            let other = try Connection(uri: Connection.uri(draft), file: file, flags: SQLITE_OPEN_READWRITE)
            try copy(to: other, notify: notify)
            // One file alone, also where nothing can be written beside it.
            try other.execute("PRAGMA journal_mode = DELETE", doing: "copy the library to")
            try check(other)
            let doing = "copy the library to"
            if replaces {
                try FileSystem.move(draft, to: file, doing: doing)
            } else {
                try FileChanges().moveWhereFree(draft, to: file, doing: doing)
            }
        } catch {
            // The next copy takes its place.
            try? FileSystem.erase(draft)
            throw error
        }
    }
}
