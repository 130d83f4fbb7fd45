import EvokePorts
import EvokeValues

/// How a photo becomes a model's input: scaled to `scaled`, then cropped, or padded with a background. Everything
/// refers to the upright photo.
struct Geometry: Equatable {
    let scaled: PixelSize
    /// The input's left edge in the scaled photo; negative if there is padding.
    let left: Int
    let top: Int
    /// The columns of the scaled photo that are in the input.
    let columns: Range<Int>
    let rows: Range<Int>
    /// Whether columns are scaled before rows, as Pillow decides. The order shows in the result, because it is rounded
    /// to bytes in between.
    let scalesDownFirst: Bool

    init(of photo: PixelSize, for input: ImageInput) {
        let target = input.size
        switch input.fit {
        case .squash:
            scaled = target
        case .shortest(let side):
            // In integers: the long side is truncated, and a product of floating-point fractions might fall just
            // short.
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

    /// For a thumbnail: the whole photo, scaled down if it is large, in the faster order.
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

    /// The long side of a picture with these proportions and this many pixels in all.
    static func longSide(of photo: PixelSize, atMost count: Int) -> Int {
        let (width, height) = (Double(photo.width), Double(photo.height))
        let scale = min(1, (Double(count) / (width * height)).squareRoot())
        let side = max(1, Int(nearest: (max(width, height) * scale).rounded(.down)))
        // If the other side is rounded up, there may be too many pixels.
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

/// A small version of the whole photo, in the orientation of the file.
struct SmallView {
    private let pixels: [UInt8]
    private let size: PixelSize
    private let orientation: Orientation
    private let original: PixelSize
    /// The pixels that are present; the rest is missing in the file.
    private let present: Range<Int>

    /// - Parameter there: the present rows, out of `height`.
    init(
        _ part: ScaledPart, _ size: PixelSize, _ orientation: Orientation, there: Range<Int>, of height: Int,
        original: PixelSize
    ) {
        (pixels, self.size, self.orientation, self.original) = (part.pixels, size, orientation, original)
        let stored = orientation.display(size)
        let first = (there.lowerBound * stored.height + height - 1) / height
        let rows = first..<max(first, there.upperBound * stored.height / height)
        present =
            rows.isEmpty ? pixels.indices : 3 * stored.width * rows.lowerBound..<3 * stored.width * rows.upperBound
    }

    var thumbnail: Thumbnail? { Thumbnail(of: pixels, as: size, orientation) }

    var upright: UprightPicture? {
        // Nil if the bytes do not make a picture.
        guard let pixels = try? Pixels(uprightBytes, size: size) else { return nil }
        return UprightPicture(pixels, original: original)
    }

    private var uprightBytes: [UInt8] {
        if orientation == .upright { return pixels }
        let stored = orientation.display(size)
        // Steps in the upright picture for one pixel to the right and down in the file.
        let toRight = orientation.mirrorsAcross ? -1 : 1
        let toBelow = orientation.mirrorsDown ? -size.width : size.width
        let (step, line) = orientation.swapsSides ? (toBelow, toRight) : (toRight, toBelow)
        let first =
            (orientation.mirrorsAcross ? size.width - 1 : 0)
            + (orientation.mirrorsDown ? (size.height - 1) * size.width : 0)
        return [UInt8](unsafeUninitializedCapacity: pixels.count) { upright, filled in
            pixels.withUnsafeBufferPointer { pixels in
                for row in 0..<stored.height {
                    for column in 0..<stored.width {
                        let source = 3 * (row * stored.width + column)
                        let target = 3 * (first + row * line + column * step)
                        for channel in 0..<3 { upright[target + channel] = pixels[source + channel] }
                    }
                }
            }
            filled = pixels.count
        }
    }

    var colors: PhotoColors { PhotoColors(ofPixels: pixels[present]) }
}
