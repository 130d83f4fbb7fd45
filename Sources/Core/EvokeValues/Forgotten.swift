/// What a catalogue no longer knows.
public struct Forgotten: Sendable, Hashable {
    /// Photos and files that could not be read, missing ones too.
    public let photos: Int
    /// Roots that are no longer remembered.
    public let roots: [FilePath]

    /// Made by catalogues; programs get it from `PhotoLibrary.forget`.
    public init(photos: Int, roots: [FilePath]) {
        self.photos = photos
        self.roots = roots
    }

    /// Whether the catalogue knew nothing at that path.
    public var isNothing: Bool { photos == 0 && roots.isEmpty }
}
