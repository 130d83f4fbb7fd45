public import EvokePorts
import EvokeSystem
public import EvokeValues
import EvokeWorkers

extension ModelID {
    public static let fake = ModelID(name: "fake", fingerprint: "f0", dimensions: 4)
    public static let otherFake = ModelID(name: "other", fingerprint: "f1", dimensions: 4)
}

/// Decodes a file of text: its first four bytes are the first pixels; "bad…" is damaged, "locked…" not allowed, and of
/// "half…" half is there.
public final class FakeDecoder: ImageDecoding {
    private let seen = Locked<[DiskPath]>([])
    private let beforeDecoding: @Sendable (DiskPath) async throws -> Void

    public init(beforeDecoding: @escaping @Sendable (DiskPath) async throws -> Void = { _ in }) {
        self.beforeDecoding = beforeDecoding
    }

    /// The files decoded so far.
    public var decoded: [DiskPath] { seen.withLock { $0 } }

    public func decode(_ file: DiskPath, for input: ImageInput, thumbnail: Bool) async throws -> PreparedImage {
        try input.check()
        try await beforeDecoding(file)
        try Task.checkCancellation()
        seen.withLock { $0.append(file) }
        let bytes = try FileSystem.read(file)
        if bytes.starts(with: "bad".utf8) { throw error(.damaged, file) }
        if bytes.starts(with: "locked".utf8) { throw error(.notAllowed, file) }
        return PreparedImage(
            tensor: Self.tensor(of: bytes, input), original: PixelSize(width: bytes.count, height: 1),
            thumbnail: thumbnail ? Thumbnail(jpeg: bytes) : nil, share: bytes.starts(with: "half".utf8) ? 0.5 : nil,
            colors: thumbnail ? PhotoColors() : nil)
    }

    public func decode(_ pixels: Pixels, for input: ImageInput) async throws -> PreparedImage {
        PreparedImage(tensor: Self.tensor(of: pixels.bytes, input), original: pixels.size)
    }

    private static func tensor(of bytes: [UInt8], _ input: ImageInput) -> [Float] {
        let values = bytes.prefix(4).map { Float($0) }
        return values + Array(repeating: 0, count: 3 * input.size.width * input.size.height - values.count)
    }

    private func error(_ kind: EvokeError.Kind, _ file: DiskPath) -> EvokeError {
        EvokeError(kind, doing: "read the photo", subject: file.display, reason: "the test says so")
    }
}

/// Knows of each photo what the first sidecar that can be read says, as a title.
public struct FakeFactReader: MetadataReading {
    public init() {}

    public func metadata(of file: DiskPath, sidecars: [DiskPath]) async throws -> PhotoMetadata {
        var metadata = PhotoMetadata()
        let words = sidecars.lazy.compactMap { try? FileSystem.read($0) }.first
        metadata.title = words.map { String(decoding: $0, as: UTF8.self) }
        return metadata
    }
}

/// Tells contents apart, within one run of the tests.
public struct FakeDigester: ContentDigesting {
    public init() {}

    public func digest(of file: DiskPath) async throws -> ContentDigest {
        let bytes = try FileSystem.read(file)
        return ContentDigest(high: UInt64(bytes.count), low: UInt64(bitPattern: Int64(bytes.hashValue)))
    }
}

/// The first four pixels themselves are the vector.
public struct FakeEncoder: ImageEncoding {
    public let input = ImageInput(
        size: PixelSize(width: 2, height: 2), fit: .squash, kernel: .bicubic, mean: [0, 0, 0], std: [1, 1, 1])
    public let width: Int
    private let model: ModelID

    public init(width: Int = 2, model: ModelID = .fake) {
        self.width = width
        self.model = model
    }

    public func encode(_ image: PreparedImage) async throws -> Embedding {
        guard let embedding = Embedding(normalizing: Array(image.tensor.prefix(4)), fingerprint: model.fingerprint)
        else {
            throw EvokeError(.inference, doing: "run the graph", subject: "fake", reason: "it is zero")
        }
        return embedding
    }
}

/// Shows the same preview of every raw file.
package struct FakePreviews: PreviewReading {
    private let preview: FilePreview

    package init(_ preview: FilePreview) {
        self.preview = preview
    }

    package func preview(of file: DiskPath, atLeast side: Int) async throws -> FilePreview { preview }
}

/// Keeps thumbnails in memory.
public final class FakeThumbnails: ThumbnailStore {
    private let kept = Locked<[ContentDigest: Thumbnail]>([:])

    public init() {}

    public var count: Int { kept.withLock { $0.count } }

    public func keep(_ thumbnail: Thumbnail, of content: ContentDigest) async throws {
        kept.withLock { $0[content] = thumbnail }
    }

    public func thumbnail(of content: ContentDigest) async throws -> Thumbnail? { kept.withLock { $0[content] } }
}
