import EvokeSystem
import EvokeValues
import Glibc

/// Owns a file that is written.
final class IndexFile {
    let path: FilePath
    private let descriptor: Int32

    /// - Parameter isNew: it is made, and must not be there.
    init(_ path: FilePath, isNew: Bool) throws(EvokeError) {
        self.path = path
        let flags = O_RDWR | O_CLOEXEC | (isNew ? O_CREAT | O_EXCL : 0)
        descriptor = path.withCString { open($0, flags, 0o600) }
        guard descriptor >= 0 else { throw .system(errno, doing: Self.doing, subject: path) }
    }

    deinit {
        close(descriptor)
    }

    func read(_ memory: UnsafeMutableRawBufferPointer, at offset: Int) throws(EvokeError) {
        var done = 0
        while done < memory.count {
            let count = pread(descriptor, memory.baseAddress! + done, memory.count - done, off_t(offset + done))
            if count < 0, errno == EINTR { continue }
            // A file that ends early has nothing there yet.
            if count == 0 { return }
            guard count > 0 else { throw .system(errno, doing: Self.doing, subject: path) }
            done += count
        }
    }

    func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) throws(EvokeError) {
        var done = 0
        while done < bytes.count {
            let count = pwrite(descriptor, bytes.baseAddress! + done, bytes.count - done, off_t(offset + done))
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw .system(errno, doing: Self.doing, subject: path) }
            done += count
        }
    }

    func write(_ bytes: [UInt8], at offset: Int) throws(EvokeError) {
        try bytes.withUnsafeBytes { bytes in
            Result { () throws(EvokeError) in try write(bytes, at: offset) }
        }.get()
    }

    /// What is not written is zero and takes no room.
    func setSize(_ bytes: Int) throws(EvokeError) {
        guard ftruncate(descriptor, off_t(bytes)) == 0 else { throw .system(errno, doing: Self.doing, subject: path) }
    }

    /// Returns when all that was written is on the disk.
    func sync() throws(EvokeError) {
        guard fdatasync(descriptor) == 0 else { throw .system(errno, doing: Self.doing, subject: path) }
    }

    private static let doing = "write the search index"
}
