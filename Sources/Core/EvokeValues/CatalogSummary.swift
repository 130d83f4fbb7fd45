/// What a library holds, in numbers.
public struct CatalogSummary: Sendable, Hashable {
    /// A model that the library has vectors of.
    public struct Model: Sendable, Hashable {
        /// The very version of the model: vectors of another fingerprint count for another.
        public let id: ModelID
        /// How many photos that are in their places have a vector of this model.
        public let photos: Int

        /// Made by catalogues; programs get it from ``CatalogSummary/models``.
        public init(id: ModelID, photos: Int) {
            self.id = id
            self.photos = photos
        }
    }

    /// Photos that can be found or shown: in their places, and decoded at some time.
    public let photos: Int
    /// Those that were read before, and cannot be read now, are among `photos` as well.
    public let failed: Int
    /// Those of `photos` whose end is missing.
    public let cut: Int
    /// Photos and files that could not be read that are gone from their places. What is known of them is kept until
    /// they return or are forgotten.
    public let missing: Int
    /// Files in their places that are left out: by an exclusion, by a file `.evokeignore`, or as the second file of a
    /// photo.
    public let hidden: Int
    /// A model that vectors were ever recorded of is listed, though no photo may have one of it now.
    public let models: [Model]
    /// The folders and files that are indexed, absolute and without links, in the order of their paths.
    public let roots: [FilePath]

    /// Made by catalogues; programs get it from `LibraryStatus.summary`.
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
