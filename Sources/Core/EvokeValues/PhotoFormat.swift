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

extension FilePath {
    /// The format according to the name; nil for other files.
    package var format: PhotoFormat? { PhotoFormat(ending: suffix) }
}
