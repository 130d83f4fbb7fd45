package import EvokeValues
import Glibc

/// A file that is open here already, for those who know files by their paths.
///
/// To open such a path is to duplicate the descriptor, as on other systems. Linux would open the file anew, which a
/// process that is closed off may not. All that opens it shares one place in it, and so has to read one after the other.
package enum OpenFile {
    private static let folder = FilePath("/dev/fd")

    package static func path(_ descriptor: Int32) -> FilePath { folder.appending("\(descriptor)") }

    static func descriptor(_ path: FilePath) -> Int32? {
        path.parent == folder ? Int32(String(decoding: path.name, as: UTF8.self)) : nil
    }
}

extension FileSystem {
    /// Opens a file to be read from its start. Below zero, with `errno`, where that fails.
    package static func openToRead(_ path: FilePath, _ flags: Int32 = 0) -> Int32 {
        guard let there = OpenFile.descriptor(path) else {
            return path.withCString { open($0, O_RDONLY | O_CLOEXEC | flags) }
        }
        let descriptor = fcntl(there, F_DUPFD_CLOEXEC, 0)
        if descriptor >= 0 { lseek(descriptor, 0, SEEK_SET) }
        return descriptor
    }
}
