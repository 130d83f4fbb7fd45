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

    func add(_ bytes: ArraySlice<UInt8>) throws(EvokeError) {
        guard bytes.withUnsafeBytes({ FileSystem.writeAll($0, to: descriptor) }) else { throw Self.failure() }
    }

    /// Nothing changes it any more.
    func freeze() throws(EvokeError) {
        guard evoke_memory_file_freeze(descriptor) == 0 else { throw Self.failure() }
    }

    /// By which this process opens it.
    var path: FilePath { FilePath("\(Self.folder)\(descriptor)") }

    private static let folder = "/proc/self/fd/"

    /// Whether a link leads to such a file.
    static func isTarget(of link: FilePath) -> Bool {
        var target = [UInt8](repeating: 0, count: folder.utf8.count)
        let count = target.withUnsafeMutableBytes { buffer in
            link.withCString { readlink($0, buffer.bindMemory(to: CChar.self).baseAddress!, buffer.count) }
        }
        return target.prefix(max(0, count)).elementsEqual(folder.utf8)
    }

    private static func failure() -> EvokeError {
        .system(errno, doing: "decrypt into memory", subject: FilePath("a file of the model"))
    }
}
