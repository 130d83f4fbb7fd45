import EvokeValues

/// EXIF's eight ways in which a picture may lie in its file.
enum Orientation: Int {
    case upright = 1
    case mirrored, upsideDown, mirroredUpsideDown, transposed, turnedLeft, transversed, turnedRight

    var swapsSides: Bool { rawValue >= 5 }

    func display(_ stored: PixelSize) -> PixelSize {
        swapsSides ? PixelSize(width: stored.height, height: stored.width) : stored
    }

    /// Whether columns, or rows, of the upright picture lie in the file from the last to the first.
    var mirrorsAcross: Bool { [.mirrored, .upsideDown, .turnedLeft, .transversed].contains(self) }
    var mirrorsDown: Bool { [.upsideDown, .mirroredUpsideDown, .transversed, .turnedRight].contains(self) }
}
