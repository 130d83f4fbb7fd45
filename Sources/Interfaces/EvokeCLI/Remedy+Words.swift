import EvokeValues

extension EvokeError {
    /// As the command line says it: with the commands and the options that help.
    var said: String { description { $0.words } }
}

extension Remedy {
    /// What to type, where something is to be typed.
    var words: String {
        let name = value ?? ""
        return switch step {
        case .advice: name
        case .index: "Run 'evoke index \(value ?? "FOLDER")'."
        case .reindex: "Run 'evoke index' to bring it up to date; unchanged photos keep what they have."
        case .reread: "'evoke index --reread' tries it again."
        case .chooseOption: option?.choice(value) ?? ""
        case .leaveOutOption: option.map { "Leave \($0.flag) out." } ?? ""
        case .listModels: "'evoke models list' shows the models that there are."
        case .listPublishedModels: "'evoke models available' shows those that can be fetched."
        case .addModel: "'evoke models add' puts one on the shelf."
        case .updateModels: "'evoke models update' looks whether there is a better one."
        case .inspectModel: "See 'evoke models inspect'."
        case .getModel: "'evoke models pull \(name)' fetches it."
        case .removeModel: "'evoke models remove \(name)' removes the one that is there."
        case .searchWithModel: "Use it with 'evoke index --model \(name)' and 'evoke search --model \(name)'."
        case .runModel: "Use it with 'evoke run --model \(name) PHOTO'."
        case .showDownloads: "'evoke models downloads' shows what is being fetched, and how far it is."
        case .listCatalogues: "'evoke models catalogue list' shows those that were added."
        case .addCatalogue: "'evoke models catalogue add' adds a catalogue."
        case .removeCatalogue: "Run 'evoke models catalogue remove \(name)' first."
        case .showLibrary: "'evoke status' lists the folders of the library."
        case .clearLabels: "Run 'evoke models labels --clear', and set them again."
        case .listSearches: "'evoke searches' lists those that are saved."
        case .turnPeopleOn: "'evoke people on' turns them on."
        }
    }
}

extension Option {
    /// The option that lets it be chosen.
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
        case .library: "Choose another place with \(flag)."
        case .exclusion: "'evoke index \(flag) \(value ?? "NAME")' leaves it out."
        case .labels: "Name them with \(flag)."
        case .scoring:
            "Write it like '\(flag) softmax --scale 100', or '\(flag) sigmoid --scale 117.33 --bias -12.93'."
        case .range: "Check the range of the pixels (\(flag))."
        case .layout: "Say which with \(flag)."
        case .source: "Give its address with \(flag)."
        case .size: "Allow more with \(flag)."
        case .replacement: "With \(flag), that one is kept under another name."
        case .background: "With \(flag), it waits for that."
        case .vectors, .precision, .variant, .encryption, .unmeteredOnly, .powerOnly:
            "Use '\(flag)\(value.map { " \($0)" } ?? "")'."
        }
    }
}
