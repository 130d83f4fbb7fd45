package import PhotoCore

/// Which names are those of photos, and which folders hold other programs' leftovers.
package enum PhotoNames {
    private static let suffixes: Set<String> = [
        "jpg", "jpeg", "jpe", "jfif", "png", "webp", "tif", "tiff", "gif", "heic", "heif", "hif", "avif", "jxl", "jp2",
        "j2k", "jpx", "bmp",
    ]

    private static let skippedFolders: Set<String> = ["@eaDir", "#recycle", "$RECYCLE.BIN", "lost+found"]

    package static func isPhoto(_ file: FilePath) -> Bool {
        file.name.first != .dot && suffixes.contains(file.suffix)
    }

    package static func isSkipped(folder name: ArraySlice<UInt8>) -> Bool {
        name.first == .dot || skippedFolders.contains(String(decoding: name, as: UTF8.self))
    }
}
