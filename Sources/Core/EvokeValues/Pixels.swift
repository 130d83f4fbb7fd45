/// A picture as pixels in sRGB: rows from the top, three bytes a pixel for red, green and blue, or four with how opaque
/// it is.
public struct Pixels: Hashable, Sendable {
    private static let sides = 1...1_000_000

    /// Three or four for each pixel, row by row.
    public let bytes: [UInt8]
    /// From 1 to 1,000,000 pixels a side.
    public let size: PixelSize

    /// Throws `EvokeError` of the kind `wrongUsage` where the bytes are not three or four for each pixel.
    public init(_ bytes: [UInt8], size: PixelSize) throws(EvokeError) {
        guard Self.sides.contains(size.width), Self.sides.contains(size.height),
            [3, 4].contains(where: { bytes.count == $0 * size.width * size.height })
        else {
            throw EvokeError(
                .wrongUsage, doing: "take pixels as a picture", subject: "",
                reason: "\(bytes.count) bytes are not three or four for each of \(size.width) × \(size.height) pixels",
                remedy: "Give red, green and blue of each, and if wanted its opacity, row by row.")
        }
        self.bytes = bytes
        self.size = size
    }

    package var hasAlpha: Bool { bytes.count == 4 * size.width * size.height }
}
