/// The pixels of an upright photo.
package struct UprightPicture: Hashable, Sendable {
    /// Three bytes per pixel.
    package let pixels: Pixels
    /// The size of the photo, which is larger if it was scaled down.
    package let original: PixelSize

    package init(_ pixels: Pixels, original: PixelSize) {
        self.pixels = pixels
        self.original = original
    }
}
