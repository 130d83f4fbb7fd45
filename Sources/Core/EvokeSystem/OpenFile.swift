package import EvokeValues
import Foundation

/// An open file, closed when the last reference goes. Its errors say what it was opened for.
package final class OpenFile: Sendable {
    package enum Access {
        case read
        /// Does not wait for a pipe or a device, so that it can be refused instead of blocking forever.
        case readAtOnce
        /// The same, but does not follow a link.
        case readItself
        /// The path itself, which must be a folder.
        case folder
        /// It must not exist yet; only its owner has access.
        case make
        case change
        case changeOrMake
        /// Writes go to the end.
        case append

        fileprivate var flags: Int32 {
            switch self {
            case .read: O_RDONLY
            case .readAtOnce: O_RDONLY | O_NONBLOCK | O_NOCTTY
            case .readItself: O_RDONLY | O_NONBLOCK | O_NOCTTY | O_NOFOLLOW
            case .folder: O_RDONLY | O_DIRECTORY | O_NOFOLLOW
            case .make: O_RDWR | O_CREAT | O_EXCL
            case .change: O_RDWR
            case .changeOrMake: O_RDWR | O_CREAT
            case .append: O_RDWR | O_APPEND
            }
        }

        fileprivate var isOfReaders: Bool { flags & O_ACCMODE == O_RDONLY }
    }

    package let path: DiskPath
    package let descriptor: Int32
    private let doing: String

    /// - Parameters:
    ///   - doing: what it is opened for.
    ///   - subject: what errors call it; by default its path.
    package convenience init(
        _ path: DiskPath, _ access: Access = .read, doing: String, subject: DiskPath? = nil
    ) throws(EvokeError) {
        do throws(Errno) {
            try self.init(path, access, saying: doing, of: subject ?? path)
        } catch {
            throw .system(error.code, doing: doing, subject: subject ?? path)
        }
    }

    /// For callers that distinguish failures to open.
    package init(_ path: DiskPath, _ access: Access, saying doing: String, of subject: DiskPath) throws(Errno) {
        if access.isOfReaders, let there = Self.descriptor(path) {
            descriptor = fcntl(there, F_DUPFD_CLOEXEC, 0)
            if descriptor >= 0 { lseek(descriptor, 0, SEEK_SET) }
        } else {
            descriptor = path.withSystemPath { open($0, access.flags | O_CLOEXEC, 0o600) }
        }
        guard descriptor >= 0 else { throw .last }
        (self.path, self.doing) = (subject, doing)
    }

    deinit {
        close(descriptor)
    }

    package func status() throws(EvokeError) -> FileStatus {
        do throws(Errno) {
            return try FileStatus(ofDescriptor: descriptor)
        } catch {
            throw failure(error)
        }
    }

    /// Its path, with all links followed; nil if unknown.
    package var place: DiskPath? { Native.path(of: descriptor) }

    /// Whether that path still leads to this file.
    package func isStill(at path: DiskPath) -> Bool {
        guard let own = try? FileStatus(ofDescriptor: descriptor), let found = FileSystem.status(of: path) else {
            return false
        }
        return FileIdentity(own) == FileIdentity(found)
    }

    /// Fills the memory from `offset` on as far as the file goes, and returns how many bytes that was.
    @discardableResult
    package func read(_ memory: UnsafeMutableRawBufferPointer, at offset: Int) throws(EvokeError) -> Int {
        var done = 0
        while done < memory.count {
            let count = pread(descriptor, memory.baseAddress! + done, memory.count - done, off_t(offset + done))
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw failure(.last) }
            if count == 0 { break }
            done += count
        }
        return done
    }

    /// The next bytes of a file read from its start, or of a stream; 0 at its end.
    package func readNext(_ memory: inout [UInt8]) throws(EvokeError) -> Int {
        while true {
            let count = Foundation.read(descriptor, &memory, memory.count)
            if count >= 0 { return count }
            if errno != EINTR { throw failure(.last) }
        }
    }

    /// Fewer if the file ends before.
    package func bytes(_ count: Int, at offset: Int) throws(EvokeError) -> [UInt8] {
        var outcome = Result<Int, EvokeError>.success(0)
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            outcome = Result { () throws(EvokeError) in try read(UnsafeMutableRawBufferPointer(buffer), at: offset) }
            // Thrown below.
            filled = (try? outcome.get()) ?? 0
        }
        _ = try outcome.get()
        return bytes
    }

    /// Appends to what was written before.
    package func write(_ bytes: UnsafeRawBufferPointer) throws(EvokeError) {
        guard FileSystem.writeAll(bytes, to: descriptor) else { throw failure(.last) }
    }

    package func write(_ bytes: [UInt8]) throws(EvokeError) {
        guard bytes.withUnsafeBytes({ FileSystem.writeAll($0, to: descriptor) }) else { throw failure(.last) }
    }

    package func write(_ bytes: [UInt8], at offset: Int) throws(EvokeError) {
        try bytes.withUnsafeBytes { bytes in
            Result { () throws(EvokeError) in try write(bytes, at: offset) }
        }.get()
    }

    package func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) throws(EvokeError) {
        var done = 0
        while done < bytes.count {
            let count = pwrite(descriptor, bytes.baseAddress! + done, bytes.count - done, off_t(offset + done))
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw failure(.last) }
            done += count
        }
    }

    /// New bytes are zero and take no space.
    package func setSize(_ bytes: Int) throws(EvokeError) {
        guard ftruncate(descriptor, off_t(bytes)) == 0 else { throw failure(.last) }
    }

    package func setMode(_ mode: UInt32) throws(EvokeError) {
        guard fchmod(descriptor, mode_t(mode)) == 0 else { throw failure(.last) }
    }

    /// Returns once everything written is on the disk.
    package func sync() throws(EvokeError) {
        guard Native.sync(descriptor) == 0 else { throw failure(.last) }
    }

    /// The same, but the modification time may be lost.
    package func syncContent() throws(EvokeError) {
        guard Native.syncContent(descriptor) == 0 else { throw failure(.last) }
    }

    private func failure(_ error: Errno) -> EvokeError { .system(error.code, doing: doing, subject: path) }
}

