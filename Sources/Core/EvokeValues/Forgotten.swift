/// What a catalogue no longer knows.
public struct Forgotten: Sendable, Hashable {
    /// Photos and files that could not be read, missing ones too.
    public let photos: Int
    /// Roots that are no longer remembered.
    public let roots: [FilePath]

    public init(photos: Int, roots: [FilePath]) {
        self.photos = photos
        self.roots = roots
    }

    public var isNothing: Bool { photos == 0 && roots.isEmpty }
}
