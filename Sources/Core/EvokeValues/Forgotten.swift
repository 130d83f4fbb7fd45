/// What a catalog has forgotten.
public struct Forgotten: Sendable, Hashable {
    /// Photos and unreadable files, including missing ones.
    public let photos: Int
    /// Roots that are no longer remembered.
    public let roots: [FilePath]

    /// Made by catalogs; programs get it from `PhotoLibrary.forget`.
    public init(photos: Int, roots: [FilePath]) {
        self.photos = photos
        self.roots = roots
    }

    /// Whether the catalog knew nothing at that path.
    public var isNothing: Bool { photos == 0 && roots.isEmpty }
}
