import EvokeClient
import EvokeValues

extension EvokeError {
    /// The remedies in words for people at a browser, with routes for programs.
    var remedyForWeb: String { remedies.inWords { $0.words } }
}

extension Remedy {
    var words: String {
        guard let route else { return description }
        let sentence = description
        return "\(sentence.dropLast()) (\(route.method) \(path(of: route)))."
    }

    private func path(of route: AnyOperation) -> String {
        value.map { route.path.replacing("{name}", with: $0) } ?? route.path
    }

    /// The route of this server that does it.
    private var route: AnyOperation? {
        switch step {
        case .index: API.addRoot.any
        case .listModels: API.models.any
        case .listPublishedModels: API.availableModels.any
        case .getModel: API.pullModel.any
        case .showDownloads: API.downloads.any
        case .showLibrary: API.library.any
        case .listSearches: API.searches.any
        case .advice, .reindex, .reread, .chooseOption, .leaveOutOption, .addModel, .updateModels, .inspectModel,
            .removeModel,
            .searchWithModel, .runModel, .listCatalogs, .addCatalog, .removeCatalog, .clearLabels,
            .turnPeopleOn:
            nil
        }
    }
}
