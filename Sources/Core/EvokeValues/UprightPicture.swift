/// The pixels of a photo as it is looked at.
package struct UprightPicture: Hashable, Sendable {
    /// Three bytes a pixel.
    package let pixels: Pixels
    /// The size of the photo, which has more pixels where it was made smaller.
    package let original: PixelSize

    package init(_ pixels: Pixels, original: PixelSize) {
        self.pixels = pixels
        self.original = original
    }
}
