import EvokeDigests
import EvokeSystem
import EvokeValues

/// Operations on the user's files that take several calls. Nothing is deleted except what Evoke itself wrote, or what
/// was compared with the file that stays while nobody could write to it.
extension FileChanges {
    /// A name next to a file that nobody else uses.
    static func nameBeside(_ file: DiskPath) -> DiskPath {
        (file.parent ?? file).appending(".evoke-\(String(UInt64.random(in: 0 ... .max), radix: 16)).part")
    }

    /// Atomically replaces a file with `draft`, and returns the old file's new name: the draft's. If something
    /// unexpected was there, it is put back, and nothing changes.
    ///
    /// If a disk cannot exchange two names, the file is renamed to `spare` before the draft gets its name, and in
    /// between there is no file with that name. Nothing is lost: a killed process leaves the file as `spare`.
    ///
    /// - Parameters:
    ///   - isKnown: checks whether that is the file to be replaced, once it has lost its name.
    ///   - isDraft: checks whether that is the draft, which is deleted if it was not used.
    func replace(
        _ file: DiskPath, with draft: DiskPath, spare: DiskPath, doing: String, isDraft: (DiskPath) -> Bool,
        isKnown: (DiskPath) -> Bool
    ) throws(EvokeError) -> DiskPath {
        func left(_ aside: DiskPath) -> EvokeError {
            let isLeft = !FileSystem.isNothing(aside) && !isDraft(aside)
            // Only drafts are removed here: Evoke wrote them.
            if !isLeft { try? remove(aside) }
            let place = isLeft ? "; the original is in '\(aside.display)'" : ""
            return EvokeError(
                .notAllowed, doing: doing, subject: file.display,
                reason: "another program modified it in the meantime\(place)", remedy: "Try again.")
        }
        do throws(Errno) {
            try exchange(draft, with: file)
        } catch {
            guard error.isNoSuchCall else {
                // As above.
                if isDraft(draft) { try? remove(draft) }
                throw .system(error.code, doing: doing, subject: file)
            }
            // As above.
            defer { if isDraft(draft) { try? remove(draft) } }
            try moveAway(file, to: spare, doing: doing)
            // If its name is taken, it keeps the name that the error reports.
            if isKnown(spare), (try? moveWhereFree(draft, to: file, doing: doing)) != nil { return spare }
            // As above.
            try? moveWhereFree(spare, to: file, doing: doing)
            throw left(spare)
        }
        if let folder = file.parent { FileSystem.sync(folder: folder) }
        if isKnown(draft) { return draft }
        // If the draft is gone by now, the name is free. Otherwise the file keeps the name that the error reports.
        if (try? exchange(draft, with: file)) == nil { try? moveWhereFree(draft, to: file, doing: doing) }
        throw left(draft)
    }

    /// Moves a file back unless its name is taken. A killed process may have left it with both names.
    func putBack(_ aside: DiskPath, to file: DiskPath) throws(EvokeError) {
        if let folder = file.parent { try FileSystem.makeFolder(folder) }
        if FileSystem.isOneFile(aside, file), (FileSystem.status(of: file)?.names ?? 1) > 1 {
            // It still has its original name.
            try? remove(aside)
        } else {
            try moveWhereFree(aside, to: file, doing: "restore")
        }
    }
}

extension FileSystem {
    /// Whether it is certain that nothing has that name.
    static func isNothing(_ path: DiskPath) -> Bool {
        do throws(Errno) {
            _ = try FileStatus(of: path, followingLinks: false)
            return false
        } catch {
            return error == .notThere
        }
    }

    /// Whether both are names of one file. Two mounts may show one file as two.
    static func isOneFile(_ first: DiskPath, _ second: DiskPath) -> Bool {
        guard let first = try? FileStatus(of: first, followingLinks: false), let second = status(of: second) else {
            return false
        }
        return FileIdentity(first) == FileIdentity(second)
    }

    /// The file's content while nobody is writing to it; nil if somebody is, or if it is a link or not a file.
    static func restingBytes(_ path: DiskPath) -> [UInt8]? {
        guard !hasWriter(path), let status = try? FileStatus(of: path, followingLinks: false), status.isFile else {
            return nil
        }
        // An unreadable file is unknown, so it stays.
        return try? read(path)
    }

    static func holds(_ path: DiskPath, sum: UInt64) -> Bool { restingBytes(path).map(self.sum) == sum }

    static func sum(_ bytes: [UInt8]) -> UInt64 { bytes.withUnsafeBytes { Checksum.of($0) } }
}
