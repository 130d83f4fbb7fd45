import EvokeCMemoryFile
package import EvokeSystem
package import EvokeValues

/// A file that exists only in memory, until the process ends or it is closed.
package final class MemoryFile: Sendable {
    private let descriptor: Int32

    private let doing: String
    private let subject: DiskPath

    /// - Parameters:
    ///   - doing: with `subject`, the action for error messages.
    package init(doing: String, _ subject: DiskPath) throws(EvokeError) {
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

    package func add(_ bytes: ArraySlice<UInt8>) throws(EvokeError) {
        guard bytes.withUnsafeBytes({ FileSystem.writeAll($0, to: descriptor) }) else { throw failure() }
    }

    /// Makes it immutable.
    package func freeze() throws(EvokeError) {
        guard evoke_memory_file_freeze(descriptor) == 0 else { throw failure() }
    }

    /// A path by which this process opens it.
    package var path: DiskPath { OpenFile.link(descriptor) }

    /// Whether the path leads to such a file.
    package static func isLink(_ path: DiskPath) -> Bool { FileSystem.target(of: path)?.parent == OpenFile.links }

    private func failure() -> EvokeError {
        .system(Errno.last.code, doing: doing, subject: subject)
    }
}

extension OpenFile {
    fileprivate static let links = DiskPath("/proc/self/fd")

    /// A path by which this process reopens the same file, whatever has its name by now.
    package static func link(_ descriptor: Int32) -> DiskPath { links.appending("\(descriptor)") }
}
