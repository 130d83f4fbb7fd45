import EvokeSystem
import EvokeValues

/// Makes two files with equal content share storage.
struct OneCopy {
    private static let doing = "share storage for the photo"

    enum Way: Hashable {
        /// They stay two files with shared content.
        case shared
        /// They become hard links to one file.
        case linked
    }

    let disk: FileChanges

    /// How to do it; the first is tried if the disk supports it.
    ///
    /// - Parameters:
    ///   - isSame: checks the file once it has lost its name.
    ///   - record: called before the file becomes a hard link to the other, with the temporary name needed for that.
    func join(
        _ file: DiskPath, with kept: DiskPath, isSame: (DiskPath) -> Bool,
        record: (FileStatus, DiskPath) throws(EvokeError) -> Void
    ) throws(EvokeError) -> Way {
        let (going, staying) = (
            try FileSystem.status(of: file, doing: Self.doing), try FileSystem.status(of: kept, doing: Self.doing)
        )
        guard FileIdentity(going) != FileIdentity(staying) else {
            throw refusal(file, "both are already the same file")
        }
        guard going.device == staying.device else { throw refusal(file, "the two files are on different disks") }
        // Sharing needs write access; others' files are only linked.
        if let open = try? OpenFile(file, .change, doing: Self.doing) {
            switch try OpenFile(kept, doing: Self.doing).shareContent(of: open, bytes: going.size) {
            case .shared: return .shared
            case .different: throw refusal(file, "the two files no longer have the same content")
            case .impossible: break
            }
        }
        let aside = FileChanges.nameBeside(file)
        try record(going, aside)
        do throws(Errno) {
            try disk.link(kept, to: aside)
        } catch {
            throw .system(error.code, doing: Self.doing, subject: file)
        }
        guard FileSystem.isOneFile(aside, kept) else {
            // An additional name of the photo that stays.
            try? disk.remove(aside)
            throw refusal(file, "its file system does not show that two names are one file")
        }
        let old = try disk.replace(
            file, with: aside, spare: Self.spare(aside), doing: Self.doing,
            isDraft: { FileSystem.isOneFile($0, kept) },
            isKnown: { old in
                guard !FileSystem.hasWriter(old), let status = FileSystem.status(of: old) else { return false }
                return FileStamp(status).resembles(FileStamp(going)) && isSame(old)
            })
        // It has the same content as the one that stays, and nobody has it open for writing.
        try? disk.remove(old)
        return .linked
    }

    /// Turns a hard link to `kept` back into a file of its own. True if it is one.
    func part(
        _ file: DiskPath, from kept: DiskPath, _ aside: DiskPath?, modified: Int64, permissions: UInt32
    ) throws(EvokeError) -> Bool {
        let doing = "restore"
        func isLink(_ path: DiskPath) -> Bool { FileSystem.isOneFile(path, kept) }
        // A killed process may have left the file under a temporary name, or additional names of the one that stays.
        let base = aside ?? FileChanges.nameBeside(file)
        let (spare, copy) = (Self.spare(base), DiskPath(bytes: base.bytes + Array(".copy".utf8)))
        let names = [base, spare].filter { !FileSystem.isNothing($0) }
        let original = names.first { !isLink($0) }
        var isBack = false
        if FileSystem.isNothing(file), let name = original ?? names.first {
            try disk.putBack(name, to: file)
            isBack = name == original
        }
        // Additional names of the photo that stays, and an unused copy.
        for name in names where isLink(name) { try? disk.remove(name) }
        if !FileSystem.isNothing(copy), isLink(copy) || isPart(copy, of: kept) { try? disk.remove(copy) }  // As above.
        guard isLink(file) else {
            guard let original, !FileSystem.isNothing(original) else { return !isBack }
            throw EvokeError(
                .damaged, doing: doing, subject: file.display,
                reason: "it was modified since; the original is in '\(original.display)'")
        }
        let bytes = original == nil ? try FileSystem.read(file) : nil
        if let bytes {
            do throws(Errno) {
                try disk.make(copy, bytes, mode: permissions)
            } catch {
                throw .system(error.code, doing: doing, subject: file)
            }
        }
        let own = original ?? copy
        try FileSystem.setModified(modified, of: own)
        let name = try disk.replace(
            file, with: own, spare: spare, doing: doing,
            isDraft: { bytes != nil && FileSystem.restingBytes($0) == bytes }, isKnown: isLink)
        // As above.
        try? disk.remove(name)
        return false
    }

    private func isPart(_ copy: DiskPath, of kept: DiskPath) -> Bool {
        guard let bytes = FileSystem.restingBytes(copy) else { return false }
        // An unreadable file is not known to be the same, so it stays.
        return (try? FileSystem.read(kept).starts(with: bytes)) == true
    }

    /// For disks that cannot exchange two names.
    private static func spare(_ aside: DiskPath) -> DiskPath { DiskPath(bytes: aside.bytes + Array(".old".utf8)) }

    private func refusal(_ file: DiskPath, _ reason: String) -> EvokeError {
        EvokeError(.notAllowed, doing: Self.doing, subject: file.display, reason: reason)
    }
}

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
        _ files: [DiskPath], _ body: () throws(EvokeError) -> Result
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
