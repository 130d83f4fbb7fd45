import EvokeDigests
import EvokeSystem
import EvokeValues

/// The .part file next to the destination, with a note of what it is. It is locked against other downloads.
final class PartFile {
    private(set) var size: Int64 = 0
    private(set) var record: PartialDownload?
    /// Whether its bytes were received in several pieces.
    private(set) var isPatched = false

    private let destination: DiskPath
    private let path: DiskPath
    private let recordPath: DiskPath
    private let lock: FileLock
    private var digest = SHA256()
    private var isInPlace = false

    init(for destination: DiskPath) throws(EvokeError) {
        self.destination = destination
        path = DiskPath(bytes: destination.bytes + Array(".part".utf8))
        recordPath = DiskPath(bytes: path.bytes + Array(".note".utf8))
        lock = try Self.open(path, for: destination)
        size = try lock.file.status().size
        // Without its note, a part is downloaded again from the start.
        record = (try? FileSystem.read(recordPath)).flatMap { PartialDownload(String(decoding: $0, as: UTF8.self)) }
    }

    deinit {
        if !isInPlace, size == 0 { remove() }
    }

    private var file: OpenFile { lock.file }

    private static func open(_ path: DiskPath, for destination: DiskPath) throws(EvokeError) -> FileLock {
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
        if record?.canContinue(journey.wanted, from: journey.start) != true { try clear() }
    }

    /// Deletes what was received.
    func clear() throws(EvokeError) {
        FileSystem.remove(recordPath)
        record = nil
        digest = SHA256()
        isPatched = false
        guard size > 0 else { return }
        size = 0
        try file.setSize(0)
    }

    /// Further bytes are appended to those received so far.
    func begin(_ new: PartialDownload) throws(EvokeError) {
        isPatched = size > 0
        guard new != record else { return }
        try FileSystem.replace(recordPath, with: Array(new.text.utf8))
        record = new
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
        FileSystem.remove(recordPath)
        FileSystem.sync(folder: destination.parent ?? DiskPath("."))
    }

    func remove() {
        FileSystem.remove(recordPath)
        FileSystem.remove(path)
    }
}

/// Identifies the file that the adjacent .part download belongs to.
struct PartialDownload: Equatable {
    /// A digest of the address, since its query may contain secrets.
    let source: String
    /// The server's strong ETag; nil if it has none.
    let etag: String?
    let sha256: String?
    let size: Int64?

    init(source: String, etag: String?, sha256: String?, size: Int64?) {
        self.source = source
        self.etag = etag.flatMap { $0.isStrongETag ? $0 : nil }
        self.sha256 = sha256
        self.size = size
    }

    static func source(of address: Address) -> String { SHA256.of(address.text) }

    /// Whether the download can continue from that part, with a way to detect a mismatch.
    func canContinue(_ wanted: WantedFile, from address: Address) -> Bool {
        func agree<Value: Equatable>(_ left: Value?, _ right: Value?) -> Bool {
            left == nil || right == nil || left == right
        }
        guard agree(sha256, wanted.sha256), agree(size, wanted.size) else { return false }
        if sha256 != nil, sha256 == wanted.sha256 { return true }
        return source == Self.source(of: address) && (etag ?? sha256 ?? wanted.sha256) != nil
    }

    private static let firstLine = "evoke part 1"

    var text: String {
        let lines: [(String, String?)] = [
            ("source", source), ("etag", etag), ("sha256", sha256), ("size", size.map(String.init)),
        ]
        return ([Self.firstLine] + lines.compactMap { name, value in value.map { "\(name) \($0)" } })
            .joined(separator: "\n") + "\n"
    }

    /// Nil if it was not written completely by any version.
    init?(_ text: String) {
        guard text.hasSuffix("\n") else { return nil }
        let lines = text.split(separator: "\n")
        guard lines.first.map(String.init) == Self.firstLine else { return nil }
        var values: [Substring: String] = [:]
        for line in lines.dropFirst() {
            let words = line.split(separator: " ", maxSplits: 1)
            guard words.count == 2 else { return nil }
            values[words[0]] = String(words[1])
        }
        guard let source = values["source"] else { return nil }
        let (sha256, size) = (values["sha256"], values["size"].map { Int64($0) })
        if let sha256, !sha256.isSHA256 { return nil }
        if let size, (size ?? -1) < 0 { return nil }
        self.init(source: source, etag: values["etag"], sha256: sha256, size: size ?? nil)
    }
}
