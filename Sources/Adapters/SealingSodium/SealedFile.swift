import EvokeCSodium
import EvokeSystem
import EvokeValues

/// A file that only its key opens: libsodium's secret stream in pieces of 64 kB.
///
/// The header holds what explains why a file does not open: a magic with the format version, the ID of the key, the set
/// of files it belongs to, its length, and a checksum of these. All of that and the file's name within the set is
/// authenticated with the first piece, so no file can stand in for another. The last piece is marked as such, so
/// truncation is noticed.
enum SealedFile {
    static let pieceSize = 1 << 16
    /// Identifies files that belong together.
    typealias SetID = [UInt8]

    static let mark = Array("EVOKSEA1".utf8)
    static let overhead = Int(crypto_secretstream_xchacha20poly1305_ABYTES)
    static let streamHeaderSize = Int(crypto_secretstream_xchacha20poly1305_HEADERBYTES)
    static let finalTag = UInt8(crypto_secretstream_xchacha20poly1305_TAG_FINAL)
    static let headerSize = 8 + 16 + 16 + 8 + 16

    static func newSet() -> SetID { Sodium.randomBytes(16) }

    /// Opens the file with that name in its set and delivers it piece by piece. If an error is thrown, the pieces
    /// delivered before it are authentic but incomplete.
    static func open(
        _ file: DiskPath, as name: String, with key: SealingKey,
        _ body: (UnsafeRawBufferPointer) throws(EvokeError) -> Void
    ) throws(EvokeError) -> SetID {
        let opened = try OpenFile(file, doing: "decrypt")
        let size = try opened.status().size
        let header = try SealedHeader(read(headerSize, of: opened, at: 0), of: file, key)
        guard size >= header.sealedSize else { throw damage(file, "it is truncated") }
        guard size == header.sealedSize else { throw damage(file, "it is longer than when it was written") }
        Sodium.start()
        var state = crypto_secretstream_xchacha20poly1305_state()
        let start = try read(streamHeaderSize, of: opened, at: headerSize)
        guard crypto_secretstream_xchacha20poly1305_init_pull(&state, start, key.bytes) == 0 else {
            throw damage(file, "it was modified")
        }
        var more = header.bytes + Array(name.utf8)
        var place = headerSize + streamHeaderSize
        var left = header.plainSize
        var piece = [UInt8](repeating: 0, count: pieceSize)
        repeat {
            let size = Int(min(left, Int64(pieceSize)))
            let sealed = try read(size + overhead, of: opened, at: place)
            place += sealed.count
            left -= Int64(size)
            var tag: UInt8 = 0
            guard
                crypto_secretstream_xchacha20poly1305_pull(
                    &state, &piece, nil, &tag, sealed, UInt64(sealed.count), more, UInt64(more.count)) == 0,
                (tag == finalTag) == (left == 0)
            else { throw damage(file, "it was modified, or replaced by another file") }
            more = []
            try piece.withUnsafeBufferPointer { bytes throws(EvokeError) in
                try body(UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: bytes[..<size])))
            }
        } while left > 0
        sodium_memzero(&piece, piece.count)
        return header.set
    }

    private static func read(_ count: Int, of file: OpenFile, at place: Int) throws(EvokeError) -> [UInt8] {
        let bytes = try file.bytes(count, at: place)
        guard bytes.count == count else { throw damage(file.path, "it is truncated") }
        return bytes
    }

    static func damage(_ file: DiskPath, _ reason: String) -> EvokeError {
        EvokeError(
            .damaged, doing: "decrypt", subject: file.display, reason: reason,
            remedy: "Remove the model and add it again.")
    }
}

/// The unencrypted header of a sealed file.
struct SealedHeader {
    let set: SealedFile.SetID
    let plainSize: Int64
    let bytes: [UInt8]

