import EvokeCSodium
import EvokeSystem
package import EvokeValues

/// A file that only its key opens: libsodium's secret stream in pieces of 64 kB.
///
/// The header holds what explains why a file does not open: a magic with the format version, the ID of the key, the set
/// of files it belongs to, its length, and a checksum of these. All of that and the file's name within the set is
/// authenticated with the first piece, so no file can stand in for another. The last piece is marked as such, so
/// truncation is noticed.
package enum SealedFile {
    package static let suffix = ".sealed"
    package static let pieceSize = 1 << 16
    /// Identifies files that belong together.
    package typealias SetID = [UInt8]

    static let mark = Array("EVOKSEA1".utf8)
    static let overhead = Int(crypto_secretstream_xchacha20poly1305_ABYTES)
    static let streamHeaderSize = Int(crypto_secretstream_xchacha20poly1305_HEADERBYTES)
    static let finalTag = UInt8(crypto_secretstream_xchacha20poly1305_TAG_FINAL)
    static let headerSize = 8 + 16 + 16 + 8 + 16

    package static func newSet() -> SetID { Sodium.randomBytes(16) }

    /// Opens the file with that name in its set and delivers it piece by piece. If an error is thrown, the pieces
    /// delivered before it are authentic but incomplete.
    package static func open(
        _ file: FilePath, as name: String, with key: SealingKey,
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

    static func damage(_ file: FilePath, _ reason: String) -> EvokeError {
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

    init(_ bytes: [UInt8], of file: FilePath, _ key: SealingKey) throws(EvokeError) {
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
                reason: "it was encrypted by a newer version of Evoke",
                remedy: "Update Evoke.")
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
