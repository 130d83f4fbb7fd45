/// What somebody wants fetched, and on which conditions.
public struct DownloadRequest: Codable, Hashable, Sendable {
    /// The model's name, in a catalogue and on the shelf.
    public let name: String
    /// The address that its files are below, in place of the catalogue's.
    public var from: String?
    /// The most bytes that all files together may have.
    public var mostBytes: Int64?
    /// How often a file is tried again after a failure that may pass; nil for the usual number.
    public var retries: Int?
    /// Whether it is fetched only over a connection that costs nothing extra; where nobody can tell, it is not.
    public var onlyUnmetered = false
    /// Whether it is fetched only while the machine runs on mains power; where nobody can tell, it is not.
    public var onlyOnPower = false
    /// Which of the catalogue's variants; nil for the one that was drawn, or is drawn now.
    public var variant: String?
    /// Whether a version that is there is to get a newer one beside it.
    public var isUpdate = false

    /// The model of that name in the catalogues, on those conditions; what else is wanted is set afterwards.
    public init(_ name: String, conditions: DownloadConditions = DownloadConditions()) {
        self.name = name
        onlyUnmetered = conditions.onlyUnmetered
        onlyOnPower = conditions.onlyOnPower
    }
}

/// What has to be so while a model is fetched.
public struct DownloadConditions: Hashable, Sendable {
    /// A connection that costs nothing extra.
    public var onlyUnmetered: Bool
    /// Mains power.
    public var onlyOnPower: Bool

    /// At any time, unless something else is said.
    public init(onlyUnmetered: Bool = false, onlyOnPower: Bool = false) {
        self.onlyUnmetered = onlyUnmetered
        self.onlyOnPower = onlyOnPower
    }
}

/// When a model is fetched that is not there, and when a newer version of one that is.
public struct DownloadPolicy: Hashable, Sendable {
    /// For a model that is not there.
    public var first: DownloadConditions
    /// nil: what is there stays as it is.
    public var updates: DownloadConditions?

    /// Models and newer versions at any time, unless something else is said.
    public init(first: DownloadConditions = DownloadConditions(), updates: DownloadConditions? = DownloadConditions()) {
        self.first = first
        self.updates = updates
    }
}
