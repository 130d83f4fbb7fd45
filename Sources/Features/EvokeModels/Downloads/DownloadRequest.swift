/// A model to download, and the conditions for it.
public struct DownloadRequest: Codable, Hashable, Sendable {
    /// The model's name in a catalog and in the model store.
    public let name: String
    /// The base address of its files, instead of the catalog's.
    public var from: String?
    /// The largest total size of all files, in bytes.
    public var mostBytes: Int64?
    /// How often to retry a file after a temporary failure; nil for the default.
    public var retries: Int?
    /// Whether to download only over an unmetered connection; if unknown, it is taken to be metered.
    public var onlyUnmetered = false
    /// Whether to download only on AC power; if unknown, it is taken not to be.
    public var onlyOnPower = false
    /// The catalog's variant; nil for the one that was or will be drawn.
    public var variant: String?
    /// Whether to add a newer version next to an installed one.
    public var isUpdate = false

    /// The model of that name in the catalogs, on those conditions; everything else can be set afterwards.
    public init(_ name: String, conditions: DownloadConditions = DownloadConditions()) {
        self.name = name
        onlyUnmetered = conditions.onlyUnmetered
        onlyOnPower = conditions.onlyOnPower
    }
}

/// What must be true while a model is downloaded.
public struct DownloadConditions: Hashable, Sendable {
    /// An unmetered connection.
    public var onlyUnmetered: Bool
    /// AC power.
    public var onlyOnPower: Bool

    /// No conditions by default.
    public init(onlyUnmetered: Bool = false, onlyOnPower: Bool = false) {
        self.onlyUnmetered = onlyUnmetered
        self.onlyOnPower = onlyOnPower
    }
}

/// When to download models that are missing, and newer versions of those that are installed.
public struct DownloadPolicy: Hashable, Sendable {
    /// For a model that is missing.
    public var first: DownloadConditions
    /// Nil to keep installed versions.
    public var updates: DownloadConditions?

    /// By default, downloads models and newer versions at any time.
    public init(first: DownloadConditions = DownloadConditions(), updates: DownloadConditions? = DownloadConditions()) {
        self.first = first
        self.updates = updates
    }
}
