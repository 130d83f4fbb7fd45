import CXXHash
public import PhotoCore
public import Workers

/// Digests whole files with XXH3: as fast as the memory, and never decoding anything.
public struct ContentDigester: ContentDigesting {
    private let executor: BlockingExecutor

    public init(executor: BlockingExecutor) {
        self.executor = executor
    }

    public func digest(of file: FilePath) async throws -> ContentDigest {
        try await executor.run { try Self.digest(file) }
    }

    private static func digest(_ file: FilePath) throws(EvokeError) -> ContentDigest {
        // A pipe would block for ever.
        guard FileSystem.status(of: file) == nil || FileSystem.isFile(file) else {
            throw EvokeError(
                .unsupported, doing: "read the photo", subject: file.display, reason: "it is not a file",
                remedy: "Name a picture.")
        }
        guard let state = XXH3_createState() else { preconditionFailure("there is no memory for a digest") }
        defer { XXH3_freeState(state) }
        XXH3_128bits_reset(state)
        try FileSystem.forEachChunk(of: file, doing: "read the photo") { chunk in
            chunk.withUnsafeBytes { _ = XXH3_128bits_update(state, $0.baseAddress, $0.count) }
        }
        let hash = XXH3_128bits_digest(state)
        return ContentDigest(high: hash.high64, low: hash.low64)
    }
}