    init(set: SealedFile.SetID, plainSize: Int64, key: SealingKey) {
        self.set = set
        self.plainSize = plainSize
        let size = withUnsafeBytes(of: UInt64(plainSize).littleEndian) { Array($0) }
        let told = SealedFile.mark + key.id + set + size
        bytes = told + Sodium.digest(told)
    }

    init(_ bytes: [UInt8], of file: DiskPath, _ key: SealingKey) throws(EvokeError) {
        guard bytes.starts(with: SealedFile.mark.dropLast()) else {
            throw SealedFile.damage(file, "Evoke did not encrypt it, or its header was modified")
        }
        let told = Array(bytes.dropLast(16))
        guard bytes.suffix(16).elementsEqual(Sodium.digest(told)) else {
            throw SealedFile.damage(file, "its header was modified")
        }
        guard bytes[7] == SealedFile.mark[7] else {
            throw EvokeError(
                .unsupported, doing: "decrypt", subject: file.display,
                reason: "it was encrypted by a newer version of Evoke", remedy: "Update Evoke.")
        }
        guard told[8..<24].elementsEqual(key.id) else {
            throw EvokeError(
                .notAllowed, doing: "decrypt", subject: file.display, reason: "it was encrypted with a different key",
                remedy: "Restore that key from a backup. If there is none, remove the model and add it again.")
        }
        set = Array(told[24..<40])
        let size = told[40..<48].reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        guard size < 1 << 60 else { throw SealedFile.damage(file, "its header was modified") }
        plainSize = Int64(size)
        self.bytes = bytes
    }

    /// In bytes, of the whole file.
    var sealedSize: Int64 {
        let pieces = max(1, (plainSize + Int64(SealedFile.pieceSize) - 1) / Int64(SealedFile.pieceSize))
        return Int64(SealedFile.headerSize + SealedFile.streamHeaderSize) + plainSize
            + pieces * Int64(SealedFile.overhead)
    }
}

/// Writes a sealed file incrementally; no plain text ever reaches the disk.
///
/// An unfinished file does not open.
final class SealedWriter {
    private let file: DiskPath
    private let output: OpenFile
    private let header: SealedHeader
    private var state = crypto_secretstream_xchacha20poly1305_state()
    /// Authenticated with the first piece.
    private var more: [UInt8]
    private var piece: [UInt8] = []
    private var taken: Int64 = 0

    init(
        _ file: DiskPath, as name: String, size: Int64, of set: SealedFile.SetID, with key: SealingKey
    ) throws(EvokeError) {
        output = try OpenFile(file, .make, doing: "encrypt")
        self.file = file
        Sodium.start()
        header = SealedHeader(set: set, plainSize: size, key: key)
        more = header.bytes + Array(name.utf8)
        piece.reserveCapacity(SealedFile.pieceSize)
        var start = [UInt8](repeating: 0, count: SealedFile.streamHeaderSize)
        crypto_secretstream_xchacha20poly1305_init_push(&state, &start, key.bytes)
        try output.write(header.bytes + start)
    }

    deinit {
        sodium_memzero(&state, MemoryLayout.size(ofValue: state))
    }

    func add(_ bytes: UnsafeRawBufferPointer) throws(EvokeError) {
        taken += Int64(bytes.count)
        var rest = bytes[...]
        while !rest.isEmpty {
            // A full piece waits until it is known whether it is the last.
            if piece.count == SealedFile.pieceSize { try push(tag: 0) }
            let part = rest.prefix(SealedFile.pieceSize - piece.count)
            piece.append(contentsOf: part)
            rest = rest.dropFirst(part.count)
        }
    }

    /// The file is on the disk when this returns.
    func finish() throws(EvokeError) {
        guard taken == header.plainSize else {
            throw EvokeError(
                .unreadable, doing: "encrypt", subject: file.display,
                reason: "its size changed while it was being read",
                remedy: "Try again when no program is writing to it.")
        }
        try push(tag: SealedFile.finalTag)
        try output.sync()
    }

