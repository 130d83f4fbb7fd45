import CMemoryFile
import Glibc
import PhotoCore

/// A file that is in memory alone, and gone with the process or when it is closed.
final class MemoryFile: Sendable {
    private let descriptor: Int32

    init() throws(EvokeError) {
        descriptor = evoke_memory_file_make()
        guard descriptor >= 0 else { throw Self.failure() }
    }

    deinit {
        close(descriptor)
    }

    func add(_ bytes: UnsafeRawBufferPointer) throws(EvokeError) {
        guard FileSystem.writeAll(bytes, to: descriptor) else { throw Self.failure() }
    }

    /// Nothing changes it any more.
    func freeze() throws(EvokeError) {
        guard evoke_memory_file_freeze(descriptor) == 0 else { throw Self.failure() }
    }

    /// By which this process opens it.
    var path: FilePath { FilePath("/proc/self/fd/\(descriptor)") }

    private static func failure() -> EvokeError {
        .system(errno, doing: "decrypt into memory", subject: FilePath("a file of the model"))
    }
}
