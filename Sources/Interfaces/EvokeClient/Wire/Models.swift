package import EvokePorts
package import EvokeValues

/// The installed models, and the one in use.
public struct ModelsAnswer: Codable, Hashable, Sendable, Described {
    package static let always = ["in_use"]

    /// The search model of the library.
    public struct InUse: Codable, Hashable, Sendable, Described {
        package static let kinds: [String: Schema] = ["precision": .choice(["full", "bf16", "f32"])]

        /// Its name, and the fingerprint of its vectors: only vectors of one fingerprint can be compared.
        public let name, fingerprint: String
        /// The length of its vectors.
        public let dimensions: Int
        /// Its precision: `full`, `bf16` or `f32`.
        package let precision: String
        /// Whether photos can be classified without giving labels.
        package let hasLabels: Bool
        /// How long its parts took to load.
        package let loadMs: LoadMilliseconds

        package init(
            name: String, fingerprint: String, dimensions: Int, precision: String, hasLabels: Bool,
            loadMs: LoadMilliseconds
        ) {
            self.name = name
            self.fingerprint = fingerprint
            self.dimensions = dimensions
            self.precision = precision
            self.hasLabels = hasLabels
            self.loadMs = loadMs
        }
    }

    /// Times in milliseconds; nil for parts not needed so far.
    package struct LoadMilliseconds: Codable, Hashable, Sendable {
        /// Finding it, and choosing a safe precision.
        package let model: Double
        /// The encoders, and the tokenizer, which is part of the text encoder.
        package let text, tokenizer, image: Double?
        /// The time in which anything was being loaded; less than the sum if both encoders load at once.
        package let total: Double

        package init(model: Double, text: Double? = nil, tokenizer: Double? = nil, image: Double? = nil, total: Double)
        {
            self.model = model
            self.text = text
            self.tokenizer = tokenizer
            self.image = image
            self.total = total
        }
    }

    /// The search model of the library; nil if no library is open.
    public let inUse: InUse?
    /// The installed models, including unreadable ones.
    public let models: [ModelJSON]

    package init(inUse: InUse? = nil, models: [ModelJSON]) {
        self.inUse = inUse
        self.models = models
    }
}

/// An installed model: a pair for photos and texts, or a single graph, which has fewer of these.
public struct ModelJSON: Codable, Hashable, Sendable, Described {
    package static let kinds: [String: Schema] = ["kind": kind]
    static let kind = Schema.choice(["pair", "graph", "recognizer"])

    /// The input of the image encoder.
    package struct Image: Codable, Hashable, Sendable {
        /// In pixels.
        package let width, height: Int
        /// `shortest`, `squash` or `pad`, and `bilinear` or `bicubic`.
        package let fit, kernel: String
        /// For red, green and blue, on the scale 0 to 1: a value v becomes (v − mean) / std.
        package let mean, std: [Float]

        package init(_ input: ImageInput) {
            (width, height, kernel) = (input.size.width, input.size.height, input.kernel.rawValue)
            (mean, std) = (input.mean, input.std)
            fit =
                switch input.fit {
                case .shortest: "shortest"
                case .squash: "squash"
                case .pad: "pad"
                }
        }
    }

    /// The input of the text encoder.
    package struct Text: Codable, Hashable, Sendable {
        /// The most tokens it takes.
        package let tokens: Int
        /// Whether it takes exactly that many, so that shorter texts are padded.
        package let isFixed: Bool

        package init(tokens: Int, isFixed: Bool) {
            self.tokens = tokens
            self.isFixed = isFixed
        }
    }

    /// How cosines become the scores of labels.
    package struct Scoring: Codable, Hashable, Sendable {
        /// `softmax` or `sigmoid`.
        package let kind: String
        /// The factor for cosines.
        package let scale: Float
        /// Added afterwards; only for `sigmoid`.
        package let bias: Float?

        package init(_ scoring: LabelScoring) {
            switch scoring {
            case .softmax(let scale): (kind, self.scale, bias) = ("softmax", scale, nil)
            case .sigmoid(let scale, let bias): (kind, self.scale, self.bias) = ("sigmoid", scale, bias)
            }
        }
    }

    /// Its name in the model store.
    public let name: String
    /// On the server's machine.
    package let folder: String
    /// `pair`, `recognizer` for a graph that tells faces apart, or `graph` for any other single graph.
    public let kind: String
    /// From its files. This and everything below, except for `error`, is nil for a model that cannot be
    /// read.
    package let layout, variant, summary, licence: String?
    /// The length of its vectors.
    package let dimensions: Int?
    /// The total size of its files.
    package let bytes: Int64?
    /// The input of its image encoder.
    package let image: Image?
    /// The input of its text encoder.
    package let text: Text?
    /// How cosines become the scores of labels.
    package let scoring: Scoring?
    /// Whether the user has set the scoring.
    package let scoringIsSet: Bool?
    /// Whether photos can be classified without giving labels.
    package let hasLabels: Bool?
    /// How many classes of a graph have names.
    package let classes: Int?
    /// The inputs and outputs of a graph.
    package let inputs, outputs: [GraphPortAnswer]?
    /// Paths relative to its folder.
    package let files: [String]?
    /// Whether its files are encrypted on disk.
    package let encrypted: Bool?
    /// Why it cannot be read.
    package let error: ProblemAnswer?

