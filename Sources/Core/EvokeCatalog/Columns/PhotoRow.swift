package import EvokeValues

/// What a catalogue knows of a photo that conditions ask about.
package struct PhotoRow: Hashable, Sendable {
    /// The catalogue's number for it.
    package let folder: Int64
    /// Of the file, without its folder.
    package let name: FilePath
    /// Nil where the photo was never decoded.
    package let size: PixelSize?
    /// Whether it is here, and has a vector or was not tried in vain.
    package let isShown: Bool
    /// Nil where nobody has looked for them yet.
    package let colors: PhotoColors?
    /// With its keywords; empty where nothing was recorded.
    package let metadata: PhotoMetadata
    /// What the owner says of it, which counts before the facts.
    package let marks: PhotoMarks
    /// Empty where it is not noted.
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