/// Marks for files in use, for the code that deletes unused ones.
extension OpenFile {
    /// The mark lasts until it is closed. Also updates the time of last use.
    package func markInUse() {
        flock(descriptor, LOCK_SH | LOCK_NB)
        futimens(descriptor, nil)
    }

    package static func isInUse(_ path: DiskPath) -> Bool {
        // A missing file is not in use, and an unreadable one was not made by the process that deletes here.
        guard let file = try? OpenFile(path, .readItself, saying: "", of: path) else { return false }
        defer { withExtendedLifetime(file) {} }
        return flock(file.descriptor, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK
    }
}

/// Paths for files that are already open, for code that needs a path.
///
/// Opening such a path duplicates the descriptor, as on other systems. Linux would open the file again, which a
/// sandboxed process may not do. All duplicates share one file position, so they must read one after the other.
extension OpenFile {
    private static let folder = DiskPath("/dev/fd")

    package static func path(_ descriptor: Int32) -> DiskPath { folder.appending("\(descriptor)") }

    private static func descriptor(_ path: DiskPath) -> Int32? {
        path.parent == folder ? Int32(String(decoding: path.name, as: UTF8.self)) : nil
    }
}

/// Files with equal content that can share their storage.
extension OpenFile {
    package enum Sharing: Sendable {
        case shared
        /// Their content differs, or differs by now.
        case different
        /// Their disk cannot do it, or they are on two disks.
        case impossible
    }

    /// Makes this file share the storage of another one with equal content; the system compares them first. They stay
    /// two files: writing to one does not change the other.
    package func shareContent(of other: OpenFile, bytes count: Int64) -> Sharing {
        switch Native.share(other.descriptor, with: descriptor, count) {
        case 0: .shared
        case 1: .different
        default: .impossible
        }
    }
}

/// A file mapped into memory for reading. If someone truncates the file meanwhile, the process crashes.
// Sendable because nothing writes to the bytes, and only `deinit` unmaps them.
package final class MappedBytes: @unchecked Sendable {
    /// Valid as long as this object.
    package let bytes: UnsafeRawBufferPointer

    /// Maps the file's first `count` bytes, which must not be 0. Loads all of them at once, which is faster than a page
    /// fault every few pages, unless only a few will be read.
    package init(_ count: Int, of file: OpenFile, atOnce: Bool = true) throws(Errno) {
        guard let start = Native.map(count, of: file.descriptor, atOnce: atOnce), start != MAP_FAILED else {
            throw .last
        }
        bytes = UnsafeRawBufferPointer(start: start, count: count)
    }

    deinit {
        munmap(UnsafeMutableRawPointer(mutating: bytes.baseAddress!), bytes.count)
    }
}

/// Open descriptors, known only by their numbers.
package enum Descriptors {
    package static func close(_ descriptor: Int32) { _ = Foundation.close(descriptor) }

    /// Nil if the process has no descriptor to spare.
    package static func duplicate(_ descriptor: Int32) -> Int32? {
        let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
        return copy >= 0 ? copy : nil
    }

    /// Whether there is something to read, or the end was reached, within that time; nil waits forever.
    package static func isReady(_ descriptor: Int32, within time: Duration?) -> Bool {
        let end = time.map { ContinuousClock.now + $0 }
        while true {
            let left = end.map { Int32(nearest: max(0, ContinuousClock.now.duration(to: $0) / .milliseconds(1))) }
            var ready = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            let answer = poll(&ready, 1, left ?? -1)
            if answer < 0, errno == EINTR { continue }
            return answer > 0
        }
    }
}
