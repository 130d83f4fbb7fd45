import EvokeSystem
import EvokeValues

/// Files that gained or lost a name in this run. The system updates their change time, under each of their names.
struct OwnChanges {
    private var stamps: [FileIdentity: (before: FileStamp, after: FileStamp)] = [:]

    /// Whether a file is as recorded, apart from what was done to its names here.
    func fits(_ status: FileStatus, _ recorded: FileStamp) -> Bool {
        if FileStamp(status).fits(recorded) { return true }
        guard let own = stamps[FileIdentity(status)] else { return false }
        return own.after == FileStamp(status) && own.before.fits(recorded)
    }

    /// Tracks what happens to files while something is done with their names.
    mutating func watch<Result>(
        _ files: [FilePath], _ body: () throws(EvokeError) -> Result
    ) throws(EvokeError) -> Result {
        // An untracked file counts as changed by others, and is left alone.
        let open = files.compactMap { try? OpenFile($0, .readItself, doing: "remove the duplicate") }
        // As above.
        let before = open.map { try? $0.status() }
        defer {
            var seen: Set<FileIdentity> = []
            for (file, before) in zip(open, before) {
                // Both may be names of one file.
                guard let before, seen.insert(FileIdentity(before)).inserted, let after = try? file.status() else {
                    continue
                }
                let known = stamps[FileIdentity(before)]
                // Changes by others in the meantime will be noticed by the next check.
                let isOwn = known.map { $0.after == FileStamp(before) } ?? true
                stamps[FileIdentity(before)] = isOwn ? (known?.before ?? FileStamp(before), FileStamp(after)) : nil
            }
        }
        return try body()
    }
}
