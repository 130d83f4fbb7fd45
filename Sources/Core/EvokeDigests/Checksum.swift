import EvokeCDigests
import EvokePorts
package import EvokeSystem
package import EvokeValues
package import EvokeWorkers

/// Detects damage to bytes after they were written.
package enum Checksum {
    package static func of(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
        evoke_xxh3_64(bytes.baseAddress, bytes.count)
    }

    /// Of a large file's first `count` bytes, computed in parts on all cores: on one core it can take as long as a
    /// search.
    package static func of(_ file: MappedBytes, first count: Int) -> UInt64 {
        let pieces = inParts((count + piece - 1) / piece) { part in
            of(UnsafeRawBufferPointer(rebasing: file.bytes[part * piece..<min((part + 1) * piece, count)]))
        }
        return pieces.withUnsafeBytes { of($0) }
    }

    private static let piece = 4 << 20

    /// Of bytes that belong at one position: the same bytes elsewhere have another checksum.
    package static func of(_ bytes: UnsafeRawBufferPointer, at place: UInt64) -> UInt64 {
        (of(bytes) ^ place) &* 0x9E37_79B9_7F4A_7C15
    }
}

/// A small file that ends with a checksum of its content and its name, so it can be trusted when read again. A file
/// that is damaged, or was written under another name, is treated as missing.
package struct CheckedFile: Sendable {
    private let path: DiskPath

    package init(_ path: DiskPath) {
        self.path = path
    }

    package func read() -> [UInt8]? {
        // Treated as missing.
        guard let bytes = try? FileSystem.read(path) else { return nil }
        let content = Array(bytes.dropLast(MemoryLayout<UInt64>.size))
        return ending(of: content).elementsEqual(bytes.dropFirst(content.count)) ? content : nil
    }

    package func write(_ content: [UInt8]) throws(EvokeError) {
        try FileSystem.replace(path, with: content + ending(of: content))
    }

    private func ending(of content: [UInt8]) -> [UInt8] {
        let checksum = (path.name + content).withUnsafeBytes { Checksum.of($0) }
        return withUnsafeBytes(of: checksum.littleEndian) { Array($0) }
    }
}

/// Digests whole files with XXH3, at the speed of memory and without decoding anything.
package struct ContentDigester: ContentDigesting {
    private let executor: BlockingExecutor

    package init(executor: BlockingExecutor) {
        self.executor = executor
    }

    /// A cancelled task throws `CancellationError` after the piece being read.
    package func digest(of file: DiskPath) async throws -> ContentDigest {
        let isCancelled = Locked(false)
        return try await withTaskCancellationHandler {
            try await executor.run { try Self.digest(file) { isCancelled.withLock { $0 } } }
        } onCancel: {
            isCancelled.withLock { $0 = true }
        }
    }

    /// Ten times the size of the largest picture that is decoded, at 16 bits a channel. A sparse file can claim a
    /// million times as much and keep a disk busy for days.
    private static let largest: Int64 = 32_000_000_000

    private static func digest(_ file: DiskPath, isCancelled: () -> Bool) throws -> ContentDigest {
        let status = FileSystem.status(of: file)
        // A pipe would block forever.
        guard status?.isFile ?? true else {
            throw EvokeError(
                .unsupported, doing: "read the photo", subject: file.display, reason: "it is not a file",
                remedy: "Choose a photo file.")
        }
        if let size = status?.size, size > largest { throw tooLarge(file) }
        var state = evoke_xxh3()
        evoke_xxh3_start(&state)
        var count: Int64 = 0
        func isWanted() -> Bool { !isCancelled() && count <= largest }
        try FileSystem.forEachChunk(of: file, doing: "read the photo", isWanted: isWanted) { chunk in
            count += Int64(chunk.count)
            chunk.withUnsafeBytes { evoke_xxh3_add(&state, $0.baseAddress, $0.count) }
        }
        if isCancelled() { throw CancellationError() }
        guard count <= largest else { throw tooLarge(file) }
        var (high, low): (UInt64, UInt64) = (0, 0)
        evoke_xxh3_end(&state, &high, &low)
        return ContentDigest(high: high, low: low)
    }

    private static func tooLarge(_ file: DiskPath) -> EvokeError {
        EvokeError(
            .tooLarge, doing: "read the photo", subject: file.display,
            reason: "it is larger than \(largest / 1_000_000_000) GB, the limit for a photo",
            remedies: [.advice("Move it out of the folder."), .chooseOption(.exclusion)])
    }
}
