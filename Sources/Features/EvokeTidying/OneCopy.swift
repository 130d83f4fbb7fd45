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

    /// How it is to be done; the first is tried where the disk can do it.
    ///
    /// - Parameter note: called before one file becomes a name of the other.
    func join(
        _ file: FilePath, with kept: FilePath, isSame: () throws(EvokeError) -> Bool,
        note: (FileStatus) throws(EvokeError) -> Void
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
        let draft = (file.parent ?? file).appending(".evoke-\(OwnProcess.nameOfThread).part")
        FileSystem.remove(draft)
        try FileSystem.addName(draft, to: kept, doing: Self.doing)
        do throws(EvokeError) {
            guard try isSame() else { throw refusal(file, "they do not hold the same any more") }
            try note(going)
            try FileSystem.move(draft, to: file, doing: Self.doing)
        } catch {
            FileSystem.remove(draft)
            throw error
        }
        if let folder = file.parent { FileSystem.sync(folder: folder) }
        return .linked
    }

    /// Makes a name of `kept` a file of its own again. False where it is one.
    static func part(
        _ file: FilePath, from kept: FilePath, modified: Int64, permissions: UInt32
    ) throws(EvokeError) -> Bool {
        guard let own = FileSystem.status(of: file), let other = FileSystem.status(of: kept),
            FileIdentity(own) == FileIdentity(other)
        else { return false }
        try FileSystem.replace(file, with: try FileSystem.read(file))
        try FileSystem.setMode(permissions, of: file)
        try FileSystem.setModified(modified, of: file)
        return true
    }

    private func refusal(_ file: FilePath, _ reason: String) -> EvokeError {
        EvokeError(.notAllowed, doing: Self.doing, subject: file.display, reason: reason)
    }
}