    private func push(tag: UInt8) throws(EvokeError) {
        var sealed = [UInt8](repeating: 0, count: piece.count + SealedFile.overhead)
        crypto_secretstream_xchacha20poly1305_push(
            &state, &sealed, nil, piece, UInt64(piece.count), more, UInt64(more.count), tag)
        more = []
        piece.removeAll(keepingCapacity: true)
        try output.write(sealed)
    }
}

/// Encrypts and decrypts: 32 random bytes, never shown.
struct SealingKey: Sendable, CustomStringConvertible {
    static let size = Int(crypto_secretstream_xchacha20poly1305_KEYBYTES)

    let bytes: [UInt8]

    var description: String { "a key" }

    static func random() -> SealingKey { SealingKey(bytes: Sodium.randomBytes(size)) }

    /// Tells keys apart, and nothing more.
    var id: [UInt8] { Sodium.digest(Array("evoke key".utf8), key: bytes) }
}

/// A key in a file that only its owner can read.
struct KeyFile: Sendable {
    let path: DiskPath

    init(_ path: DiskPath) {
        self.path = path
    }

    func read() throws(EvokeError) -> SealingKey {
        let file: OpenFile
        do throws(EvokeError) {
            file = try OpenFile(path, doing: "read the key")
        } catch {
            guard error.kind == .notFound else { throw error }
            throw failure(
                .notFound, "it is missing, and files encrypted with it cannot be opened without it",
                "Restore the key from a backup. If there is none, remove the model and add it again.")
        }
        let status = try file.status()
        guard !status.isOpenToOthers else {
            throw failure(
                .notAllowed, "other users can read it",
                "Make it readable only by you (chmod 600). If others may have read it, remove its models and add them again."
            )
        }
        guard status.isFile, let bytes = try? file.bytes(SealingKey.size + 1, at: 0), bytes.count == SealingKey.size
        else {
            throw failure(.damaged, "it is not \(SealingKey.size) bytes long", "Restore the key from a backup.")
        }
        return SealingKey(bytes: bytes)
    }

    /// Makes the key if there is none. If several processes make one at once, the first one wins.
    func readOrMake() throws(EvokeError) -> SealingKey {
        guard FileSystem.isMissing(path) else { return try read() }
        if let folder = path.parent { try FileSystem.makeFolder(folder, isPrivate: true) }
        let draft = DiskPath(bytes: path.bytes + Array(".\(OwnProcess.nameOfThread).part".utf8))
        try write(draft)
        defer { FileSystem.remove(draft) }
        // Unlike a rename, this never replaces an existing file.
        try FileSystem.addName(path, to: draft, doing: "write the key")
        return try read()
    }

    private func write(_ file: DiskPath) throws(EvokeError) {
        let output = try OpenFile(file, .make, doing: "write the key", subject: path)
        do throws(EvokeError) {
            try output.write(SealingKey.random().bytes)
            try output.sync()
        } catch {
            FileSystem.remove(file)
            throw error
        }
    }

    private func failure(_ kind: EvokeError.Kind, _ reason: String, _ remedy: String) -> EvokeError {
        EvokeError(kind, doing: "read the key", subject: path.display, reason: reason, remedy: remedy)
    }
}

enum Sodium {
    /// Selects the fastest code for this processor and opens the source of random numbers.
    private static let isReady: Bool = sodium_init() >= 0

    static func start() {
        precondition(isReady, "libsodium found no source of random numbers")
    }

    static func randomBytes(_ count: Int) -> [UInt8] {
        start()
        var bytes = [UInt8](repeating: 0, count: count)
        randombytes_buf(&bytes, count)
        return bytes
    }

    /// 16 bytes of BLAKE2b.
    static func digest(_ bytes: [UInt8], key: [UInt8] = []) -> [UInt8] {
        var digest = [UInt8](repeating: 0, count: 16)
        crypto_generichash(&digest, digest.count, bytes, UInt64(bytes.count), key.isEmpty ? nil : key, key.count)
        return digest
    }
}
