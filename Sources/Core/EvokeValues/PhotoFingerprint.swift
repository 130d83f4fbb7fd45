/// A perceptual fingerprint: a whole photo in a few bytes, square whatever its shape, to be compared with others.
public struct PhotoFingerprint: Hashable, Sendable {
    /// The pixels per side.
    public static let side = 64
    /// The larger pixels per side that have a tint.
    public static let tintSide = 8
    private static let lights = side * side
    private static let tints = tintSide * tintSide

    /// The lightness of each pixel, row by row.
    public let light: [UInt8]
    /// How much bluer than gray each larger pixel is, row by row, and then how much redder.
    public let tint: [Int8]
    /// How much adjacent pixels of the thumbnail differ, in hundredths of a level; tells shots of one
    /// moment apart.
    public let sharpness: UInt16

    /// Nil if the counts are wrong.
    public init?(light: [UInt8], tint: [Int8], sharpness: UInt16) {
        guard light.count == Self.lights, tint.count == 2 * Self.tints else { return nil }
        (self.light, self.tint, self.sharpness) = (light, tint, sharpness)
    }

    /// Whether it has any color.
    package var isColored: Bool { tint.contains { abs(Int($0)) > 6 } }

    /// As catalogs store it.
    package var bytes: [UInt8] {
        light + tint.map { UInt8(bitPattern: $0) } + [UInt8(truncatingIfNeeded: sharpness), UInt8(sharpness >> 8)]
    }

    /// Nil if the bytes are invalid.
    package init?(bytes: some Collection<UInt8>) {
        let bytes = Array(bytes)
        guard bytes.count == Self.lights + 2 * Self.tints + 2 else { return nil }
        self.init(
            light: Array(bytes[..<Self.lights]),
            tint: bytes[Self.lights..<(bytes.count - 2)].map { Int8(bitPattern: $0) },
            sharpness: UInt16(bytes[bytes.count - 2]) | UInt16(bytes[bytes.count - 1]) << 8)
    }
}
