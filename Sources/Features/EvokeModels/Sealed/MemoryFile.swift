import EvokeCMemoryFile
import EvokeSystem
package import EvokeValues

/// A file that is in memory alone, and gone with the process or when it is closed.
package final class MemoryFile: Sendable {
    private let descriptor: Int32

    private let doing: String
    private let subject: FilePath

    /// - Parameters:
    ///   - doing: what it is for, with its `subject`, where that fails.
    package init(doing: String, _ subject: FilePath) throws(EvokeError) {
        self.doing = doing
        self.subject = subject
        descriptor = evoke_memory_file_make()
        guard descriptor >= 0 else { throw failure() }
    }

    deinit {
        Descriptors.close(descriptor)
    }

    package func add(_ bytes: UnsafeRawBufferPointer) throws(EvokeError) {
        guard FileSystem.writeAll(bytes, to: descriptor) else { throw failure() }
    }

    func add(_ bytes: ArraySlice<UInt8>) throws(EvokeError) {
        guard bytes.withUnsafeBytes({ FileSystem.writeAll($0, to: descriptor) }) else { throw failure() }
    }

    /// Nothing changes it any more.
    package func freeze() throws(EvokeError) {
        guard evoke_memory_file_freeze(descriptor) == 0 else { throw failure() }
    }

    /// By which this process opens it.
    package var path: FilePath { OpenFile.link(descriptor) }

    private func failure() -> EvokeError {
        .system(Errno.last.code, doing: doing, subject: subject)
    }
}