    package init(
        name: String, folder: String, kind: String, layout: String? = nil, variant: String? = nil,
        summary: String? = nil, licence: String? = nil, dimensions: Int? = nil, bytes: Int64? = nil,
        image: Image? = nil, text: Text? = nil, scoring: Scoring? = nil, scoringIsSet: Bool? = nil,
        hasLabels: Bool? = nil, classes: Int? = nil, inputs: [GraphPortAnswer]? = nil,
        outputs: [GraphPortAnswer]? = nil, files: [String]? = nil, encrypted: Bool? = nil, error: ProblemAnswer? = nil
    ) {
        self.name = name
        self.folder = folder
        self.kind = kind
        self.layout = layout
        self.variant = variant
        self.summary = summary
        self.licence = licence
        self.dimensions = dimensions
        self.bytes = bytes
        self.image = image
        self.text = text
        self.scoring = scoring
        self.scoringIsSet = scoringIsSet
        self.hasLabels = hasLabels
        self.classes = classes
        self.inputs = inputs
        self.outputs = outputs
        self.files = files
        self.encrypted = encrypted
        self.error = error
    }
}

/// A model in a catalog.
package struct AvailableModel: Codable, Hashable, Sendable, Described {
    package static let kinds: [String: Schema] = ["kind": ModelJSON.kind]

    /// Its name in the model store, and its title for people.
    package let name, title: String
    /// `pair`, `recognizer` for a graph that tells faces apart, or `graph` for any other single graph.
    package let kind: String
    /// For people. A single graph may have no languages.
    package let purpose, languages, licence: String
    /// Whether its publisher requires users to agree to its license.
    package let gated: Bool
    /// The length of a pair's vectors; a single graph has none.
    package let dimensions: Int?
    /// The names of its variants, if not everyone gets the same.
    package let variants: [String]
    /// The variant for this installation; nil until one is drawn, and if there are none.
    package let variant: String?
    /// The approximate size of all files.
    package let bytes: Int64
    /// How fast it is, if measured, and its publisher's web page.
    package let speed, page: String
    /// Whether it is published in a form that can be downloaded, and whether it is installed.
    package let isPublished, isDownloaded: Bool

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
package struct AvailableModels: Codable, Hashable, Sendable, Described {
    package static let schemaName: String? = "AvailableModels"

    /// In the order of the catalogs, Evoke's own first.
    package let models: [AvailableModel]

    package init(models: [AvailableModel]) { self.models = models }
}

/// A catalog that was added to Evoke's own.
package struct CatalogAnswer: Codable, Hashable, Sendable {
    /// Its unique name.
    package let name: String
    /// A URL, or a file.
    package let origin: String
    /// The names of its models.
    package let models: [String]

    package init(name: String, origin: String, models: [String]) {
        self.name = name
        self.origin = origin
        self.models = models
    }
}

/// The catalogs that were added to Evoke's own, which is not included.
package struct CatalogsAnswer: Codable, Hashable, Sendable {
    /// Empty if none was added. One whose copy cannot be read is left out.
    package let catalogues: [CatalogAnswer]

    package init(catalogues: [CatalogAnswer]) { self.catalogues = catalogues }
}

/// The progress of a download.
package struct DownloadJSON: Codable, Hashable, Sendable, Described {
    package static let schemaName: String? = "Download"
    package static let kinds: [String: Schema] = [
        "state": .choice(["waiting", "running", "checking", "paused", "interrupted", "failed"])
    ]

    /// The model's name, and the state: `waiting` for its conditions, `running`, `checking`, `paused`, `interrupted` or
    /// `failed`.
    package let name, state: String
    /// Bytes downloaded, including earlier runs.
    package let received: Int64
    /// Bytes of all files; nil until all sizes are known.
    package let total: Int64?
    /// Nil if nothing is being downloaded, or until they are meaningful.
    package let bytesPerSecond, secondsLeft: Double?
    /// Why it is waiting, is being retried, or has failed.
    package let error: ProblemAnswer?

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
package struct DownloadsAnswer: Codable, Hashable, Sendable {
    /// Sorted by name, without those that are done.
    package let downloads: [DownloadJSON]

    package init(downloads: [DownloadJSON]) { self.downloads = downloads }
}

/// An event of a download.
public struct DownloadEventJSON: Codable, Hashable, Sendable {
    /// The model's name, and the event: `started`, `progress`, `succeeded` or `failed`.
    package let name, event: String
    /// The state, with `progress`.
    package let download: DownloadJSON?
    /// The error, with `failed`.
    package let error: ProblemAnswer?

    package init(name: String, event: String, download: DownloadJSON? = nil, error: ProblemAnswer? = nil) {
        self.name = name
        self.event = event
        self.download = download
        self.error = error
    }
}
