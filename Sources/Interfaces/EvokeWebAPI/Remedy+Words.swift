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

    private func path(of route: APIOperation) -> String {
        value.map { route.path.replacing("{name}", with: $0) } ?? route.path
    }

    /// The route of this server that does it.
    private var route: APIOperation? {
        switch step {
        case .index: .addRoot
        case .listModels: .models
        case .listPublishedModels: .availableModels
        case .getModel: .pullModel
        case .showDownloads: .downloads
        case .showLibrary: .library
        case .listSearches: .searches
        case .advice, .reindex, .reread, .chooseOption, .leaveOutOption, .addModel, .updateModels, .inspectModel,
            .removeModel,
            .searchWithModel, .runModel, .listCatalogs, .addCatalog, .removeCatalog, .clearLabels,
            .turnPeopleOn:
            nil
        }
    }
}
