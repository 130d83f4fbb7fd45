/// The picture that stands for a file which is not a picture itself: a camera's raw file, or a film.
package struct FilePreview: Hashable, Sendable {
    package enum Content: Hashable, Sendable {
        /// A picture file, usually JPEG, as embedded in the file.
        case file([UInt8])
        /// Rows of red, green and blue bytes in sRGB.
        case pixels([UInt8], PixelSize)
    }

    package let content: Content
    /// The EXIF orientation of `content`, 1 to 8.
    package let orientation: Int
    /// The upright size of the photo or the film itself, not of the preview.
    package let original: PixelSize

    package init(content: Content, orientation: Int, original: PixelSize) {
        self.content = content
        self.orientation = orientation
        self.original = original
    }
}
