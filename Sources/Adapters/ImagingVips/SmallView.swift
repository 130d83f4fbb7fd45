import EvokeValues

/// A small picture of the whole photo, as its pixels lie in the file.
struct SmallView {
    private let pixels: [UInt8]
    /// Upright.
    private let size: PixelSize
    private let orientation: Orientation
    /// The pixels that are of the photo; all but these are of what is missing.
    private let present: Range<Int>

    /// - Parameters:
    ///   - there: the rows that there are, of `height`.
    init(_ part: ScaledPart, _ size: PixelSize, _ orientation: Orientation, there: Range<Int>, of height: Int) {
        (pixels, self.size, self.orientation) = (part.pixels, size, orientation)
        let stored = orientation.display(size)
        let first = (there.lowerBound * stored.height + height - 1) / height
        let rows = first..<max(first, there.upperBound * stored.height / height)
        present =
            rows.isEmpty ? pixels.indices : 3 * stored.width * rows.lowerBound..<3 * stored.width * rows.upperBound
    }

    var thumbnail: Thumbnail? { Thumbnail(of: pixels, as: size, orientation) }

    var colors: PhotoColors { PhotoColors(ofPixels: pixels[present]) }
}
