import EvokeIndexing
package import EvokePorts
import EvokeSystem
package import EvokeValues

/// The sidecar that a photo has, or would have: the place for what people say of it.
package struct SidecarFile: Sendable {
    private static let doing = "add to the sidecar"
    /// Longer ones are those of photos that were painted on for hours, and more.
    private static let longest: Int64 = 16_000_000

    let path: FilePath
    /// Nil where there is none yet.
    let bytes: [UInt8]?

    /// Throws where what lies there is no sidecar.
    init(of photo: FilePath) throws(EvokeError) {
        path =
            try PhotoFiles(of: photo, doing: Self.doing).sidecars.first(where: PhotoNames.isXMP)
            ?? Self.place(for: photo)
        bytes = try Self.read(path)
    }

    /// Where a photo's sidecar is made that has none.
    package static func place(for photo: FilePath) -> FilePath { FilePath(bytes: photo.bytes + Array(".xmp".utf8)) }

    private static func read(_ path: FilePath) throws(EvokeError) -> [UInt8]? {
        guard !FileSystem.isMissing(path) else { return nil }
        guard let status = try? FileStatus(of: path, followingLinks: false), status.isFile, status.size <= longest
        else {
            throw EvokeError(
                .notAllowed, doing: doing, subject: path.display, reason: "it is a link, or too long, or no file")
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

    /// Writes it where there is none now; nothing that has come there meanwhile is replaced.
    func write(_ new: [UInt8]) throws(EvokeError) {
        try write(new) { draft throws(EvokeError) in
            try FileSystem.moveWhereFree(draft, to: path, doing: Self.doing)
        }
    }

    /// Adds to the photo's sidecar, in one step. False where that says all of it already.
    ///
    /// Throws where it cannot be read or written, would lose something, or has changed meanwhile.
    package static func add(
        _ additions: SidecarAdditions, to photo: FilePath, by writer: any SidecarWriting
    ) throws(EvokeError) -> Bool {
        let sidecar = try SidecarFile(of: photo)
        guard let new = try sidecar.bytes(adding: additions, by: writer) else { return false }
        guard let known = sidecar.bytes else {
            try sidecar.write(new)
            return true
        }
        try sidecar.write(new) { draft throws(EvokeError) in
            guard try read(sidecar.path) == known else {
                throw EvokeError(
                    .notAllowed, doing: doing, subject: sidecar.path.display,
                    reason: "another program has written to it meanwhile", remedy: "Try again.")
            }
            if let status = try? FileStatus(of: sidecar.path) {
                try FileSystem.setMode(status.permissions, of: draft)
            }
            try FileSystem.move(draft, to: sidecar.path, doing: doing)
        }
        return true
    }

    private func write(
        _ new: [UInt8], moving: (_ draft: FilePath) throws(EvokeError) -> Void
    ) throws(EvokeError) {
        let draft = (path.parent ?? path).appending(".evoke-\(OwnProcess.nameOfThread).part")
        FileSystem.remove(draft)
        do throws(EvokeError) {
            let open = try OpenFile(draft, .make, doing: Self.doing)
            try open.write(new)
            try open.sync()
            try FileSystem.setMode(0o644, of: draft)
            try moving(draft)
        } catch {
            FileSystem.remove(draft)
            throw error
        }
        if let folder = path.parent { FileSystem.sync(folder: folder) }
    }
}
