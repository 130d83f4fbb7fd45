/// How a model wants its pixels: the contract between decoding and encoding.
///
/// Decoders and engines refuse one that cannot be, with an `EvokeError` of the kind `wrongUsage`: sides that are not from
/// 1 to 16,384, or a mean or std that is not three numbers fit for it.
public struct ImageInput: Hashable, Sendable {
    /// How a photo of any proportions becomes a picture of the input's size.
    public enum Fit: Hashable, Sendable {
        /// Scale the shortest side to so many pixels, and cut the input out of the middle.
        case shortest(Int)
        /// Scale both sides to the input, whatever the proportions.
        case squash
        /// Fit the whole photo into the input, on a grey between 0, black, and 255, white.
        case pad(UInt8)
    }

    /// How pixels are weighed when a photo is scaled. Both take in all pixels that become one, as Pillow's kernels do.
    public enum Kernel: String, Sendable, Codable, CaseIterable {
        /// A triangle: Pillow's `BILINEAR`.
        case bilinear
        /// A cubic with a = -0.5: Pillow's `BICUBIC`.
        case bicubic
    }

    /// Where the middle of a photo is when an odd number of its rows or columns is too many: what models' own code
    /// does about the half differs.
    public enum Middle: String, Sendable {
        /// Half of what is too many, a half to the even side: torchvision, open_clip and Pillow.
        case even
        /// And without the half: transformers.
        case whole
    }

    /// The size of the picture that the model takes, each side from 1 to 16,384.
    public let size: PixelSize
    /// How the photo gets that size.
    public let fit: Fit
    /// With what it is scaled.
    public let kernel: Kernel
    /// For each of red, green and blue, on the scale 0 to 1: a value v becomes (v − mean) / std.
    public let mean: [Float]
    /// The other half of it: three numbers, and none of them 0.
    public let std: [Float]
    /// Where it is cut out, or put on the grey; what is squashed has no such place.
    public let middle: Middle

    /// Nothing is checked here: decoders and engines do.
    public init(
        size: PixelSize, fit: Fit, kernel: Kernel, mean: [Float], std: [Float], middle: Middle = .even
    ) {
        self.size = size
        self.fit = fit
        self.kernel = kernel
        self.mean = mean
        self.std = std
        self.middle = middle
    }
}

extension ImageInput {
    private static let sides = 1...16_384

    package func check() throws(EvokeError) {
        var lengths = [size.width, size.height]
        if case .shortest(let side) = fit { lengths.append(side) }
        if let odd = lengths.first(where: { !Self.sides.contains($0) }) {
            throw Self.refused("a side of \(odd) pixels is not from 1 to \(Self.sides.upperBound)")
        }
        guard mean.count == 3, mean.allSatisfy(\.isFinite) else {
            throw Self.refused("its mean is \(mean), and has to be three numbers")
        }
        guard std.count == 3, std.allSatisfy({ $0.isFinite && $0 != 0 }) else {
            throw Self.refused("its std is \(std), and has to be three numbers other than 0")
        }
    }

    private static func refused(_ reason: String) -> EvokeError {
        EvokeError(
            .wrongUsage, doing: "prepare a picture for a model", subject: "", reason: reason,
            remedy: "Give the model's own preprocessing.")
    }
}

/// A decoded photo, ready for its model.
public struct PreparedImage: Sendable {
    /// Three planes (red, green, blue) of rows, as the `ImageInput` asked.
    public let tensor: [Float]
    /// The size of the photo itself, not of the tensor.
    public let original: PixelSize
    /// Where one was asked for.
    public let thumbnail: Thumbnail?
    /// How much of the photo is there, from 0 to 1, where the end of its file is missing; else nil.
    public let share: Double?
    /// The dominant colours of the photo as a whole; nil where no thumbnail was asked for.
    public let colors: PhotoColors?

    /// Made by decoders.
    ///
    /// - Parameter tensor: 3 · width · height numbers of the input's size.
    public init(
        tensor: [Float], original: PixelSize, thumbnail: Thumbnail? = nil, share: Double? = nil,
        colors: PhotoColors? = nil
    ) {
        self.tensor = tensor
        self.original = original
        self.thumbnail = thumbnail
        self.share = share
        self.colors = colors
    }
}

/// A small picture of a photo, upright.
public struct Thumbnail: Sendable, Hashable {
    /// The longer side of those of large photos; small photos keep their size.
    public static let side = 320
    /// The same for screens with more pixels; they are made when they are asked for.
    public static let largeSide = 640

    /// A whole JPEG file, in sRGB.
    public let jpeg: [UInt8]

    /// Made by decoders; programs get the file itself from `LibraryHost.thumbnail`.
    public init(jpeg: [UInt8]) {
        self.jpeg = jpeg
    }
}
