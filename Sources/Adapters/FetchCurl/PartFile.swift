import EvokeDigests
import EvokeSystem
import EvokeValues

/// What has come of a file so far, beside its place, and a note of what it is; no other fetch can have it meanwhile.
final class PartFile {
    private(set) var size: Int64 = 0
    private(set) var note: PartialDownload?
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
        size = try lock.file.status().size
        // Without its note a part is fetched anew.
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
                    .libraryBusy, doing: "fetch", subject: destination.display, reason: "it is being fetched already",
                    remedy: "Wait until that has ended.")
            }
            // Else another fetch put it into its place between the two calls: it is no part any more.
            if file.isStill(at: path) { return lock }
        }
    }

    /// Digests what an earlier fetch left, which is not known to be whole.
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

    /// Forgets what the journey cannot go on with.
    func clear(unlessOf journey: Journey) throws(EvokeError) {
        if note?.canContinue(journey.wanted, from: journey.start) != true { try clear() }
    }

    /// Forgets what has come.
    func clear() throws(EvokeError) {
        FileSystem.remove(notePath)
        note = nil
        digest = SHA256()
        isPatched = false
        guard size > 0 else { return }
        size = 0
        try file.setSize(0)
    }

    /// What comes from here on goes after what is there.
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

    /// Of all that is there.
    var sha256: String { digest.hex() }

    /// Puts it into its place, where it stays if the power fails.
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
