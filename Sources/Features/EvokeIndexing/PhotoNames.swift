package import EvokeValues

/// Which names belong to photos and films, and which folders hold other programs' leftovers.
package enum PhotoNames {
    /// Folders that file servers, Windows, macOS and iTunes keep next to photos.
    private static let skippedFolders: Set<String> = [
        "@eaDir", "#recycle", "#snapshot", "@Recycle", "$RECYCLE.BIN", "System Volume Information", "lost+found",
        "__MACOSX", "iPod Photo Cache",
    ]

    /// Apple's libraries are folders with several sizes of each photo; these two contain the photos themselves.
    private static let applesLibraries: Set<String> = ["photoslibrary", "photolibrary", "migratedphotolibrary"]
    private static let applesOriginals: Set<String> = ["originals", "masters"]

    package static func isPhoto(_ file: FilePath) -> Bool {
        file.name.first != .dot && file.format != nil
    }

    /// Whether other programs store a photo's metadata in this file.
    package static func isSidecar(_ file: FilePath) -> Bool {
        isXMP(file) || (file.name.first != .dot && file.suffix == "json")
    }

    /// Whether it is a sidecar that photo programs write to.
    package static func isXMP(_ file: FilePath) -> Bool {
        file.name.first != .dot && file.suffix == "xmp"
    }

    package static func isSkipped(folder name: ArraySlice<UInt8>, in parent: ArraySlice<UInt8>) -> Bool {
        let folder = String(decoding: name, as: UTF8.self)
        if name.first == .dot || skippedFolders.contains(folder) { return true }
        // Lightroom's previews.
        if FilePath(bytes: name).suffix == "lrdata" { return true }
        return applesLibraries.contains(FilePath(bytes: parent).suffix)
            && !applesOriginals.contains(folder.lowercased())
    }
}
