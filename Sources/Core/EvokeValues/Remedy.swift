/// What to do next, as data: each interface has its own words for it.
package struct Remedy: Hashable, Sendable, Codable {
    /// What to do; some steps need a value.
    package enum Step: String, CaseIterable, Sendable, Codable {
        /// `value` is the sentence.
        case advice
        /// `value` is a folder, if known.
        case index
        /// Index all folders that the library remembers.
        case reindex
        /// Read all files again, including those that failed before.
        case reread
        /// `value` is what to choose, if only one choice helps.
        case chooseOption
        /// Do the same without the option.
        case leaveOutOption
        /// List the installed models.
        case listModels
        /// List the models in catalogs.
        case listPublishedModels
        /// Add a model from its folder to the model store.
        case addModel
        /// Check whether a newer version of a model is published.
        case updateModels
        /// Show the inputs and outputs of a graph.
        case inspectModel
        /// `value` is the model.
        case getModel, removeModel, searchWithModel, runModel
        /// Show the downloads and their progress.
        case showDownloads
        /// List the catalogs added to Evoke's own.
        case listCatalogs = "listCatalogues"
        /// Add a catalog that lists the model.
        case addCatalog = "addCatalogue"
        /// `value` is the catalog.
        case removeCatalog = "removeCatalogue"
        /// Show the library's folders.
        case showLibrary
        /// Clear the library's labels and set them again.
        case clearLabels
        /// List the saved searches.
        case listSearches
        /// Turn on face recognition for the library.
        case turnPeopleOn
    }

    /// What every interface lets its users choose.
    package enum Option: String, CaseIterable, Sendable, Codable {
        /// Where the library is kept.
        case library
        /// Whether an existing library makes room for another one.
        case replacement
        /// Where a library's vectors are searched.
        case vectors
        /// How precisely a model computes: the value is one of `Precision`.
        case precision
        /// Which of the variants of a model.
        case variant
        /// What is left out of the library: the value is a pattern, as in `.evokeignore`.
        case exclusion
        /// The names of a graph's classes.
        case labels
        /// How cosines become the scores of labels.
        case scoring
        /// The values of black and white in a graph's input.
        case range
        /// Whether a graph's input has the colors of a pixel together, or in separate planes.
        case layout
        /// The address that a model's files come from.
        case source
        /// The size limit of a download, in bytes.
        case size
        /// Whether a model's files are encrypted on the disk.
        case encryption
        /// Whether a download needs an unmetered connection.
        case unmeteredOnly
        /// Whether a download needs AC power.
        case powerOnly
        /// Whether a download waits in the background until its conditions are met.
        case background
    }

    /// What to do.
    package let step: Step
    /// Which option to choose or to leave out; nil for other steps.
    package let option: Option?
    /// What the step needs, as documented in ``Remedy/Step``; nil if it needs nothing.
    package let value: String?

    private init(_ step: Step, _ option: Option? = nil, _ value: String? = nil) {
        self.step = step
        self.option = option
        self.value = value
    }

    // As the steps above.
    package static func advice(_ sentence: String) -> Remedy { Remedy(.advice, nil, sentence) }
    /// Index this folder; nil stands for one of the user's choice.
    package static func index(_ folder: DiskPath? = nil) -> Remedy { Remedy(.index, nil, folder?.display) }
    package static let reindex = Remedy(.reindex)
    package static let reread = Remedy(.reread)

    /// - Parameter value: what to choose, if only one choice helps.
    package static func chooseOption(_ option: Option, _ value: String? = nil) -> Remedy {
        Remedy(.chooseOption, option, value)
    }
    package static func leaveOutOption(_ option: Option) -> Remedy { Remedy(.leaveOutOption, option) }
    package static let listModels = Remedy(.listModels)
    package static let listPublishedModels = Remedy(.listPublishedModels)
    package static let addModel = Remedy(.addModel)
    package static let updateModels = Remedy(.updateModels)
    package static let inspectModel = Remedy(.inspectModel)
    package static func getModel(_ name: String) -> Remedy { Remedy(.getModel, nil, name) }
    package static func removeModel(_ name: String) -> Remedy { Remedy(.removeModel, nil, name) }
    package static func searchWithModel(_ name: String) -> Remedy { Remedy(.searchWithModel, nil, name) }
    package static func runModel(_ name: String) -> Remedy { Remedy(.runModel, nil, name) }
    package static let showDownloads = Remedy(.showDownloads)
    package static let listCatalogs = Remedy(.listCatalogs)
    package static let addCatalog = Remedy(.addCatalog)
    package static func removeCatalog(_ name: String) -> Remedy { Remedy(.removeCatalog, nil, name) }
    package static let showLibrary = Remedy(.showLibrary)
    package static let clearLabels = Remedy(.clearLabels)
    package static let listSearches = Remedy(.listSearches)
    package static let turnPeopleOn = Remedy(.turnPeopleOn)
}

