import EvokeCSodium
import EvokeSystem
package import EvokeValues

/// Writes a sealed file incrementally; no plain text ever reaches the disk.
///
/// An unfinished file does not open.
package final class SealedWriter {
    private let file: FilePath
    private let output: OpenFile
    private let header: SealedHeader
    private var state = crypto_secretstream_xchacha20poly1305_state()
    /// Authenticated with the first piece.
    private var more: [UInt8]
    private var piece: [UInt8] = []
    private var taken: Int64 = 0

    package init(
        _ file: FilePath, as name: String, size: Int64, of set: SealedFile.SetID, with key: SealingKey
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

    package func add(_ bytes: UnsafeRawBufferPointer) throws(EvokeError) {
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
    package func finish() throws(EvokeError) {
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
