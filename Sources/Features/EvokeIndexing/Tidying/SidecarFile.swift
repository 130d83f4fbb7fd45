package import EvokeSystem
package import EvokeValues

/// The sidecar that a photo has, or would have: the place for what people say of it.
package struct SidecarFile: Sendable {
    static let doing = "add to the sidecar"
    /// Longer ones are those of photos that were painted on for hours, and more.
    private static let longest: Int64 = 16_000_000

    let path: FilePath
    /// Nil where there is none yet.
    let bytes: [UInt8]?
    /// Who may read it: a new one is no more open than its photo.
    let mode: UInt32

    /// Throws where what lies there is no sidecar, and where another program is just writing it.
    init(of photo: FilePath, _ disk: FileChanges = FileChanges()) throws(EvokeError) {
        var files = try PhotoFiles(of: photo, doing: Self.doing)
        if try SidecarDraft.clear(files.drafts, of: photo, disk) {
            files = try PhotoFiles(of: photo, doing: Self.doing)
        }
        path = files.sidecars.first(where: PhotoNames.isXMP) ?? Self.place(for: photo)
        bytes = try Self.read(path)
        let status = try FileSystem.status(of: bytes == nil ? photo : path, doing: Self.doing)
        mode = bytes == nil ? status.permissions & 0o666 : status.permissions
    }

    /// Where a photo's sidecar is made that has none.
    package static func place(for photo: FilePath) -> FilePath { FilePath(bytes: photo.bytes + Array(".xmp".utf8)) }

    private static func read(_ path: FilePath) throws(EvokeError) -> [UInt8]? {
        func refusal(_ reason: String, _ remedy: String = "") -> EvokeError {
            EvokeError(.notAllowed, doing: doing, subject: path.display, reason: reason, remedy: remedy)
        }
        guard !FileSystem.isNothing(path) else { return nil }
        guard let status = try? FileStatus(of: path, followingLinks: false), status.isFile, status.size <= longest
        else { throw refusal("it is a link, or too long, or no file") }
        // Programs empty a file, and then write to it.
        guard status.size > 0, !FileSystem.hasWriter(path) else {
            throw refusal(
                status.size > 0 ? "another program has it open for writing" : "it is empty",
                "Try again once the program that writes it has ended.")
        }
        return try FileSystem.read(path)
    }

    /// With these additions as well; nil where it says all of them.
    func bytes(
        adding additions: SidecarAdditions, by writer: any SidecarWriting
    ) throws(EvokeError) -> [UInt8]? {
        let new = try writer.sidecar(at: path, bytes, adding: additions)
        return new == bytes ? nil : new
    }

    /// Has `draft` be made of these bytes and take its place. Gives where the sidecar is then as it was; nil where there was
    /// none. Nothing that has come there meanwhile is replaced.
    func write(
        _ new: [UInt8], by draft: FilePath, spare: FilePath, _ disk: FileChanges
    ) throws(EvokeError) -> FilePath? {
        func isDraft(_ file: FilePath) -> Bool { FileSystem.restingBytes(file) == new }
        do throws(Errno) {
            try disk.make(draft, new, mode: mode)
        } catch {
            throw .system(error.code, doing: Self.doing, subject: path)
        }
        guard let bytes else {
            do throws(EvokeError) {
                try disk.moveWhereFree(draft, to: path, doing: Self.doing)
                return nil
            } catch {
                if isDraft(draft) { try? disk.remove(draft) }
                throw error
            }
        }
        return try disk.replace(path, with: draft, spare: spare, doing: Self.doing, isDraft: isDraft) { old in
            FileSystem.restingBytes(old) == bytes
        }
    }

    /// Adds to the photo's sidecar, in one step. False where that says all of it already.
    ///
    /// Throws where it cannot be read or written, would lose something, or has changed meanwhile.
    package static func add(
        _ additions: SidecarAdditions, to photo: FilePath, by writer: any SidecarWriting,
        _ disk: FileChanges = FileChanges()
    ) throws(EvokeError) -> Bool {
        let sidecar = try SidecarFile(of: photo, disk)
        guard let new = try sidecar.bytes(adding: additions, by: writer) else { return false }
        let names = (0..<2).map { _ in SidecarDraft(of: sidecar, new).path }
        // What it said is in the new one, and nobody has it open for writing any more.
        if let old = try sidecar.write(new, by: names[0], spare: names[1], disk) { try? disk.remove(old) }
        return true
    }
}