/// A full sentence without a flag, a command or a route.
extension Remedy: CustomStringConvertible {
    package var description: String {
        switch step {
        case .advice: value ?? ""
        case .index: value.map { "Index the folder '\($0)'." } ?? "Index a folder of photos."
        case .reindex: "Update the library; unchanged photos are not processed again."
        case .reread: "Read all files again."
        case .chooseOption: option?.choice(value) ?? ""
        case .leaveOutOption: option?.omission ?? ""
        case .listModels: "List the installed models."
        case .listPublishedModels: "List the models available for download."
        case .addModel: "Add the model from a folder."
        case .updateModels: "Check for a newer version of the model."
        case .inspectModel: "Look at the graph's inputs and outputs."
        case .getModel: "Download the model '\(value ?? "")'."
        case .removeModel: "Remove the model '\(value ?? "")' first."
        case .searchWithModel: "Use it for indexing and search."
        case .runModel: "Run it on photos as a standalone graph."
        case .showDownloads: "Look at the current downloads."
        case .listCatalogs: "List the catalogs you added."
        case .addCatalog: "Add a catalog that lists it."
        case .removeCatalog: "Remove the catalog '\(value ?? "")' first."
        case .showLibrary: "List the library's folders."
        case .clearLabels: "Clear the library's labels and set them again."
        case .listSearches: "List the saved searches."
        case .turnPeopleOn: "Turn on face recognition in the library."
        }
    }
}

extension Remedy.Option {
    fileprivate func choice(_ value: String?) -> String {
        switch self {
        case .library: "Choose another location for the library."
        case .replacement: "Or keep the existing library under another name."
        case .vectors: value.map { "Search vectors in '\($0)'." } ?? "Search vectors elsewhere."
        case .precision: value.map { "Use the precision '\($0)'." } ?? "Choose another precision."
        case .variant: value.map { "Choose the variant '\($0)'." } ?? "Choose another variant."
        case .exclusion: value.map { "Exclude '\($0)' from the library." } ?? "Or exclude it from the library."
        case .labels: "Provide labels."
        case .scoring:
            "Score by softmax with a scale, such as 100, or by sigmoid with a scale and a bias, such as 117.33 and "
                + "-12.93."
        case .range: "Check the pixel range."
        case .layout: "Specify the pixel layout."
        case .source: "Give its source address."
        case .size: "Raise the size limit."
        case .encryption: "Encrypt it."
        case .unmeteredOnly: "Download it on an unmetered connection."
        case .powerOnly: "Download it on AC power."
        case .background: "Let it wait in the background."
        }
    }

    fileprivate var omission: String {
        switch self {
        case .variant: "Do not specify a variant."
        case .encryption: "Leave it unencrypted."
        case .unmeteredOnly: "Allow metered connections."
        case .powerOnly: "Allow battery power."
        default: "Leave out the \(rawValue)."
        }
    }
}

extension [Remedy] {
    package func inWords(_ words: (Remedy) -> String) -> String {
        map(words).filter { !$0.isEmpty }.joined(separator: " ")
    }
}
