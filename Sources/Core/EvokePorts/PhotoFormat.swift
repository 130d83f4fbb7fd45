public import EvokeValues

/// The kinds of files that Evoke reads, each with its file extensions in lower case.
package enum PhotoFormat: String, CaseIterable, Sendable {
    case jpeg, png, webp, tiff, gif, heic, avif, jxl, jp2, bmp
    /// Camera raw files. Most are TIFFs inside, so only the name tells them apart.
    case raw
    case video

    package var endings: [String] {
        switch self {
        case .jpeg: ["jpg", "jpeg", "jpe", "jfif"]
        case .png: ["png"]
        case .webp: ["webp"]
        case .tiff: ["tif", "tiff"]
        case .gif: ["gif"]
        case .heic: ["heic", "heif", "hif"]
        case .avif: ["avif"]
        case .jxl: ["jxl"]
        case .jp2: ["jp2", "j2k", "jpx"]
        case .bmp: ["bmp"]
        case .raw:
            [
                "3fr", "arw", "cr2", "cr3", "crw", "dcr", "dng", "erf", "iiq", "kdc", "mos", "mrw", "nef", "nrw", "orf",
                "pef", "raf", "rw2", "rwl", "sr2", "srf", "srw", "x3f",
            ]
        case .video: ["mp4", "m4v", "mov", "webm", "mkv", "3gp", "avi", "mts", "m2ts"]
        }
    }

    private static let byEnding = Dictionary(
        allCases.flatMap { format in format.endings.map { ($0, format) } }, uniquingKeysWith: { first, _ in first })

    package init?(ending: String) {
        guard let format = Self.byEnding[ending] else { return nil }
        self = format
    }
}

extension DiskPath {
    /// The format according to the name; nil for other files.
    package var format: PhotoFormat? { PhotoFormat(ending: suffix) }
}

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

/// A photo's other files: its raw file, its export, and its sidecars.
public struct PhotoCompanions: Hashable, Sendable {
    /// Absolute paths of pictures of the same shot. They are not photos of their own.
    public let files: [DiskPath]
    /// The photo's `.xmp` files, the most important first.
    public let sidecars: [DiskPath]
    /// Changes whenever a sidecar comes, goes or changes, or a film comes or goes; 0 if there are none.
    public let sidecarStamp: Int64

    /// For a photo without other files.
    public static let none = PhotoCompanions(files: [], sidecars: [], sidecarStamp: 0)

    /// Made when folders are read; catalogs store it unchanged.
    public init(files: [DiskPath], sidecars: [DiskPath], sidecarStamp: Int64) {
        self.files = files
        self.sidecars = sidecars
        self.sidecarStamp = sidecarStamp
    }
}
