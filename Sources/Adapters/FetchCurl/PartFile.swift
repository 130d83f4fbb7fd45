import CryptoSodium
import EvokeSystem
import EvokeValues
import Glibc

/// What has come of a file so far, beside its place, and a note of what it is; no other fetch can have it meanwhile.
final class PartFile {
    private(set) var size: Int64 = 0
    private(set) var note: PartNote?
    /// Whether its bytes came in more than one piece.
    private(set) var isPatched = false

    private let destination: FilePath
    private let path: FilePath
    private let notePath: FilePath
    private let lock: FileLock
    private var digest = SHA256()
    private var isInPlace = false

    init(for destination: FilePath) throws(EvokeError) {
        self.destination = destination
        path = FilePath(bytes: destination.bytes + Array(".part".utf8))
        notePath = FilePath(bytes: path.bytes + Array(".note".utf8))
        lock = try Self.open(path, for: destination)
        var status = stat()
        fstat(descriptor, &status)
        size = Int64(status.st_size)
        note = (try? FileSystem.read(notePath)).flatMap { PartNote(String(decoding: $0, as: UTF8.self)) }
    }

    deinit {
        if !isInPlace, size == 0 { remove() }
    }

    private var descriptor: Int32 { lock.descriptor }

    private static func open(_ path: FilePath, for destination: FilePath) throws(EvokeError) -> FileLock {
        while true {
            let descriptor = path.withCString { Glibc.open($0, O_RDWR | O_CREAT | O_CLOEXEC, 0o600) }
            guard descriptor >= 0 else { throw .system(errno, doing: "write", subject: destination) }
            guard let lock = try? FileLock(descriptor) else {
                throw EvokeError(
                    .libraryBusy, doing: "fetch", subject: destination.display, reason: "it is being fetched already",
                    remedy: "Wait until that has ended.")
            }
            var status = stat()
            fstat(descriptor, &status)
            let current = FileSystem.status(of: path)
            // Else another fetch put it into its place between the two calls: it is no part any more.
            if current?.st_ino == status.st_ino, current?.st_dev == status.st_dev { return lock }
        }
    }

    /// Digests what an earlier fetch left, which is not known to be whole.
    func takeUp(_ interruption: Interruption) throws(Stop) {
        digest = SHA256()
        isPatched = size > 0
        var chunk = [UInt8](repeating: 0, count: 1 << 18)
        var place: Int64 = 0
        while place < size {
            if interruption.isSet { throw .cancelled }
            let count = pread(descriptor, &chunk, chunk.count, Int(place))
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw .failed(.system(count < 0 ? errno : EIO, doing: "read", subject: path)) }
            chunk.withUnsafeBytes { digest.add(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
            place += Int64(count)
        }
        lseek(descriptor, Int(size), SEEK_SET)
    }

    /// Forgets what the journey cannot go on with.
    func clear(unlessOf journey: Journey) throws(EvokeError) {
        if note?.canContinue(journey.wanted, from: journey.start) != true { try clear() }
    }

    /// Forgets what has come.
    func clear() throws(EvokeError) {
        _ = notePath.withCString { unlink($0) }
        note = nil
        digest = SHA256()
        isPatched = false
        guard size > 0 else { return }
        size = 0
        guard ftruncate(descriptor, 0) == 0, lseek(descriptor, 0, SEEK_SET) == 0 else {
            throw .system(errno, doing: "write", subject: destination)
        }
    }

    /// What comes from here on goes after what is there.
    func begin(_ new: PartNote) throws(EvokeError) {
        isPatched = size > 0
        guard new != note else { return }
        try FileSystem.replace(notePath, with: Array(new.text.utf8))
        note = new
    }

    func append(_ bytes: UnsafeRawBufferPointer) throws(EvokeError) {
        guard FileSystem.writeAll(bytes, to: descriptor) else {
            throw .system(errno, doing: "write", subject: destination)
        }
        digest.add(bytes)
        size += Int64(bytes.count)
    }

    /// Of all that is there.
    var sha256: String { digest.hex() }

    /// Puts it into its place, where it stays if the power fails.
    func putInPlace() throws(EvokeError) {
        guard fsync(descriptor) == 0,
            path.withCString({ from in destination.withCString { rename(from, $0) } }) == 0
        else { throw .system(errno, doing: "write", subject: destination) }
        isInPlace = true
        _ = notePath.withCString { unlink($0) }
        let folder = (destination.parent ?? FilePath(".")).withCString { Glibc.open($0, O_RDONLY | O_CLOEXEC) }
        if folder >= 0 {
            fsync(folder)
            close(folder)
        }
    }

    func remove() {
        _ = notePath.withCString { unlink($0) }
        _ = path.withCString { unlink($0) }
    }
}
