import EvokeSystem
import EvokeValues

/// Has two files that hold the same take the room of one.
struct OneCopy {
    private static let doing = "have two photos share their room"

    enum Way: Hashable {
        /// They stay two files, whose content lies in one place.
        case shared
        /// They become two names of one file.
        case linked
    }

    let disk: FileChanges

    /// How it is to be done; the first is tried where the disk can do it.
    ///
    /// - Parameters:
    ///   - isSame: asked about the file once it has lost its name.
    ///   - note: called before one file becomes a name of the other, with the name beside it that is needed for that.
    func join(
        _ file: FilePath, with kept: FilePath, isSame: (FilePath) -> Bool,
        note: (FileStatus, FilePath) throws(EvokeError) -> Void
    ) throws(EvokeError) -> Way {
        let (going, staying) = (
            try FileSystem.status(of: file, doing: Self.doing), try FileSystem.status(of: kept, doing: Self.doing)
        )
        guard FileIdentity(going) != FileIdentity(staying) else { throw refusal(file, "they are one file already") }
        guard going.device == staying.device else { throw refusal(file, "they are on two disks") }
        // Who may write to it may have it share; others' files are only linked.
        if let open = try? OpenFile(file, .change, doing: Self.doing) {
            switch try OpenFile(kept, doing: Self.doing).shareContent(of: open, bytes: going.size) {
            case .shared: return .shared
            case .different: throw refusal(file, "they do not hold the same any more")
            case .impossible: break
            }
        }
        let aside = FileChanges.nameBeside(file)
        try note(going, aside)
        do throws(Errno) {
            try disk.link(kept, to: aside)
        } catch {
            throw .system(error.code, doing: Self.doing, subject: file)
        }
        guard FileSystem.isOneFile(aside, kept) else {
            // A name more of the photo that stays.
            try? disk.remove(aside)
            throw refusal(file, "its disk does not tell that two names are one file")
        }
        let old = try disk.replace(
            file, with: aside, spare: Self.spare(aside), doing: Self.doing,
            isDraft: { FileSystem.isOneFile($0, kept) },
            isKnown: { old in
                guard !FileSystem.hasWriter(old), let status = FileSystem.status(of: old) else { return false }
                return FileStamp(status).resembles(FileStamp(going)) && isSame(old)
            })
        // It holds the same as what stays, and nobody has it open for writing.
        try? disk.remove(old)
        return .linked
    }

    /// Makes a name of `kept` a file of its own again. True where it is one.
    func part(
        _ file: FilePath, from kept: FilePath, _ aside: FilePath?, modified: Int64, permissions: UInt32
    ) throws(EvokeError) -> Bool {
        let doing = "put back"
        func isLink(_ path: FilePath) -> Bool { FileSystem.isOneFile(path, kept) }
        // A killed process may have left the file beside its place, or names of what stays.
        let base = aside ?? FileChanges.nameBeside(file)
        let (spare, copy) = (Self.spare(base), FilePath(bytes: base.bytes + Array(".copy".utf8)))
        let names = [base, spare].filter { !FileSystem.isNothing($0) }
        let original = names.first { !isLink($0) }
        var isBack = false
        if FileSystem.isNothing(file), let name = original ?? names.first {
            try disk.putBack(name, to: file)
            isBack = name == original
        }
        // Names more of the photo that stays, and a copy that was not used.
        for name in names where isLink(name) { try? disk.remove(name) }
        if !FileSystem.isNothing(copy), isLink(copy) || isPart(copy, of: kept) { try? disk.remove(copy) }  // As above.
        guard isLink(file) else {
            guard let original, !FileSystem.isNothing(original) else { return !isBack }
            throw EvokeError(
                .damaged, doing: doing, subject: file.display,
                reason: "it was changed since; as it was, it is in '\(original.display)'")
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

    private func isPart(_ copy: FilePath, of kept: FilePath) -> Bool {
        guard let bytes = FileSystem.restingBytes(copy) else { return false }
        // What cannot be read is not known to be the same, and stays.
        return (try? FileSystem.read(kept).starts(with: bytes)) == true
    }

    /// Where its disk cannot exchange two names.
    private static func spare(_ aside: FilePath) -> FilePath { FilePath(bytes: aside.bytes + Array(".old".utf8)) }

    private func refusal(_ file: FilePath, _ reason: String) -> EvokeError {
        EvokeError(.notAllowed, doing: Self.doing, subject: file.display, reason: reason)
    }
}
