import EvokeLinux
import EvokeModels
public import EvokePorts
public import EvokeValues
import EvokeWorkers

/// Vectors of photos, pictures and texts. A canceled task gets a `CancellationError` at once, even while it waits for
/// others or for the model to load.
extension Engine {
    /// The vector of a photo's file.
    ///
    /// Throws `EvokeError` if the file cannot be read or decoded, or if the model fails.
    public func embed(photo: DiskPath) async throws -> Embedding {
        let encoder = try await imageEncoder()
        return try await own(encoder.encode(decoder.decode(photo, for: encoder.input)))
    }

    /// The vector of a picture file in memory: identical to that of the same file on disk.
    ///
    /// Throws as `embed(photo:)` does.
    ///
    /// - Parameter name: the file's name, if it has one: raw files are recognized by their extension.
    public func embed(_ picture: [UInt8], named name: String = "picture") async throws -> Embedding {
        let file = try await executor.runWhileWanted { try PictureInMemory(picture, named: name) }.whileWanted()
        defer { withExtendedLifetime(file) {} }
        do {
            return try await embed(photo: file.path)
        } catch let error as EvokeError where error.subject == file.path.display {
            throw error.with(subject: DiskPath(name).display)
        }
    }

    /// The vector of a decoded picture: the same as that of a file that stores these pixels losslessly.
    ///
    /// Throws `EvokeError` if there are too many pixels, or if the model fails.
    public func embed(_ pixels: Pixels) async throws -> Embedding {
        let encoder = try await imageEncoder()
        return try await own(encoder.encode(decoder.decode(pixels, for: encoder.input)))
    }

    /// The vector of a text. A text that is too long for the model is cut.
    ///
    /// Throws `EvokeError` if the model cannot be loaded or fails.
    public func embed(text: String) async throws -> Embedding {
        try await own(textEncoder().encode(text))
    }

    /// Checks vectors, since encoders of other programs might return anything.
    private func own(_ embedding: Embedding) throws(EvokeError) -> Embedding {
        try modelID.check([embedding])
        return embedding
    }
}

extension Engine {
    private static let dimensions = 1...16_384
    private static let longestFingerprint = 128

    /// An engine with a program's own encoders and, if given, its own decoder.
    ///
    /// Throws `EvokeError` of the kind `wrongUsage` for an invalid `model` or an invalid input of the image encoder.
    ///
    /// - Parameters:
    ///   - model: identifies what the encoders make. Its fingerprint must change whenever the vectors would. It becomes
    ///     part of a file's name: up to 128 letters, digits, '-' and '_'.
    ///   - decoder: nil for Evoke's own, which reads every pixel.
    ///   - scoring: how cosines become the scores of labels.
    public init(
        model: ModelID, image: any ImageEncoding, text: any TextEncoding, decoder: (any ImageDecoding)? = nil,
        scoring: LabelScoring = .softmax(scale: 100), configuration: LibraryConfiguration
    ) throws(EvokeError) {
        let isName = model.fingerprint.utf8.allSatisfy {
            $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") || UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0
                || UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 | 0x20
        }
        guard isName, 1...Self.longestFingerprint ~= model.fingerprint.utf8.count,
            Self.dimensions.contains(model.dimensions)
        else {
            throw EvokeError(
                .wrongUsage, doing: "use encoders as the model", subject: DiskPath(model.name).display,
                reason:
                    "its fingerprint is '\(DiskPath(model.fingerprint).display)' with \(model.dimensions) dimensions",
                remedy: "Use a fingerprint of up to \(Self.longestFingerprint) letters and digits, and 1 to "
                    + "\(Self.dimensions.upperBound) dimensions.")
        }
        try image.input.check()
        let now = ContinuousClock.now
        self.init(
            choice: ModelChoice(model.name), modelID: model, sides: .own(image, text), precision: .full,
            decoder: decoder, scoring: scoring, executor: BlockingExecutor(width: 2 * Self.cores),
            configuration: configuration,
            opening: now..<now)
    }
}

/// A picture in memory, available as a file: a link into this process, with the picture's own extension, as raw files
/// are recognized by theirs.
final class PictureInMemory: Sendable {
    let path: DiskPath
    private let memory: MemoryFile
    private let links: LinkFolder

    init(_ bytes: [UInt8], named name: String) throws(EvokeError) {
        let memory = try MemoryFile(doing: "load into memory", DiskPath(name))
        let added = bytes.withUnsafeBytes { bytes in Result { () throws(EvokeError) in try memory.add(bytes) } }
        try added.get()
        try memory.freeze()
        let links = try LinkFolder("evoke-picture")
        let suffix = DiskPath(name).suffix
        let isPlain =
            1...5 ~= suffix.utf8.count && suffix.unicodeScalars.allSatisfy { "0"..."9" ~= $0 || "a"..."z" ~= $0 }
        let link = DiskPath(isPlain ? "picture.\(suffix)" : "picture")
        try links.link(link, to: memory.path)
        (self.memory, self.links) = (memory, links)
        path = links.path.appending(link.bytes)
    }
}
