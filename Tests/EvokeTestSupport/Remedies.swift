package import EvokeValues

extension Remedy {
    /// Each that there is, with and without what it may name.
    package static var samples: [Remedy] { Step.allCases.flatMap(samples) }

    private static func samples(_ step: Step) -> [Remedy] {
        switch step {
        case .advice: [.advice("Mend it.")]
        case .index: [.index(), .index(DiskPath("/photos"))]
        case .reindex: [.reindex]
        case .reread: [.reread]
        case .chooseOption: Option.allCases.flatMap { [.chooseOption($0), .chooseOption($0, "one")] }
        case .leaveOutOption: Option.allCases.map { .leaveOutOption($0) }
        case .listModels: [.listModels]
        case .listPublishedModels: [.listPublishedModels]
        case .addModel: [.addModel]
        case .updateModels: [.updateModels]
        case .inspectModel: [.inspectModel]
        case .getModel: [.getModel("m")]
        case .removeModel: [.removeModel("m")]
        case .searchWithModel: [.searchWithModel("m")]
        case .runModel: [.runModel("m")]
        case .showDownloads: [.showDownloads]
        case .listCatalogs: [.listCatalogs]
        case .addCatalog: [.addCatalog]
        case .removeCatalog: [.removeCatalog("c")]
        case .showLibrary: [.showLibrary]
        case .clearLabels: [.clearLabels]
        case .listSearches: [.listSearches]
        case .turnPeopleOn: [.turnPeopleOn]
        }
    }
}
