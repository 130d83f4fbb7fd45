/// What to do next, as data: each interface has words of its own for it.
public struct Remedy: Hashable, Sendable, Codable {
    /// What is to be done; some steps need a value.
    public enum Step: String, CaseIterable, Sendable, Codable {
        /// `value` is the sentence.
        case advice
        /// `value` is a folder, where it is known which.
        case index
        /// All folders that the library remembers.
        case reindex
        /// To read all files again, also such as were given up.
        case reread
        /// `value` is what to choose, where only one thing helps.
        case chooseOption
        /// To do the same without the option.
        case leaveOutOption
        /// To see the models on the shelf.
        case listModels
        /// To see the models that catalogues list.
        case listPublishedModels
        /// To put a model's folder on the shelf.
        case addModel
        /// To see whether a newer version of a model is published.
        case updateModels
        /// To see the inputs and outputs of a graph.
        case inspectModel
        /// `value` is the model.
        case getModel, removeModel, searchWithModel, runModel
        /// To see what is being fetched, and how far it is.
        case showDownloads
        /// To see the catalogues that were added to Evoke's own.
        case listCatalogues
        /// To add a catalogue that lists the model.
        case addCatalogue
        /// `value` is the catalogue.
        case removeCatalogue
        /// To see the folders of the library.
        case showLibrary
        /// To clear the labels that were set for the library, and set them again.
        case clearLabels
        /// To see the searches that are saved.
        case listSearches
        /// To have the library know who is in photos.
        case turnPeopleOn
    }

    /// What every interface lets its users choose.
    public enum Option: String, CaseIterable, Sendable, Codable {
        /// Where the library is kept.
        case library
        /// Whether a library that is there makes room for another one.
        case replacement
        /// Where a library's vectors are searched.
        case vectors
        /// How exactly a model computes: the value is one of `Precision`.
        case precision
        /// Which of the variants of a model.
        case variant
        /// What is left out of the library: the value is a pattern, as in `.evokeignore`.
        case exclusion
        /// The names of the classes of a graph.
        case labels
        /// How cosines become the scores of labels.
        case scoring
        /// What black and white are to a graph.
        case range
        /// Whether the colours of a pixel lie together in a graph's input, or in planes of their own.
        case layout
        /// The address that a model's files come from.
        case source
        /// How many bytes a download may have.
        case size
        /// Whether a model's files are encrypted on the disk.
        case encryption
        /// Whether a download needs a connection without a meter.
        case unmeteredOnly
        /// Whether a download needs mains power.
        case powerOnly
        /// Whether a download waits in the background until its conditions are met.
        case background
    }

    /// What is to be done.
    public let step: Step
    /// Which option to choose or to leave out; nil for other steps.
    public let option: Option?
    /// What the step needs, as ``Remedy/Step`` says for each; nil where it needs nothing.
    public let value: String?

    private init(_ step: Step, _ option: Option? = nil, _ value: String? = nil) {
        self.step = step
        self.option = option
        self.value = value
    }

    /// A full sentence that names no flag, no command and no route.
    public static func advice(_ sentence: String) -> Remedy { Remedy(.advice, nil, sentence) }
    /// Index this folder; nil stands for one of the user's choice.
    public static func index(_ folder: FilePath? = nil) -> Remedy { Remedy(.index, nil, folder?.display) }
    /// Index all folders that the library remembers again; unchanged photos keep what they have.
    public static let reindex = Remedy(.reindex)
    /// Read all files again, also such as were given up.
    public static let reread = Remedy(.reread)

    /// - Parameter value: what to choose, where only one thing helps.
    public static func chooseOption(_ option: Option, _ value: String? = nil) -> Remedy {
        Remedy(.chooseOption, option, value)
    }
    /// Do the same without the option.
    public static func leaveOutOption(_ option: Option) -> Remedy { Remedy(.leaveOutOption, option) }

    /// See the models on the shelf.
    public static let listModels = Remedy(.listModels)
    /// See the models that catalogues list.
    public static let listPublishedModels = Remedy(.listPublishedModels)
    /// Put a model's folder on the shelf.
    public static let addModel = Remedy(.addModel)
    /// See whether a newer version of the model is published.
    public static let updateModels = Remedy(.updateModels)
    /// See the inputs and outputs of the graph.
    public static let inspectModel = Remedy(.inspectModel)
    /// Fetch a model that a catalogue lists.
    public static func getModel(_ name: String) -> Remedy { Remedy(.getModel, nil, name) }
    /// Take a model off the shelf first.
    public static func removeModel(_ name: String) -> Remedy { Remedy(.removeModel, nil, name) }
    /// Index and search with it: it is a pair for photos and texts, and no graph by itself.
    public static func searchWithModel(_ name: String) -> Remedy { Remedy(.searchWithModel, nil, name) }
    /// Run it on photos: it is a graph by itself, and no pair for photos and texts.
    public static func runModel(_ name: String) -> Remedy { Remedy(.runModel, nil, name) }

