import EvokeValues

/// How a photo of one size becomes a model's input: scaled to `scaled`, then cut, or put on a ground.
/// All of it in the upright frame.
struct Geometry: Equatable {
    let scaled: PixelSize
    /// Where the input's corner lies in the scaled photo; negative where ground is to be added.
    let left: Int
    let top: Int
    /// The part of the scaled photo that is in the input.
    let columns: Range<Int>
    let rows: Range<Int>
    /// Whether columns are scaled before rows. It shows, since there are bytes in between; this is Pillow's choice.
    let scalesDownFirst: Bool

    init(of photo: PixelSize, for input: ImageInput) {
        let target = input.size
        switch input.fit {
        case .squash:
            scaled = target
        case .shortest(let side):
            // In whole numbers: the long side is cut to them, and a product of fractions may fall short of one.
            let shortest = min(photo.width, photo.height)
            scaled = PixelSize(width: side * photo.width / shortest, height: side * photo.height / shortest)
        case .pad:
            let (width, height) = (Double(photo.width), Double(photo.height))
            if width / height > Double(target.width) / Double(target.height) {
                let fitting = (height / width * Double(target.width)).rounded(.toNearestOrEven)
                scaled = PixelSize(width: target.width, height: max(1, Int(nearest: fitting)))
            } else {
                let fitting = (width / height * Double(target.height)).rounded(.toNearestOrEven)
                scaled = PixelSize(width: max(1, Int(nearest: fitting)), height: target.height)
            }
        }
        left = Self.half(scaled.width - target.width, input.middle)
        top = Self.half(scaled.height - target.height, input.middle)
        columns = max(0, left)..<min(scaled.width, left + target.width)
        rows = max(0, top)..<min(scaled.height, top + target.height)
        scalesDownFirst =
            photo.height > scaled.height && 2 * (photo.width - scaled.width) < photo.height - scaled.height
    }

    /// The whole photo, made smaller where it is large, in the quicker order.
    init(ofThumbnail photo: PixelSize, _ orientation: Orientation, side: Int = Thumbnail.side) {
        let scale = min(1, Double(side) / Double(max(photo.width, photo.height)))
        scaled = PixelSize(
            width: max(1, Int(nearest: Double(photo.width) * scale)),
            height: max(1, Int(nearest: Double(photo.height) * scale)))
        left = 0
        top = 0
        columns = 0..<scaled.width
        rows = 0..<scaled.height
        scalesDownFirst = !orientation.swapsSides
    }

    /// The long side of a picture of such proportions that has so many pixels in all.
    static func longSide(of photo: PixelSize, atMost count: Int) -> Int {
        let (width, height) = (Double(photo.width), Double(photo.height))
        let scale = min(1, (Double(count) / (width * height)).squareRoot())
        let side = max(1, Int(nearest: (max(width, height) * scale).rounded(.down)))
        // The other side may be rounded up, and there would be too many.
        let other = max(1, Int(nearest: min(width, height) * Double(side) / max(width, height)))
        return min(side, max(1, count / other))
    }

    private static func half(_ length: Int, _ middle: ImageInput.Middle) -> Int {
        switch middle {
        case .even: Int(nearest: (Double(length) / 2).rounded(.toNearestOrEven))
        case .whole: length / 2
        }
    }
}
