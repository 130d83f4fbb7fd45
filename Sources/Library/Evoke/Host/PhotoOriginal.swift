import EvokeSystem
package import EvokeValues
import Glibc

/// A photo's own file, open for reading; closed when the last who holds it lets go.
package final class PhotoOriginal: Sendable {
    /// Where it lies, all links followed.
    package let path: FilePath
    package let stamp: FileStamp
    package let descriptor: Int32

    /// Refuses what lies outside of the folders once links are followed. It is the file opened that is asked where it
    /// lies: nothing can be put in its place in between.
    /// - Parameter known: what was indexed by that name. A link that its user put into a folder of the library may lead
    ///   anywhere, and then to that very file; another one in its place leads nowhere.
    init(_ path: FilePath, inside folders: Set<FilePath>, known: FileStamp) throws(EvokeError) {
        // A pipe in its place would block for ever: O_NONBLOCK lets it be opened and refused.
        descriptor = path.withCString { open($0, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY) }
        guard descriptor >= 0 else { throw .system(errno, doing: Self.doing, subject: path) }
        var status = stat()
        fstat(descriptor, &status)
        stamp = FileStamp(status)
        let real = Self.place(of: descriptor)
        self.path = real ?? path
        let isFile = status.st_mode & S_IFMT == S_IFREG
        guard let real, isFile, real.isInside(anyOf: folders) || (stamp.fits(known) && path.isInside(anyOf: folders))
        else {
            throw EvokeError(
                .notFound, doing: Self.doing, subject: path.display,
                reason: isFile ? "it does not lie in a folder of the library" : "it is not a file",
                remedy: "Add the folder that it links to.")
        }
    }

    deinit {
        close(descriptor)
    }

    /// The path that leads to the open file itself, whatever is in its place by now.
    var opened: FilePath { FilePath("/proc/self/fd/\(descriptor)") }

    private static let doing = "open the photo"

    private static func place(of descriptor: Int32) -> FilePath? {
        var bytes = [UInt8](repeating: 0, count: Int(PATH_MAX))
        let count = bytes.withUnsafeMutableBytes { bytes in
            "/proc/self/fd/\(descriptor)".withCString {
                readlink($0, bytes.baseAddress!.assumingMemoryBound(to: CChar.self), bytes.count)
            }
        }
        return count > 0 ? FilePath(bytes: bytes[..<count]) : nil
    }
}
