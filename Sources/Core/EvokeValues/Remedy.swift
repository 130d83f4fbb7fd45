/// What to do next, as data: each interface has words of its own for it.
public struct Remedy: Hashable, Sendable, Codable {
    public enum Step: String, CaseIterable, Sendable, Codable {
        /// `value` is the sentence.
        case advice
        /// `value` is a folder, where it is known which.
        case index
        /// All folders that the library remembers.
        case reindex
        /// `value` is what to choose, where only one thing helps.
        case chooseOption, leaveOutOption
        case listModels, listPublishedModels, addModel, updateModels, inspectModel
        /// `value` is the model.
        case getModel, removeModel, searchWithModel, runModel
        case showDownloads, listCatalogues, addCatalogue
        /// `value` is the catalogue.
        case removeCatalogue
        case showLibrary, clearLabels
    }

    /// What every interface lets its users choose.
    public enum Option: String, CaseIterable, Sendable, Codable {
        case library, precision, variant, exclusion
        case labels, scoring, range, layout
        case source, size, encryption, unmeteredOnly, powerOnly, background
    }

    public let step: Step
    public let option: Option?
    public let value: String?

    private init(_ step: Step, _ option: Option? = nil, _ value: String? = nil) {
        self.step = step
        self.option = option
        self.value = value
    }

    /// A full sentence that names no flag, no command and no route.
    public static func advice(_ sentence: String) -> Remedy { Remedy(.advice, nil, sentence) }
    public static func index(_ folder: FilePath? = nil) -> Remedy { Remedy(.index, nil, folder?.display) }
    public static let reindex = Remedy(.reindex)

    public static func chooseOption(_ option: Option, _ value: String? = nil) -> Remedy {
        Remedy(.chooseOption, option, value)
    }
    public static func leaveOutOption(_ option: Option) -> Remedy { Remedy(.leaveOutOption, option) }

    public static let listModels = Remedy(.listModels)
    public static let listPublishedModels = Remedy(.listPublishedModels)
    public static let addModel = Remedy(.addModel)
    public static let updateModels = Remedy(.updateModels)
    public static let inspectModel = Remedy(.inspectModel)
    public static func getModel(_ name: String) -> Remedy { Remedy(.getModel, nil, name) }
    public static func removeModel(_ name: String) -> Remedy { Remedy(.removeModel, nil, name) }
    public static func searchWithModel(_ name: String) -> Remedy { Remedy(.searchWithModel, nil, name) }
    public static func runModel(_ name: String) -> Remedy { Remedy(.runModel, nil, name) }

    public static let showDownloads = Remedy(.showDownloads)
    public static let listCatalogues = Remedy(.listCatalogues)
    public static let addCatalogue = Remedy(.addCatalogue)
    public static func removeCatalogue(_ name: String) -> Remedy { Remedy(.removeCatalogue, nil, name) }

    public static let showLibrary = Remedy(.showLibrary)
    public static let clearLabels = Remedy(.clearLabels)
}

/// A full sentence that names no flag, no command and no route.
extension Remedy: CustomStringConvertible {
    public var description: String {
        switch step {
        case .advice: value ?? ""
        case .index: value.map { "Index the folder '\($0)'." } ?? "Index a folder of photos."
        case .reindex: "Bring the library up to date: unchanged photos keep what they have."
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
        }
    }
}

extension Remedy.Option {
    fileprivate func choice(_ value: String?) -> String {
        switch self {
        case .library: "Choose another place for the library."
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
