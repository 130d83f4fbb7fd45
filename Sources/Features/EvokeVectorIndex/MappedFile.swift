import CMapping
import EvokeSystem
import EvokeValues
import Glibc

/// Owns a file that is mapped into memory, to be read.
// Sendable because what is mapped is only read, and what others append is not read before they say that it is there.
final class MappedFile: @unchecked Sendable {
    let start: UnsafeRawPointer
    /// Up to where the file may grow and still be read here.
    private let room: Int
    private let mapping: OpaquePointer
    private let descriptor: Int32

    init(_ path: FilePath) throws(IndexFault) {
        // A pipe in its place would be waited for without end.
        descriptor = path.withCString { open($0, O_RDONLY | O_CLOEXEC | O_NONBLOCK) }
        guard descriptor >= 0 else {
            throw errno == ENOENT ? .missing : .damaged("it cannot be opened: \(String(cString: strerror(errno)))")
        }
        let size = Self.size(of: descriptor)
        guard size >= IndexLayout.headerBytes else {
            close(descriptor)
            throw .damaged("it is cut short")
        }
        // A file with holes may say that it has more bytes than there are addresses.
        room = 2 * min(size, 1 << 48) + 1 << 26
        guard let mapping = evoke_map(descriptor, room) else {
            let reason = String(cString: strerror(errno))
            close(descriptor)
            throw .damaged("it cannot be read: \(reason)")
        }
        self.mapping = mapping
        start = evoke_mapping_start(mapping)
    }

    deinit {
        evoke_unmap(mapping)
        close(descriptor)
    }

    /// Its bytes as of now.
    var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: start, count: min(size, room)) }

    /// Whoever has read from it asks this before what was read is believed.
    func checkNothingIsLost() throws(IndexFault) {
        if evoke_mapping_is_lost(mapping) { throw .damaged("it was cut short, or its disk has failed") }
    }

    /// Whether it still is what is found at that path, and has not outgrown its room.
    func isStill(at path: FilePath) -> Bool {
        var own = stat()
        guard !evoke_mapping_is_lost(mapping), fstat(descriptor, &own) == 0, let found = FileSystem.status(of: path)
        else { return false }
        return own.st_ino == found.st_ino && own.st_dev == found.st_dev && Int(own.st_size) <= room
    }

    private var size: Int { Self.size(of: descriptor) }

    private static func size(of descriptor: Int32) -> Int {
        var status = stat()
        return fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG ? Int(status.st_size) : 0
    }

    /// Reads without mapping, for what is read once: a page that is mapped stays in this process's memory.
    func read(_ count: Int, at offset: Int, into memory: UnsafeMutableRawPointer) -> Bool {
        var done = 0
        while done < count {
            let got = pread(descriptor, memory + done, count - done, off_t(offset + done))
            if got < 0, errno == EINTR { continue }
            guard got > 0 else { return false }
            done += got
        }
        return true
    }
}
