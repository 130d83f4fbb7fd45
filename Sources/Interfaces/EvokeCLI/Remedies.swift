import EvokeValues

extension EvokeError {
    /// With the commands and options that help.
    var message: String { description { $0.words } }
}

extension Remedy {
    /// What to type, if something is to be typed.
    var words: String {
        let name = value ?? ""
        return switch step {
        case .advice: name
        case .index: "Run 'evoke index \(value ?? "FOLDER")'."
        case .reindex: "Run 'evoke index' to bring it up to date; unchanged photos are not indexed again."
        case .reread: "Try again with 'evoke index --reread'."
        case .chooseOption: option?.choice(value) ?? ""
        case .leaveOutOption: option.map { "Try without \($0.flag)." } ?? ""
        case .listModels: "See 'evoke models list'."
        case .listPublishedModels: "See 'evoke models available'."
        case .addModel: "Install one with 'evoke models add'."
        case .updateModels: "Check for a newer version with 'evoke models update'."
        case .inspectModel: "See 'evoke models inspect'."
        case .getModel: "Get it with 'evoke models download \(name)'."
        case .removeModel: "Remove the present one with 'evoke models remove \(name)'."
        case .searchWithModel: "Use it with 'evoke index --model \(name)' and 'evoke search --model \(name)'."
        case .runModel: "Use it with 'evoke models run --model \(name) PHOTO'."
        case .showDownloads: "See 'evoke models downloads'."
        case .listCatalogs: "List them with 'evoke models catalog'."
        case .addCatalog: "Add one with 'evoke models catalog add'."
        case .removeCatalog: "Run 'evoke models catalog remove \(name)' first."
        case .showLibrary: "List the indexed folders with 'evoke library status'."
        case .clearLabels: "Run 'evoke models labels --clear', and set them again."
        case .listSearches: "List them with 'evoke saved'."
        case .turnPeopleOn: "Turn them on with 'evoke people on'."
        }
    }
}

extension Option {
    static func of(_ choice: Remedy.Option) -> Option {
        switch choice {
        case .library: .library
        case .replacement: .replace
        case .vectors: .vectors
        case .precision: .precision
        case .variant: .variant
        case .exclusion: .exclude
        case .labels: .labels
        case .scoring: .scoring
        case .range: .range
        case .layout: .layout
        case .source: .from
        case .size: .mostBytes
        case .encryption: .encrypt
        case .unmeteredOnly: .onlyUnmetered
        case .powerOnly: .onlyOnPower
        case .background: .background
        }
    }
}

extension Remedy.Option {
    fileprivate var flag: String { EvokeCLI.Option.of(self).name }

    fileprivate func choice(_ value: String?) -> String {
        switch self {
        case .library: "Choose another one with \(flag)."
        case .exclusion: "Exclude it with 'evoke index \(flag) \(value ?? "NAME")'."
        case .labels: "Give them with \(flag)."
        case .scoring:
            "Write it as '\(flag) softmax --scale 100', or '\(flag) sigmoid --scale 117.33 --bias -12.93'."
        case .range: "Check the range of the pixels (\(flag))."
        case .layout: "Choose one with \(flag)."
        case .source: "Give its address with \(flag)."
        case .size: "Allow more with \(flag)."
        case .replacement: "With \(flag), the present one is kept under another name."
        case .background: "Use \(flag) to wait for it."
        case .vectors, .precision, .variant, .encryption, .unmeteredOnly, .powerOnly:
            "Use '\(flag)\(value.map { " \($0)" } ?? "")'."
        }
    }
}
