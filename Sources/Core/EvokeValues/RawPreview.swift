/// What a camera's raw file shows without being developed in full.
package struct RawPreview: Hashable, Sendable {
    package enum Content: Hashable, Sendable {
        /// A picture file, JPEG as a rule, as it lies in the raw file.
        case file([UInt8])
        /// Rows of red, green and blue bytes in sRGB.
        case pixels([UInt8], PixelSize)
    }

    package let content: Content
    /// EXIF's number for how `content` lies, 1 to 8.
    package let orientation: Int
    /// The size of the photo itself as it is looked at, not of the preview.
    package let original: PixelSize

    package init(content: Content, orientation: Int, original: PixelSize) {
        self.content = content
        self.orientation = orientation
        self.original = original
    }
}
