import EvokeCXXHash
import EvokeSystem
package import EvokeValues
package import EvokeWorkers

/// Digests whole files with XXH3, at the speed of memory and without decoding anything.
package struct ContentDigester: ContentDigesting {
    private let executor: BlockingExecutor

    package init(executor: BlockingExecutor) {
        self.executor = executor
    }

    /// A cancelled task throws `CancellationError` after the piece being read.
    package func digest(of file: FilePath) async throws -> ContentDigest {
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

    private static func digest(_ file: FilePath, isCancelled: () -> Bool) throws -> ContentDigest {
        let status = FileSystem.status(of: file)
        // A pipe would block forever.
        guard status?.isFile ?? true else {
            throw EvokeError(
                .unsupported, doing: "read the photo", subject: file.display, reason: "it is not a file",
                remedy: "Choose a photo file.")
        }
        if let size = status?.size, size > largest { throw tooLarge(file) }
        guard let state = XXH3_createState() else { preconditionFailure("out of memory for a digest") }
        defer { XXH3_freeState(state) }
        XXH3_128bits_reset(state)
        var count: Int64 = 0
        func isWanted() -> Bool { !isCancelled() && count <= largest }
        try FileSystem.forEachChunk(of: file, doing: "read the photo", isWanted: isWanted) { chunk in
            count += Int64(chunk.count)
            chunk.withUnsafeBytes { _ = XXH3_128bits_update(state, $0.baseAddress, $0.count) }
        }
        if isCancelled() { throw CancellationError() }
        guard count <= largest else { throw tooLarge(file) }
        let hash = XXH3_128bits_digest(state)
        return ContentDigest(high: hash.high64, low: hash.low64)
    }

    private static func tooLarge(_ file: FilePath) -> EvokeError {
        EvokeError(
            .tooLarge, doing: "read the photo", subject: file.display,
            reason: "it is larger than \(largest / 1_000_000_000) GB, the limit for a photo",
            remedies: [.advice("Move it out of the folder."), .chooseOption(.exclusion)])
    }
}
