import EvokeValues

/// What a picture file is, by its name: the catalogue has only those that are named so.
struct PictureType {
    let name: String
    let isShownByBrowsers: Bool

    init(_ path: FilePath) {
        if path.isRaw {
            (name, isShownByBrowsers) = ("image/x-\(path.suffix)", false)
            return
        }
        (name, isShownByBrowsers) =
            switch path.suffix {
            case "jpg", "jpeg", "jpe", "jfif": ("image/jpeg", true)
            case "png": ("image/png", true)
            case "webp": ("image/webp", true)
            case "gif": ("image/gif", true)
            case "avif": ("image/avif", true)
            case "bmp": ("image/bmp", true)
            case "tif", "tiff": ("image/tiff", false)
            case "heic", "heif", "hif": ("image/heic", false)
            case "jxl": ("image/jxl", false)
            case "jp2", "j2k", "jpx": ("image/jp2", false)
            default: ("application/octet-stream", false)
            }
    }
}
