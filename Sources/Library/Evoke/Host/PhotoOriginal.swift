import EvokeSystem
package import EvokeValues

/// A photo's own file, open for reading; closed when the last reference is gone.
package final class PhotoOriginal: Sendable {
    /// Its path, with all links resolved.
    package let path: FilePath
    package let stamp: FileStamp
    package var descriptor: Int32 { file.descriptor }
    private let file: OpenFile

    /// Refuses files that are outside the folders once links are resolved. It checks the path of the opened file, so
    /// nothing can be swapped in between.
    ///
    /// - Parameter known: the stamp of the file when it was indexed under that name; nil if it was not. A link that the
    ///   user put into a folder of the library may lead anywhere, but only to that very file.
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
                reason: isFile ? "it is not in a folder of the library" : "it is not a file",
                remedy: "Add the folder that it links to.")
        }
    }

    /// At most this many bytes.
    func bytes(_ count: Int, at offset: Int) throws(EvokeError) -> [UInt8] { try file.bytes(count, at: offset) }

    /// A path that leads to the open file itself, even after it was replaced.
    var opened: FilePath { OpenFile.link(descriptor) }

    private static let doing = "open the photo"
}
