/// A model in a catalog.
public struct AvailableModel: Codable, Hashable, Sendable {
    /// Its name in the model store, and its title for people.
    public let name, title: String
    /// `pair`, `recognizer` for a graph that tells faces apart, or `graph` for any other single graph.
    public let kind: String
    /// For people. A single graph may have no languages.
    public let purpose, languages, licence: String
    /// Whether its publisher requires users to agree to its license.
    public let gated: Bool
    /// The length of a pair's vectors; a single graph has none.
    public let dimensions: Int?
    /// The names of its variants, if not everyone gets the same.
    public let variants: [String]
    /// The variant for this installation; nil until one is drawn, and if there are none.
    public let variant: String?
    /// The approximate size of all files.
    public let bytes: Int64
    /// How fast it is, if measured, and its publisher's web page.
    public let speed, page: String
    /// Whether it is published in a form that can be downloaded, and whether it is installed.
    public let isPublished, isDownloaded: Bool

    package init(
        name: String, title: String, kind: String, purpose: String, languages: String, licence: String, gated: Bool,
        dimensions: Int? = nil, variants: [String], variant: String? = nil, bytes: Int64, speed: String, page: String,
        isPublished: Bool, isDownloaded: Bool
    ) {
        self.name = name
        self.title = title
        self.kind = kind
        self.purpose = purpose
        self.languages = languages
        self.licence = licence
        self.gated = gated
        self.dimensions = dimensions
        self.variants = variants
        self.variant = variant
        self.bytes = bytes
        self.speed = speed
        self.page = page
        self.isPublished = isPublished
        self.isDownloaded = isDownloaded
    }
}

/// The models in a server's catalogs.
public struct AvailableModels: Codable, Hashable, Sendable {
    /// In the order of the catalogs, Evoke's own first.
    public let models: [AvailableModel]

    package init(models: [AvailableModel]) {
        self.models = models
    }
}

/// A catalog that was added to Evoke's own.
public struct CatalogueAnswer: Codable, Hashable, Sendable {
    /// Its unique name.
    public let name: String
    /// A URL, or a file.
    public let origin: String
    /// The names of its models.
    public let models: [String]

    package init(name: String, origin: String, models: [String]) {
        self.name = name
        self.origin = origin
        self.models = models
    }
}

/// The catalogs that were added to Evoke's own, which is not included.
public struct CataloguesAnswer: Codable, Hashable, Sendable {
    /// Empty if none was added. One whose copy cannot be read is left out.
    public let catalogues: [CatalogueAnswer]

    package init(catalogues: [CatalogueAnswer]) {
        self.catalogues = catalogues
    }
}

/// The progress of a download.
public struct DownloadJSON: Codable, Hashable, Sendable {
    /// The model's name, and the state: `waiting` for its conditions, `running`, `checking`, `paused`, `interrupted` or
    /// `failed`.
    public let name, state: String
    /// Bytes downloaded, including earlier runs.
    public let received: Int64
    /// Bytes of all files; nil until all sizes are known.
    public let total: Int64?
    /// Nil if nothing is being downloaded, or until they are meaningful.
    public let bytesPerSecond, secondsLeft: Double?
    /// Why it is waiting, is being retried, or has failed.
    public let error: ProblemAnswer?

    package init(
        name: String, state: String, received: Int64, total: Int64? = nil, bytesPerSecond: Double? = nil,
        secondsLeft: Double? = nil, error: ProblemAnswer? = nil
    ) {
        self.name = name
        self.state = state
        self.received = received
        self.total = total
        self.bytesPerSecond = bytesPerSecond
        self.secondsLeft = secondsLeft
        self.error = error
    }
}

/// The downloads of all processes on the server's machine.
public struct DownloadsAnswer: Codable, Hashable, Sendable {
    /// Sorted by name, without those that are done.
    public let downloads: [DownloadJSON]

    package init(downloads: [DownloadJSON]) {
        self.downloads = downloads
    }
}

/// An event of a download.
public struct DownloadEventJSON: Codable, Hashable, Sendable {
    /// The model's name, and the event: `started`, `progress`, `succeeded` or `failed`.
    public let name, event: String
    /// The state, with `progress`.
    public let download: DownloadJSON?
    /// The error, with `failed`.
    public let error: ProblemAnswer?

    package init(name: String, event: String, download: DownloadJSON? = nil, error: ProblemAnswer? = nil) {
        self.name = name
        self.event = event
        self.download = download
        self.error = error
    }
}