    /// See what is being fetched, and how far it is.
    public static let showDownloads = Remedy(.showDownloads)
    /// See the catalogues that were added to Evoke's own.
    public static let listCatalogues = Remedy(.listCatalogues)
    /// Add a catalogue that lists the model.
    public static let addCatalogue = Remedy(.addCatalogue)
    /// Take off a catalogue that was added, which is in the way of another.
    public static func removeCatalogue(_ name: String) -> Remedy { Remedy(.removeCatalogue, nil, name) }

    /// See the folders of the library.
    public static let showLibrary = Remedy(.showLibrary)
    /// Clear the labels that were set for the library, and set them again.
    public static let clearLabels = Remedy(.clearLabels)
    /// See which searches are saved.
    public static let listSearches = Remedy(.listSearches)
    /// Turn people on: have the library find faces, and keep who is in photos.
    public static let turnPeopleOn = Remedy(.turnPeopleOn)
}

/// A full sentence that names no flag, no command and no route.
extension Remedy: CustomStringConvertible {
    public var description: String {
        switch step {
        case .advice: value ?? ""
        case .index: value.map { "Index the folder '\($0)'." } ?? "Index a folder of photos."
        case .reindex: "Bring the library up to date: unchanged photos keep what they have."
        case .reread: "Have all files read again."
        case .chooseOption: option?.choice(value) ?? ""
        case .leaveOutOption: option?.omission ?? ""
        case .listModels: "See which models there are."
        case .listPublishedModels: "See which models are published."
        case .addModel: "Add the model from a folder."
        case .updateModels: "See whether there is a newer version of the model."
        case .inspectModel: "See what the graph takes and gives."
        case .getModel: "Get the model '\(value ?? "")'."
        case .removeModel: "Remove the model '\(value ?? "")' first."
        case .searchWithModel: "Index and search with it."
        case .runModel: "Run it on photos, as a graph by itself."
        case .showDownloads: "See what is being fetched."
        case .listCatalogues: "See which catalogues were added."
        case .addCatalogue: "Add a catalogue that lists it."
        case .removeCatalogue: "Remove the catalogue '\(value ?? "")' first."
        case .showLibrary: "See which folders the library has."
        case .clearLabels: "Clear the library's labels, and set them again."
        case .listSearches: "See which searches are saved."
        case .turnPeopleOn: "Turn people on in the library."
        }
    }
}

extension Remedy.Option {
    fileprivate func choice(_ value: String?) -> String {
        switch self {
        case .library: "Choose another place for the library."
        case .replacement: "Or have the library that is there kept under another name."
        case .vectors: value.map { "Search vectors in the place '\($0)'." } ?? "Search vectors elsewhere."
        case .precision: value.map { "Compute in the precision '\($0)'." } ?? "Choose another precision."
        case .variant: value.map { "Choose the variant '\($0)'." } ?? "Choose another variant."
        case .exclusion: value.map { "Leave '\($0)' out of the library." } ?? "Or leave it out of the library."
        case .labels: "Give labels."
        case .scoring:
            "Score by softmax with a scale, such as 100, or by sigmoid with a scale and a bias, such as 117.33 and "
                + "-12.93."
        case .range: "Check the range of the pixels."
        case .layout: "Say how its pixels are laid out."
        case .source: "Give the address that it comes from."
        case .size: "Allow more."
        case .encryption: "Encrypt it."
        case .unmeteredOnly: "Fetch it over a connection without a meter."
        case .powerOnly: "Fetch it on mains power."
        case .background: "Let it wait for that in the background."
        }
    }

    fileprivate var omission: String {
        switch self {
        case .variant: "Name no variant."
        case .encryption: "Leave it unencrypted."
        case .unmeteredOnly: "Allow connections with a meter."
        case .powerOnly: "Allow it on battery power."
        default: "Leave the \(rawValue) out."
        }
    }
}

extension [Remedy] {
    package func inWords(_ words: (Remedy) -> String) -> String {
        map(words).filter { !$0.isEmpty }.joined(separator: " ")
    }
}
