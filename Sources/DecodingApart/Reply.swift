import FoundationEssentials
import PhotoCore

/// An answer on its way: what is small as text, and pixels as they are.
///
/// Nothing in it is believed: a helper that a picture has taken over may say anything.
struct Reply: Codable {
    var image: Image?
    var size: PixelSize?
    var tags: Tags?
    var error: EvokeError?
    /// How many bytes come after it, first those of a tensor, then those of a thumbnail.
    var tensorBytes = 0
    var thumbnailBytes = 0

    struct Image: Codable {
        let original: PixelSize
        let share: Double?
    }

    struct Tags: Codable {
        let embedded: [String: [Data]]
        let sidecars: [[String: [Data]]]
    }

    /// Larger than that of any picture of 1,600 pixels.
    private static let largestThumbnail = 16_000_000
    private static let sides = 1...1_000_000_000
    private static let longestSentence = 500

    /// What a photo may be guilty of.
    private static let kinds: Set<EvokeError.Kind> = [
        .damaged, .unsupported, .tooLarge, .unreadable, .notAllowed, .notFound,
    ]

    var payload: Int { tensorBytes + thumbnailBytes }

    /// Whether what follows is as much as such an order can bring.
    func fits(_ work: Order.Work) -> Bool {
        let (tensor, largest): (Int, Int) =
            switch work {
            case .decode(let input, let thumbnail, _):
                (input.floats * MemoryLayout<Float>.stride, thumbnail ? Self.largestThumbnail : 0)
            case .thumbnail: (0, Self.largestThumbnail)
            case .size, .tags: (0, 0)
            }
        return tensorBytes == (error == nil ? tensor : 0) && (0...largest).contains(thumbnailBytes)
    }

    /// Nil where it is none to such an order.
    func answer(to work: Order.Work, with payload: [UInt8]) -> Answer? {
        let picture = Array(payload.dropFirst(tensorBytes))
        switch work {
        case .decode:
            guard let image, Self.isSize(image.original), image.share.map({ (0...1).contains($0) }) != false else {
                return nil
            }
            let tensor = payload.withUnsafeBytes { bytes in
                [Float](unsafeUninitializedCapacity: tensorBytes / MemoryLayout<Float>.stride) { tensor, filled in
                    UnsafeMutableRawBufferPointer(tensor).copyMemory(from: .init(rebasing: bytes[..<tensorBytes]))
                    filled = tensorBytes / MemoryLayout<Float>.stride
                }
            }
            guard tensor.allSatisfy(\.isFinite) else { return nil }
            return .image(
                PreparedImage(
                    tensor: tensor, original: image.original,
                    thumbnail: picture.isEmpty ? nil : Thumbnail(jpeg: picture), share: image.share))
        case .thumbnail: return picture.isEmpty ? nil : .thumbnail(Thumbnail(jpeg: picture))
        case .size: return size.flatMap { Self.isSize($0) ? .size($0) : nil }
        case .tags:
            return tags.map { tags in
                .tags(
                    PhotoTags(
                        embedded: tags.embedded.mapValues { $0.map { Array($0) } },
                        sidecars: tags.sidecars.map { $0.mapValues { $0.map { Array($0) } } }))
            }
        }
    }

    /// The error that it brings, fit for display, and about the photo that was meant.
    func failure(doing: String, _ photo: FilePath) -> EvokeError? {
        error.map {
            EvokeError(
                Self.kinds.contains($0.kind) ? $0.kind : .damaged, doing: doing, subject: photo.display,
                reason: Self.sentence($0.reason), remedy: Self.sentence($0.remedy))
        }
    }

    private static func isSize(_ size: PixelSize) -> Bool { sides.contains(size.width) && sides.contains(size.height) }

    private static func sentence(_ text: String) -> String {
        FilePath(String(text.prefix(longestSentence))).display
    }
}

extension Reply {
    init(_ result: Result<Answer, EvokeError>) {
        switch result {
        case .success(.image(let prepared)):
            image = Image(original: prepared.original, share: prepared.share)
            tensorBytes = prepared.tensor.count * MemoryLayout<Float>.stride
            thumbnailBytes = prepared.thumbnail?.jpeg.count ?? 0
        case .success(.thumbnail(let thumbnail)): thumbnailBytes = thumbnail.jpeg.count
        case .success(.size(let size)): self.size = size
        case .success(.tags(let tags)):
            self.tags = Tags(
                embedded: tags.embedded.mapValues { $0.map { Data($0) } },
                sidecars: tags.sidecars.map { $0.mapValues { $0.map { Data($0) } } })
        case .failure(let error): self.error = error
        }
    }
}

extension ImageInput {
    var floats: Int { 3 * size.width * size.height }
}
