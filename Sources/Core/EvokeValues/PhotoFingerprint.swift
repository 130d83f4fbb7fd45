/// A whole photo in a few bytes, to be compared with others: square, whatever the photo's shape is.
public struct PhotoFingerprint: Hashable, Sendable {
    /// So many pixels a side.
    public static let side = 64
    /// So many larger pixels a side have a tint.
    public static let tintSide = 8
    private static let lights = side * side
    private static let tints = tintSide * tintSide

    /// How light each pixel is, row by row.
    public let light: [UInt8]
    /// How much bluer than grey each larger pixel is, row by row, and then how much redder.
    public let tint: [Int8]
    /// How much the thumbnail's pixels differ from those beside them, in hundredths of a level; it tells shots of one
    /// moment apart.
    public let sharpness: UInt16

    /// Nil where these are not as many as a look has.
    public init?(light: [UInt8], tint: [Int8], sharpness: UInt16) {
        guard light.count == Self.lights, tint.count == 2 * Self.tints else { return nil }
        (self.light, self.tint, self.sharpness) = (light, tint, sharpness)
    }

    /// Whether it has any colour.
    package var isColored: Bool { tint.contains { abs(Int($0)) > 6 } }

    /// As catalogues keep it.
    package var bytes: [UInt8] {
        light + tint.map { UInt8(bitPattern: $0) } + [UInt8(truncatingIfNeeded: sharpness), UInt8(sharpness >> 8)]
    }

    /// Nil for what are no bytes of a look.
    package init?(bytes: some Collection<UInt8>) {
        let bytes = Array(bytes)
        guard bytes.count == Self.lights + 2 * Self.tints + 2 else { return nil }
        self.init(
            light: Array(bytes[..<Self.lights]),
            tint: bytes[Self.lights..<(bytes.count - 2)].map { Int8(bitPattern: $0) },
            sharpness: UInt16(bytes[bytes.count - 2]) | UInt16(bytes[bytes.count - 1]) << 8)
    }
}
