import EvokeValues

/// A small version of the whole photo, in the orientation of the file.
struct SmallView {
    private let pixels: [UInt8]
    /// The upright size.
    private let size: PixelSize
    private let orientation: Orientation
    private let original: PixelSize
    /// The pixels that are present; the rest is missing in the file.
    private let present: Range<Int>

    /// - Parameters:
    ///   - there: the present rows, out of `height`.
    ///   - original: the photo's size.
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
