import EvokeDigests
import EvokeSystem
import EvokeValues

/// What is done with files of the user's in more than one call. Nothing is deleted but what Evoke has written itself, or
/// has compared with what stays while nobody could write to it any more.
extension FileChanges {
    /// A name beside a file that nobody else takes.
    static func nameBeside(_ file: FilePath) -> FilePath {
        (file.parent ?? file).appending(".evoke-\(String(UInt64.random(in: 0 ... .max), radix: 16)).part")
    }

    /// Has `draft` take the place of a file, in one step, and gives the name that the file has then: that of the draft.
    /// Where something else lay there than was expected, it is put back, and nothing is changed.
    ///
    /// Where a disk cannot exchange two names, the file gets the name `spare` before the draft has its own; between the two,
    /// its place is empty. So nothing is lost either, and a killed process leaves it there.
    ///
    /// - Parameters:
    ///   - isKnown: whether that is the file that was to be replaced; asked once it has lost its name.
    ///   - isDraft: whether that is the draft; it is deleted where it could not be used.
    func replace(
        _ file: FilePath, with draft: FilePath, spare: FilePath, doing: String, isDraft: (FilePath) -> Bool,
        isKnown: (FilePath) -> Bool
    ) throws(EvokeError) -> FilePath {
        func left(_ aside: FilePath) -> EvokeError {
            let isLeft = !FileSystem.isNothing(aside) && !isDraft(aside)
            // Only drafts are removed here: what Evoke has written.
            if !isLeft { try? remove(aside) }
            let place = isLeft ? "; what it was is in '\(aside.display)'" : ""
            return EvokeError(
                .notAllowed, doing: doing, subject: file.display,
                reason: "another program has written to it meanwhile\(place)", remedy: "Try again.")
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
            // Where its place is taken, it keeps the name that the error says.
            if isKnown(spare), (try? moveWhereFree(draft, to: file, doing: doing)) != nil { return spare }
            // As above.
            try? moveWhereFree(spare, to: file, doing: doing)
            throw left(spare)
        }
        if let folder = file.parent { FileSystem.sync(folder: folder) }
        if isKnown(draft) { return draft }
        // Where the draft has gone from its place by now, the place is free. Else it keeps the name that the error says.
        if (try? exchange(draft, with: file)) == nil { try? moveWhereFree(draft, to: file, doing: doing) }
        throw left(draft)
    }

    /// Moves a file back to its place, where there is nothing. A killed process may have left it with both names.
    func putBack(_ aside: FilePath, to file: FilePath) throws(EvokeError) {
        if let folder = file.parent { try FileSystem.makeFolder(folder) }
        if FileSystem.isOneFile(aside, file), (FileSystem.status(of: file)?.names ?? 1) > 1 {
            // Its other name is in its place.
            try? remove(aside)
        } else {
            try moveWhereFree(aside, to: file, doing: "put back")
        }
    }
}

extension FileSystem {
    /// Whether it is certain that nothing has that name.
    static func isNothing(_ path: FilePath) -> Bool {
        do throws(Errno) {
            _ = try FileStatus(of: path, followingLinks: false)
            return false
        } catch {
            return error == .notThere
        }
    }

    /// Whether both are names of one file. Two mounts may show one file as two.
    static func isOneFile(_ first: FilePath, _ second: FilePath) -> Bool {
        guard let first = try? FileStatus(of: first, followingLinks: false), let second = status(of: second) else {
            return false
        }
        return FileIdentity(first) == FileIdentity(second)
    }

    /// What is in the file while nobody writes to it; nil where somebody does, and where it is a link or no file.
    static func restingBytes(_ path: FilePath) -> [UInt8]? {
        guard !hasWriter(path), let status = try? FileStatus(of: path, followingLinks: false), status.isFile else {
            return nil
        }
        // What cannot be read is not known, and stays.
        return try? read(path)
    }

    static func holds(_ path: FilePath, sum: UInt64) -> Bool { restingBytes(path).map(self.sum) == sum }

    static func sum(_ bytes: [UInt8]) -> UInt64 { bytes.withUnsafeBytes { Checksum.of($0) } }
}
