/// How a model wants its pixels: the contract between decoding and encoding.
public struct ImageInput: Hashable, Sendable {
    public enum Fit: Hashable, Sendable {
        /// Scale the shortest side to so many pixels, and cut the input out of the middle.
        case shortest(Int)
        /// Scale both sides to the input, whatever the proportions.
        case squash
        /// Fit the whole photo into the input, on a grey between 0, black, and 255, white.
        case pad(UInt8)
    }

    public enum Kernel: String, Sendable, Codable, CaseIterable {
        case bilinear, bicubic
    }

    public let size: PixelSize
    public let fit: Fit
    public let kernel: Kernel
    /// For each of red, green and blue, on the scale 0 to 1: a value v becomes (v − mean) / std.
    public let mean: [Float]
    public let std: [Float]

    public init(size: PixelSize, fit: Fit, kernel: Kernel, mean: [Float], std: [Float]) {
        precondition(mean.count == 3 && std.count == 3 && size.width > 0 && size.height > 0)
        self.size = size
        self.fit = fit
        self.kernel = kernel
        self.mean = mean
        self.std = std
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

    public init(tensor: [Float], original: PixelSize, thumbnail: Thumbnail? = nil) {
        self.tensor = tensor
        self.original = original
        self.thumbnail = thumbnail
    }
}

/// A small picture of a photo, upright.
public struct Thumbnail: Sendable, Hashable {
    /// The longer side of those of large photos; small photos keep their size.
    public static let side = 320

    public let jpeg: [UInt8]

    public init(jpeg: [UInt8]) {
        self.jpeg = jpeg
    }
}
