import EvokeValues

/// The type of a picture or film by its extension: the catalog has only files with known ones.
struct PictureType {
    let name: String
    let isShownByBrowsers: Bool

    init(_ path: FilePath) {
        (name, isShownByBrowsers) =
            switch path.format {
            case .video: (Self.film(path.suffix), false)
            case .raw: ("image/x-\(path.suffix)", false)
            case .jpeg: ("image/jpeg", true)
            case .png: ("image/png", true)
            case .webp: ("image/webp", true)
            case .gif: ("image/gif", true)
            case .avif: ("image/avif", true)
            case .bmp: ("image/bmp", true)
            case .tiff: ("image/tiff", false)
            case .heic: ("image/heic", false)
            case .jxl: ("image/jxl", false)
            case .jp2: ("image/jp2", false)
            case nil: ("application/octet-stream", false)
            }
    }

    /// Whether a browser can play it depends on the codecs, which it finds out by itself.
    private static func film(_ suffix: String) -> String {
        switch suffix {
        case "webm": "video/webm"
        case "mkv": "video/x-matroska"
        case "avi": "video/x-msvideo"
        case "mts", "m2ts": "video/mp2t"
        case "3gp": "video/3gpp"
        case "mov": "video/quicktime"
        default: "video/mp4"
        }
    }
}
