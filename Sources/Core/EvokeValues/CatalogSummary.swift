public struct CatalogSummary: Sendable, Hashable {
    public struct Model: Sendable, Hashable {
        public let id: ModelID
        public let photos: Int

        public init(id: ModelID, photos: Int) {
            self.id = id
            self.photos = photos
        }
    }

    public let photos: Int
    /// Those that were read before, and cannot be read now, are among `photos` as well.
    public let failed: Int
    /// Those of `photos` whose end is missing.
    public let cut: Int
    public let missing: Int
    public let hidden: Int
    public let models: [Model]
    public let roots: [FilePath]

    public init(photos: Int, failed: Int, cut: Int, missing: Int, hidden: Int, models: [Model], roots: [FilePath]) {
        self.photos = photos
        self.failed = failed
        self.cut = cut
        self.missing = missing
        self.hidden = hidden
        self.models = models
        self.roots = roots
    }
}
