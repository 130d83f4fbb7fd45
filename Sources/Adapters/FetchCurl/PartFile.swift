import EvokeDigests
import EvokeSystem
import EvokeValues

/// The .part file next to the destination, with a note of what it is. It is locked against other downloads.
final class PartFile {
    private(set) var size: Int64 = 0
    private(set) var note: PartialDownload?
    /// Whether its bytes were received in several pieces.
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
        size = try lock.file.status().size
        // Without its note, a part is downloaded again from the start.
        note = (try? FileSystem.read(notePath)).flatMap { PartialDownload(String(decoding: $0, as: UTF8.self)) }
    }

    deinit {
        if !isInPlace, size == 0 { remove() }
    }

    private var file: OpenFile { lock.file }

    private static func open(_ path: FilePath, for destination: FilePath) throws(EvokeError) -> FileLock {
        while true {
            let file = try OpenFile(path, .changeOrMake, doing: "write", subject: destination)
            guard let lock = try? FileLock(file) else {
                throw EvokeError(
                    .libraryBusy, doing: "fetch", subject: destination.display,
                    reason: "another process is downloading it", remedy: "Wait until it has finished.")
            }
            // If not, another download completed and renamed it in the meantime.
            if file.isStill(at: path) { return lock }
        }
    }

    /// Digests what an earlier download left, which may be incomplete.
    func takeUp(_ interruption: Interruption) throws(Stop) {
        digest = SHA256()
        isPatched = size > 0
        var place: Int64 = 0
        while place < size {
            if interruption.isSet { throw .cancelled }
            let chunk = try forGood { () throws(EvokeError) in try file.bytes(1 << 18, at: Int(place)) }
            guard !chunk.isEmpty else {
                throw .failed(.system(Errno.damagedDisk.code, doing: "read", subject: path))
            }
            chunk.withUnsafeBytes { digest.add($0) }
            place += Int64(chunk.count)
        }
    }

    /// Deletes a part that this download cannot continue.
    func clear(unlessOf journey: Journey) throws(EvokeError) {
        if note?.canContinue(journey.wanted, from: journey.start) != true { try clear() }
    }

    /// Deletes what was received.
    func clear() throws(EvokeError) {
        FileSystem.remove(notePath)
        note = nil
        digest = SHA256()
        isPatched = false
        guard size > 0 else { return }
        size = 0
        try file.setSize(0)
    }

    /// Further bytes are appended to those received so far.
    func begin(_ new: PartialDownload) throws(EvokeError) {
        isPatched = size > 0
        guard new != note else { return }
        try FileSystem.replace(notePath, with: Array(new.text.utf8))
        note = new
    }

    func append(_ bytes: UnsafeRawBufferPointer) throws(EvokeError) {
        try file.write(bytes, at: Int(size))
        digest.add(bytes)
        size += Int64(bytes.count)
    }

    /// The hash of what was received so far.
    var sha256: String { digest.hex() }

    /// Moves it to its destination, safely even if the power fails.
    func putInPlace() throws(EvokeError) {
        try file.sync()
        try FileSystem.move(path, to: destination, doing: "write")
        isInPlace = true
        FileSystem.remove(notePath)
        FileSystem.sync(folder: destination.parent ?? FilePath("."))
    }

    func remove() {
        FileSystem.remove(notePath)
        FileSystem.remove(path)
    }
}
