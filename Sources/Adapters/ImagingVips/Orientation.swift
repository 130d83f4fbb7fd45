import EvokeValues

/// EXIF's eight orientations of a stored picture.
enum Orientation: Int {
    case upright = 1
    case mirrored, upsideDown, mirroredUpsideDown, transposed, turnedLeft, transversed, turnedRight

    var swapsSides: Bool { rawValue >= 5 }

    func display(_ stored: PixelSize) -> PixelSize {
        swapsSides ? PixelSize(width: stored.height, height: stored.width) : stored
    }

    /// Whether the columns (or rows) of the upright picture are stored from last to first.
    var mirrorsAcross: Bool { [.mirrored, .upsideDown, .turnedLeft, .transversed].contains(self) }
    var mirrorsDown: Bool { [.upsideDown, .mirroredUpsideDown, .transversed, .turnedRight].contains(self) }
}
