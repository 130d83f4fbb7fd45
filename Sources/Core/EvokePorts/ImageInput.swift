public import EvokeValues

/// How a model wants its pixels: the contract between decoding and encoding.
///
/// Decoders and engines reject an invalid one with an `EvokeError` of the kind `wrongUsage`: sides must be from 1 to
/// 16,384, and mean and std three valid numbers each.
public struct ImageInput: Hashable, Sendable {
    /// How a photo of any proportions becomes a picture of the input's size.
    public enum Fit: Hashable, Sendable {
        /// Scale the shortest side to that many pixels and crop to the center.
        case shortest(Int)
        /// Scale both sides to the input, ignoring proportions.
        case squash
        /// Fit the whole photo into the input, on a gray between 0, black, and 255, white.
        case pad(UInt8)
    }

    /// The filter for scaling a photo. Both cover all pixels that become one, as Pillow's kernels do.
    public enum Kernel: String, Sendable, Codable, CaseIterable {
        /// A triangle: Pillow's `BILINEAR`.
        case bilinear
        /// A cubic with a = -0.5: Pillow's `BICUBIC`.
        case bicubic
    }

    /// Where the center is if an odd number of rows or columns is left over: models' own code treats the half pixel
    /// differently.
    public enum Middle: String, Sendable {
        /// Half of the excess, rounded half to even: torchvision, open_clip and Pillow.
        case even
        /// Half of the excess, rounded down: transformers.
        case whole
    }

    /// The size of the picture that the model takes, each side from 1 to 16,384.
    public let size: PixelSize
    /// How the photo gets that size.
    public let fit: Fit
    /// The scaling filter.
    public let kernel: Kernel
    /// For red, green and blue, on a scale from 0 to 1: a value v becomes (v − mean) / std.
    public let mean: [Float]
    /// Three nonzero numbers for the same formula.
    public let std: [Float]
    /// Where the photo is cropped or padded; has no effect on `squash`.
    public let middle: Middle

    /// Nothing is checked here; decoders and engines do that.
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

    private static let sides = 1...16_384

    package func check() throws(EvokeError) {
        var lengths = [size.width, size.height]
        if case .shortest(let side) = fit { lengths.append(side) }
        if let odd = lengths.first(where: { !Self.sides.contains($0) }) {
            throw Self.refused("a side of \(odd) pixels is not between 1 and \(Self.sides.upperBound)")
        }
        guard mean.count == 3, mean.allSatisfy(\.isFinite) else {
            throw Self.refused("its mean is \(mean) instead of three numbers")
        }
        guard std.count == 3, std.allSatisfy({ $0.isFinite && $0 != 0 }) else {
            throw Self.refused("its std is \(std) instead of three nonzero numbers")
        }
    }

    private static func refused(_ reason: String) -> EvokeError {
        EvokeError(
            .wrongUsage, doing: "prepare a picture for a model", subject: "", reason: reason,
            remedy: "Use the model's own preprocessing.")
    }
}

/// A decoded photo, ready for its model.
public struct PreparedImage: Sendable {
    /// Three planes (red, green, blue) of rows, as the `ImageInput` asked.
    public let tensor: [Float]
    /// The size of the photo itself, not of the tensor.
    public let original: PixelSize
    /// Nil unless requested.
    public let thumbnail: Thumbnail?
    /// For a truncated photo, how much of it is there, from 0 to 1; otherwise nil.
    public let share: Double?
    /// The dominant colors of the whole photo; nil if no thumbnail was requested.
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
    /// The longer side for large photos; small photos keep their size.
    public static let side = 320
    /// The same for high-resolution screens; these are made on demand.
    public static let largeSide = 640

    /// A whole JPEG file, in sRGB.
    public let jpeg: [UInt8]

    /// Made by decoders; programs get the file itself from `PhotoLibrary.thumbnail`.
    public init(jpeg: [UInt8]) {
        self.jpeg = jpeg
    }
}

/// The pixels of an upright photo.
package struct UprightPicture: Hashable, Sendable {
    /// Three bytes per pixel.
    package let pixels: Pixels
    /// The size of the photo, which is larger if it was scaled down.
    package let original: PixelSize

    package init(_ pixels: Pixels, original: PixelSize) {
        self.pixels = pixels
        self.original = original
    }
}
