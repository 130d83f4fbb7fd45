import DigestXXHash
import EvokeEncoders
import EvokeSystem
import EvokeValues
import Glibc

/// A compiled graph as it lies on the disk: what OpenVINO wrote, what was found out about it, and a checksum of both.
/// OpenVINO believes all that it reads, and ends the process over what is damaged.
///
/// It stays mapped into memory, which OpenVINO computes from. Nobody writes to such a file once it has its name.
// Sendable because nothing writes to what is mapped after the initialiser, and only `deinit` unmaps it.
final class KeptGraph: @unchecked Sendable {
    let findings: GraphFindings
    private let mapping: UnsafeRawBufferPointer
    private let blobSize: Int
    private let descriptor: Int32

    var blob: UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: mapping[..<blobSize]) }

    /// Nil where there is none.
    init?(_ file: FilePath) throws(Fault) {
        // A pipe would block for ever.
        descriptor = file.withCString { open($0, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW) }
        guard descriptor >= 0 else {
            if errno == ENOENT { return nil }
            throw Fault(reason: "it cannot be opened: \(String(cString: strerror(errno)))")
        }
        do throws(Fault) {
            mapping = try Self.map(descriptor)
        } catch {
            close(descriptor)
            throw error
        }
        guard let (size, findings) = Self.read(mapping) else {
            munmap(UnsafeMutableRawPointer(mutating: mapping.baseAddress!), mapping.count)
            close(descriptor)
            throw Fault(reason: "it is damaged or cut short")
        }
        self.findings = findings
        blobSize = size
        // For those who make room: it is in use as long as its descriptor is open, and was used last now.
        flock(descriptor, LOCK_SH | LOCK_NB)
        futimens(descriptor, nil)
    }

    deinit {
        munmap(UnsafeMutableRawPointer(mutating: mapping.baseAddress!), mapping.count)
        close(descriptor)
    }

    struct Fault: Error {
        let reason: String
    }

    /// Adds to the file that OpenVINO wrote what makes it whole.
    static func complete(_ file: FilePath, with findings: GraphFindings) -> Bool {
        let descriptor = file.withCString { open($0, O_RDWR | O_APPEND | O_CLOEXEC) }
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        // It holds the weights of a model that may be for its owner's eyes alone.
        guard fchmod(descriptor, 0o600) == 0 else { return false }
        let note = findings.bytes
        let end = note + bytes(of: UInt64(note.count))
        guard end.withUnsafeBytes({ FileSystem.writeAll($0, to: descriptor) }), let mapping = try? map(descriptor)
        else { return false }
        let checksum = bytes(of: Checksum.of(mapping))
        munmap(UnsafeMutableRawPointer(mutating: mapping.baseAddress!), mapping.count)
        return checksum.withUnsafeBytes { FileSystem.writeAll($0, to: descriptor) }
    }

    private static func map(_ descriptor: Int32) throws(Fault) -> UnsafeRawBufferPointer {
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size > 16 else {
            throw Fault(reason: "it is damaged or cut short")
        }
        let size = Int(status.st_size)
        guard let start = mmap(nil, size, PROT_READ, MAP_PRIVATE | MAP_POPULATE, descriptor, 0), start != MAP_FAILED
        else { throw Fault(reason: "it cannot be read: \(String(cString: strerror(errno)))") }
        return UnsafeRawBufferPointer(start: start, count: size)
    }

    private static func read(_ file: UnsafeRawBufferPointer) -> (blob: Int, GraphFindings)? {
        let whole = UnsafeRawBufferPointer(rebasing: file.dropLast(8))
        guard number(file.suffix(8)) == Checksum.of(whole) else { return nil }
        let noteSize = Int(truncatingIfNeeded: number(whole.suffix(8)))
        let content = whole.dropLast(8)
        guard noteSize >= 0, noteSize < content.count,
            let findings = GraphFindings(bytes: Array(content.suffix(noteSize)))
        else { return nil }
        return (content.count - noteSize, findings)
    }

    private static func bytes(of number: UInt64) -> [UInt8] { withUnsafeBytes(of: number.littleEndian) { Array($0) } }

    private static func number(_ bytes: Slice<UnsafeRawBufferPointer>) -> UInt64 {
        UInt64(littleEndian: UnsafeRawBufferPointer(rebasing: bytes).loadUnaligned(as: UInt64.self))
    }
}
