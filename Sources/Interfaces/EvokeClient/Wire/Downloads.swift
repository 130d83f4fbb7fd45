/// A model that a catalogue lists.
public struct AvailableModel: Codable, Hashable, Sendable {
    /// What it is called on the shelf, and by people.
    public let name, title: String
    /// `pair`, `recognizer` for a graph that tells faces apart, or `graph` for any other by itself.
    public let kind: String
    /// For people. A graph by itself may have no languages.
    public let purpose, languages, licence: String
    /// Whether its publisher gives it only to those who have agreed to its licence.
    public let gated: Bool
    /// Of the vectors of a pair; a graph by itself has none.
    public let dimensions: Int?
    /// Where not everybody gets the same: their names, and the one that this installation gets.
    public let variants: [String]
    /// The one that this installation gets; nil before it has drawn one, and where there are none.
    public let variant: String?
    /// All files together, about.
    public let bytes: Int64
    /// How fast it is, where anybody has measured that, and the address at which its publisher writes about it.
    public let speed, page: String
    /// Published in a form that can be fetched; on the shelf.
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

/// The models that a server's catalogues list.
public struct AvailableModels: Codable, Hashable, Sendable {
    /// In the order of the catalogues, Evoke's own first.
    public let models: [AvailableModel]

    package init(models: [AvailableModel]) {
        self.models = models
    }
}

/// A list of models that was added to Evoke's own.
public struct CatalogueAnswer: Codable, Hashable, Sendable {
    /// Its own name, which no other catalogue has.
    public let name: String
    /// An address, or a file.
    public let origin: String
    /// The names of its models.
    public let models: [String]

    package init(name: String, origin: String, models: [String]) {
        self.name = name
        self.origin = origin
        self.models = models
    }
}

/// The lists of models that were added to Evoke's own, which is not among them.
public struct CataloguesAnswer: Codable, Hashable, Sendable {
    /// Empty where none was added. One whose copy cannot be read is left out.
    public let catalogues: [CatalogueAnswer]

    package init(catalogues: [CatalogueAnswer]) {
        self.catalogues = catalogues
    }
}

/// How fetching a model goes.
public struct DownloadJSON: Codable, Hashable, Sendable {
    /// The model's name, and what becomes of it: `waiting` for its conditions, `running`, `checking`, `paused`,
    /// `interrupted` or `failed`.
    public let name, state: String
    /// Bytes that are there, those of earlier runs among them.
    public let received: Int64
    /// Bytes of all files; nil until all their sizes are known.
    public let total: Int64?
    /// Nil where nothing is being fetched, or until they mean something.
    public let bytesPerSecond, secondsLeft: Double?
    /// Why it waits, is tried again, or failed.
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

/// The models that are being fetched, by whatever process of the server's machine.
public struct DownloadsAnswer: Codable, Hashable, Sendable {
    /// In the order of their names. What is done is on the shelf, and no longer here.
    public let downloads: [DownloadJSON]

    package init(downloads: [DownloadJSON]) {
        self.downloads = downloads
    }
}

/// What is told of a download on the stream of events.
public struct DownloadEventJSON: Codable, Hashable, Sendable {
    /// The model's name, and what happened: `started`, `progress`, `succeeded` or `failed`.
    public let name, event: String
    /// How far it is, with `progress`.
    public let download: DownloadJSON?
    /// Why, with `failed`.
    public let error: ProblemAnswer?

    package init(name: String, event: String, download: DownloadJSON? = nil, error: ProblemAnswer? = nil) {
        self.name = name
        self.event = event
        self.download = download
        self.error = error
    }
}
