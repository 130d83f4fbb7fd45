/// A picture as sRGB pixels: rows from the top, three bytes per pixel for red, green and blue, or four including
/// opacity.
public struct Pixels: Hashable, Sendable {
    private static let sides = 1...1_000_000

    /// Three or four for each pixel, row by row.
    public let bytes: [UInt8]
    /// From 1 to 1,000,000 pixels a side.
    public let size: PixelSize

    /// Throws `EvokeError` of the kind `wrongUsage` unless there are three or four bytes for each pixel.
    public init(_ bytes: [UInt8], size: PixelSize) throws(EvokeError) {
        guard Self.sides.contains(size.width), Self.sides.contains(size.height),
            [3, 4].contains(where: { bytes.count == $0 * size.width * size.height })
        else {
            throw EvokeError(
                .wrongUsage, doing: "use pixels as a picture", subject: "",
                reason:
                    "\(bytes.count) bytes are not three or four per pixel for \(size.width) × \(size.height) pixels",
                remedy: "Pass red, green and blue, and optionally opacity, for each pixel, row by row.")
        }
        self.bytes = bytes
        self.size = size
    }

    package var hasAlpha: Bool { bytes.count == 4 * size.width * size.height }
}

/// Width and height of the upright photo, with its orientation applied.
public struct PixelSize: Hashable, Sendable, Codable {
    /// In pixels.
    public let width: Int
    /// In pixels.
    public let height: Int

    /// Not checked here.
    public init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }
}
