import EvokeValues

/// What a picture file is, by its name: the catalogue has only those that are named so.
struct PictureType {
    let name: String
    let isShownByBrowsers: Bool

    init(_ path: FilePath) {
        (name, isShownByBrowsers) =
            switch path.format {
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
}
