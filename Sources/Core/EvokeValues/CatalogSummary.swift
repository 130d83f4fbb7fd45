/// The contents of a library in numbers.
public struct CatalogSummary: Sendable, Hashable {
    /// A model that the library has vectors of.
    public struct Model: Sendable, Hashable {
        /// This exact version of the model: vectors with another fingerprint count for another model.
        public let id: ModelID
        /// How many photos whose files exist have a vector of this model.
        public let photos: Int

        /// Made by catalogs; programs get it from ``CatalogSummary/models``.
        public init(id: ModelID, photos: Int) {
            self.id = id
            self.photos = photos
        }
    }

    /// Photos that can be found or shown: their files exist, and were decoded at some time.
    public let photos: Int
    /// Files that cannot be read. Those that were readable before also count in `photos`.
    public let failed: Int
    /// Truncated photos among `photos`.
    public let cut: Int
    /// Photos and unreadable files that no longer exist. What is known about them is kept until they return or are
    /// forgotten.
    public let missing: Int
    /// Existing files that are left out: by an exclusion, by an `.evokeignore` file, or as the second file of a photo.
    public let hidden: Int
    /// Every model that vectors were ever recorded of, even if no photo has one now.
    public let models: [Model]
    /// The indexed folders and files, absolute and without links, sorted by path.
    public let roots: [FilePath]

    /// Made by catalogs; programs get it from `LibraryStatus.summary`.
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
