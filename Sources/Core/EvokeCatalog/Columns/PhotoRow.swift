package import EvokeValues

/// What a catalog knows about a photo that conditions ask about.
package struct PhotoRow: Hashable, Sendable {
    /// The catalog's number of the folder.
    package let folder: Int64
    /// The file's name, without its folder.
    package let name: FilePath
    /// Nil if the photo was never decoded.
    package let size: PixelSize?
    /// Whether the file exists, and has a vector or was not tried in vain.
    package let isShown: Bool
    /// Nil if colors were not analyzed yet.
    package let colors: PhotoColors?
    /// Including keywords; empty if nothing was recorded.
    package let metadata: PhotoMetadata
    /// The owner's marks, which override the metadata.
    package let marks: PhotoMarks
    /// Empty if unknown.
    package let place: PhotoPlace

    package init(
        folder: Int64, name: FilePath, size: PixelSize?, isShown: Bool, colors: PhotoColors?, metadata: PhotoMetadata,
        marks: PhotoMarks = PhotoMarks(), place: PhotoPlace
    ) {
        self.folder = folder
        self.name = name
        self.size = size
        self.isShown = isShown
        self.colors = colors
        self.metadata = metadata
        self.marks = marks
        self.place = place
    }
}
