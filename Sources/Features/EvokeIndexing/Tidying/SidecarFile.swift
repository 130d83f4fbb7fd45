package import EvokeSystem
package import EvokeValues

/// The sidecar that a photo has, or would have, for its metadata.
package struct SidecarFile: Sendable {
    static let doing = "add to the sidecar"
    /// Longer ones belong to photos with hours of retouching in them, or more.
    private static let longest: Int64 = 16_000_000

    let path: FilePath
    /// Nil if there is none yet.
    let bytes: [UInt8]?
    /// The permissions: a new sidecar is no more readable than its photo.
    let mode: UInt32

    /// Throws if what has its name is not a sidecar, or if another program is writing it.
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

    /// The path of a new sidecar for a photo.
    package static func place(for photo: FilePath) -> FilePath { FilePath(bytes: photo.bytes + Array(".xmp".utf8)) }

    private static func read(_ path: FilePath) throws(EvokeError) -> [UInt8]? {
        func refusal(_ reason: String, _ remedy: String = "") -> EvokeError {
            EvokeError(.notAllowed, doing: doing, subject: path.display, reason: reason, remedy: remedy)
        }
        guard !FileSystem.isNothing(path) else { return nil }
        guard let status = try? FileStatus(of: path, followingLinks: false), status.isFile, status.size <= longest
        else { throw refusal("it is a link, too large, or not a file") }
        // Programs empty a file before they write to it.
        guard status.size > 0, !FileSystem.hasWriter(path) else {
            throw refusal(
                status.size > 0 ? "another program has it open for writing" : "it is empty",
                "Try again when the program writing to it has finished.")
        }
        return try FileSystem.read(path)
    }

    /// The sidecar with these additions; nil if it has all of them.
    func bytes(
        adding additions: SidecarAdditions, by writer: any SidecarWriting
    ) throws(EvokeError) -> [UInt8]? {
        let new = try writer.sidecar(at: path, bytes, adding: additions)
        return new == bytes ? nil : new
    }

    /// Makes `draft` from these bytes and replaces the sidecar with it. Returns where the old sidecar is; nil if there
    /// was none. Nothing that appears there meanwhile is replaced.
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

    /// Adds to the photo's sidecar atomically. False if it has all of it already.
    ///
    /// Throws if it cannot be read or written, would lose anything, or has changed meanwhile.
    package static func add(
        _ additions: SidecarAdditions, to photo: FilePath, by writer: any SidecarWriting,
        _ disk: FileChanges = FileChanges()
    ) throws(EvokeError) -> Bool {
        let sidecar = try SidecarFile(of: photo, disk)
        guard let new = try sidecar.bytes(adding: additions, by: writer) else { return false }
        let names = (0..<2).map { _ in SidecarDraft(of: sidecar, new).path }
        // The new one includes its content, and nobody has it open for writing anymore.
        if let old = try sidecar.write(new, by: names[0], spare: names[1], disk) { try? disk.remove(old) }
        return true
    }
}
