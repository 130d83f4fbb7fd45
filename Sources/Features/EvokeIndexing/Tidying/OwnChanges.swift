import EvokeSystem
import EvokeValues

/// Files that have gained or lost a name in this run. The system calls them changed since, under each of their names.
struct OwnChanges {
    private var stamps: [FileIdentity: (before: FileStamp, after: FileStamp)] = [:]

    /// Whether a file is as it was when it was recorded, but for what was done to its names here.
    func fits(_ status: FileStatus, _ recorded: FileStamp) -> Bool {
        if FileStamp(status).fits(recorded) { return true }
        guard let own = stamps[FileIdentity(status)] else { return false }
        return own.after == FileStamp(status) && own.before.fits(recorded)
    }

    /// Sees what happens to files while something is done with their names.
    mutating func watch<Result>(
        _ files: [FilePath], _ body: () throws(EvokeError) -> Result
    ) throws(EvokeError) -> Result {
        // One that is not watched counts as changed by others, and is left.
        let open = files.compactMap { try? OpenFile($0, .readItself, doing: "put away the photo") }
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
                // Whoever else has changed it meanwhile is seen by the next who looks.
                let isOwn = known.map { $0.after == FileStamp(before) } ?? true
                stamps[FileIdentity(before)] = isOwn ? (known?.before ?? FileStamp(before), FileStamp(after)) : nil
            }
        }
        return try body()
    }
}
