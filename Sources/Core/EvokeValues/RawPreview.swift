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

extension FilePath {
    private static let rawSuffixes: Set<String> = [
        "3fr", "arw", "cr2", "cr3", "crw", "dcr", "dng", "erf", "iiq", "kdc", "mos", "mrw", "nef", "nrw", "orf", "pef",
        "raf", "rw2", "rwl", "sr2", "srf", "srw", "x3f",
    ]

    /// Whether the name is that of a camera's raw file. Most of these are TIFFs inside, so only the name tells.
    package var isRaw: Bool { Self.rawSuffixes.contains(suffix) }
}
