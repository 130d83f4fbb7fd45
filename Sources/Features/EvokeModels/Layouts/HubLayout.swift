import EvokeValues

/// A hub export: two graphs with the configuration files of `transformers`.
struct HubLayout {
    private let folder: FilePath

    init(_ folder: FilePath) {
        self.folder = folder
    }

    func read(variant asked: String?) throws(EvokeError) -> ModelDescription {
        let graphs = try HubGraphs(in: folder, variant: asked)
        let configuration = try Configuration(folder.appending("config.json"))
        let family = try HubFamily(configuration)
        let projection = configuration["projection_dim"]
        let towers = try TowerPair(
            image: graphs.image, text: graphs.text, projection: family.isSigmoid ? nil : projection)
        let preprocessing = try HubPreprocessing(in: folder, modelType: family.name)
        let input = try preprocessing.input()
        let settings = preprocessing.settings
        if let side = try configuration["vision_config"]["image_size"].integer(in: 1...4_096),
            input.size != PixelSize(width: side, height: side)
        {
            throw settings["size"].failure(
                "makes pictures of \(input.size.width) × \(input.size.height) pixels, but 'vision_config.image_size' in "
                    + "config.json is \(side)")
        }
        let tokenizer = try HubTokenizer(in: folder, family)
        let kind = try tokenizer.kind()
        let isSigLIP2 = kind == .siglip2
        let description = ModelDescription(
            name: FilePath(bytes: folder.name).display, version: "", summary: "", licence: "", sources: [],
            layout: .hub, variant: graphs.variant, folder: folder,
            dimensions: try width(towers, family, configuration),
            image: try towers.imageSide(input, from: settings.file, preprocessing.sizeKey),
            text: try towers.textSide(
                tokenizer: tokenizer.file, context: try context(configuration, tokenizer, family),
                padding: try tokenizer.padding(kind),
                // SigLIP 2 was trained on lower case with an end token, and its tokenizer adds neither itself.
                cleaning: isSigLIP2 ? .lowercase : .none, ending: isSigLIP2 ? "<eos>" : nil,
                isMasked: try tokenizer.givesMasks()),
            scoring: try scoring(configuration, family, input, isSigLIP2), labels: nil,
            papers: [configuration.file, settings.file] + tokenizer.papers)
        // Problems with the graphs are reported before problems with the tokenizer.
        try tokenizer.refuseTheRest(kind)
        return description
    }

    private func width(
        _ towers: TowerPair, _ family: HubFamily, _ configuration: Configuration
    ) throws(EvokeError) -> Int {
        let key = family.isSigmoid ? configuration["vision_config"]["hidden_size"] : configuration["projection_dim"]
        let said = try key.integer(in: 1...65_536)
        guard let real = towers.dimensions else { return try key.required(said ?? family.width) }
        if !family.isSigmoid, let said, said != real {
            throw key.failure("is \(said), but the graphs return \(real) numbers")
        }
        return real
    }

    /// The smallest limit in any of the files.
    private func context(
        _ configuration: Configuration, _ tokenizer: HubTokenizer, _ family: HubFamily
    ) throws(EvokeError) -> Int {
        let said = [
            try configuration["text_config"]["max_position_embeddings"].integer(in: 1...65_536), try tokenizer.length(),
        ]
        return said.compactMap(\.self).min() ?? family.context
    }

    private func scoring(
        _ configuration: Configuration, _ family: HubFamily, _ input: ImageInput, _ isSigLIP2: Bool
    ) throws(EvokeError) -> LabelScoring {
        guard family.isSigmoid else { return .clip }
        if let scale = try configuration["logit_scale"].number(), let bias = try configuration["logit_bias"].number() {
            return .sigmoid(scale: Float(scale), bias: Float(bias))
        }
        if isSigLIP2 { return .siglip2 }
        // MedSigLIP is recognized by its name, or as the only SigLIP that takes 448 pixels.
        let name = try configuration["_name_or_path"].text()
        if name?.contains("medsiglip") == true || input.size == PixelSize(width: 448, height: 448) {
            return .medsiglip
        }
        return .siglip
    }
}
