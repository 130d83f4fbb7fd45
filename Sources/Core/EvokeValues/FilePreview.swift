/// The picture that stands for a file which is none itself: a camera's raw file, or a film.
package struct FilePreview: Hashable, Sendable {
    package enum Content: Hashable, Sendable {
        /// A picture file, JPEG as a rule, as it lies in the file.
        case file([UInt8])
        /// Rows of red, green and blue bytes in sRGB.
        case pixels([UInt8], PixelSize)
    }

    package let content: Content
    /// EXIF's number for how `content` lies, 1 to 8.
    package let orientation: Int
    /// The size of the photo or the film itself as it is looked at, not of the preview.
    package let original: PixelSize

    package init(content: Content, orientation: Int, original: PixelSize) {
        self.content = content
        self.orientation = orientation
        self.original = original
    }
}
