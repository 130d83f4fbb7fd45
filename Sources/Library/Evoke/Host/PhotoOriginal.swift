import EvokeSystem
package import EvokeValues

/// A photo's own file, open for reading; closed when the last who holds it lets go.
package final class PhotoOriginal: Sendable {
    /// Where it lies, all links followed.
    package let path: FilePath
    package let stamp: FileStamp
    package var descriptor: Int32 { file.descriptor }
    private let file: OpenFile

    /// Refuses what lies outside of the folders once links are followed. It is the file opened that is asked where it
    /// lies: nothing can be put in its place in between.
    ///
    /// - Parameter known: what was indexed by that name; nil where nothing was. A link that its user put into a folder of
    ///   the library may lead anywhere, and then to that very file; another one in its place leads nowhere.
    init(_ path: FilePath, inside folders: Set<FilePath>, known: FileStamp?) throws(EvokeError) {
        file = try OpenFile(path, .readAtOnce, doing: Self.doing)
        let status = try file.status()
        stamp = FileStamp(status)
        let real = file.place
        self.path = real ?? path
        let isFile = status.isFile
        guard let real, isFile,
            real.isInside(anyOf: folders)
                || (known.map(stamp.fits) ?? false && path.isInside(anyOf: folders))
        else {
            throw EvokeError(
                .notFound, doing: Self.doing, subject: path.display,
                reason: isFile ? "it does not lie in a folder of the library" : "it is not a file",
                remedy: "Add the folder that it links to.")
        }
    }

    /// As many of them as there are.
    func bytes(_ count: Int, at offset: Int) throws(EvokeError) -> [UInt8] { try file.bytes(count, at: offset) }

    /// The path that leads to the open file itself, whatever is in its place by now.
    var opened: FilePath { OpenFile.link(descriptor) }

    private static let doing = "open the photo"
}
