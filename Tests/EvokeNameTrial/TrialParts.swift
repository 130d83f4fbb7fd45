import EvokeDigests
import EvokePorts
import EvokeSystem
import EvokeValues
import EvokeWorkers
import Glibc

/// What is done in the middle of a run, at one of the looks at a file.
struct Disturbance: Sendable {
    private let fingerprints: Locked<Int>
    private let act: @Sendable () async throws -> Void

    static let none = Disturbance(after: -1) {}

    init(after fingerprints: Int, _ act: @escaping @Sendable () async throws -> Void) {
        self.fingerprints = Locked(fingerprints)
        self.act = act
    }

    func look() async throws {
        let isTime = fingerprints.withLock { fingerprints in
            fingerprints -= 1
            return fingerprints == -1
        }
        if isTime { try await act() }
    }
}

/// The digests that libraries have, and a count of them.
struct TrialDigester: ContentDigesting {
    let digester: ContentDigester
    let disturbance: Disturbance
    let count: Locked<Int>

    func digest(of file: DiskPath) async throws -> ContentDigest {
        try await disturbance.look()
        count.withLock { $0 += 1 }
        return try await digester.digest(of: file)
    }
}

/// Pixels that are another for each content.
struct TrialDecoder: ImageDecoding {
    let disturbance: Disturbance

    func decode(_ file: DiskPath, for input: ImageInput, thumbnail: Bool) async throws -> PreparedImage {
        try await disturbance.look()
        let bytes = try FileSystem.read(file)
        var dice = Dice(seed: bytes.reduce(0) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 })
        return PreparedImage(
            tensor: (0..<8).map { _ in Float.random(in: 0...1, using: &dice) },
            original: PixelSize(width: bytes.count, height: 1), thumbnail: Thumbnail(jpeg: bytes), colors: PhotoColors()
        )
    }

    func decode(_ pixels: Pixels, for input: ImageInput) async throws -> PreparedImage {
        PreparedImage(tensor: [1], original: pixels.size)
    }
}

/// The pixels themselves are the vector.
struct TrialEncoder: ImageEncoding {
    static let model = ModelID(name: "trial", fingerprint: "trial", dimensions: 8)

    let input = ImageInput(
        size: PixelSize(width: 4, height: 2), fit: .squash, kernel: .bicubic, mean: [0, 0, 0], std: [1, 1, 1])
    let width = 2

    func encode(_ image: PreparedImage) async throws -> Embedding {
        try Embedding.received(image.tensor, asOf: Self.model)
    }
}

/// The title is what the file holds, and the time is the file's.
struct TrialFacts: MetadataReading {
    let disturbance: Disturbance

    func metadata(of file: DiskPath, sidecars: [DiskPath]) async throws -> PhotoMetadata {
        try await disturbance.look()
        var metadata = PhotoMetadata()
        metadata.title = String(decoding: try FileSystem.read(file), as: UTF8.self)
        metadata.taken = FileSystem.status(of: file).map {
            TakenDate(localSeconds: $0.modified.seconds, source: .fileModified)
        }
        return metadata
    }
}

/// Keeps whole files for thumbnails.
struct TrialThumbnails: ThumbnailStore {
    private let kept = Locked<[ContentDigest: Thumbnail]>([:])

    func keep(_ thumbnail: Thumbnail, of content: ContentDigest) async throws {
        kept.withLock { $0[content] = thumbnail }
    }

    func thumbnail(of content: ContentDigest) async throws -> Thumbnail? { kept.withLock { $0[content] } }
}
