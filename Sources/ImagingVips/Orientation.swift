import PhotoCore

/// EXIF's eight ways in which a picture may lie in its file.
enum Orientation: Int {
    case upright = 1
    case mirrored, upsideDown, mirroredUpsideDown, transposed, turnedLeft, transversed, turnedRight

    var swapsSides: Bool { rawValue >= 5 }

    func display(_ stored: PixelSize) -> PixelSize {
        swapsSides ? PixelSize(width: stored.height, height: stored.width) : stored
    }

    /// Where the corner of a box in the upright picture lies in the stored one.
    func stored(left: Int, top: Int, box: PixelSize, upright size: PixelSize) -> (left: Int, top: Int) {
        let right = size.width - box.width - left
        let bottom = size.height - box.height - top
        switch self {
        case .upright: return (left, top)
        case .mirrored: return (right, top)
        case .upsideDown: return (right, bottom)
        case .mirroredUpsideDown: return (left, bottom)
        case .transposed: return (top, left)
        case .turnedLeft: return (top, right)
        case .transversed: return (bottom, right)
        case .turnedRight: return (bottom, left)
        }
    }
}
