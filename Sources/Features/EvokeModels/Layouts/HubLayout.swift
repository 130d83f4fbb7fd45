import EvokePorts
import EvokeSystem
import EvokeValues

/// A hub export: two graphs with the configuration files of `transformers`.
struct HubLayout {
    let folder: DiskPath

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
            name: DiskPath(bytes: folder.name).display, version: "", summary: "", license: "", sources: [],
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

/// What models of one `model_type` have in common.
struct HubFamily {
    let name: String
    /// Trained with the sigmoid loss: SigLIP, whose vectors are not projected.
    var isSigmoid = false
    /// The context length in tokens, if no file gives it.
    let context: Int
    /// The kind that transformers uses if no file gives it.
    var tokenizer: HubTokenizer.Kind?
    /// The length of vectors, if no file gives it.
    var width: Int?
}

extension HubFamily {
    init(_ configuration: Configuration) throws(EvokeError) {
        self = try configuration["model_type"].choice([
            "clip": HubFamily(name: "clip", context: 77, tokenizer: .clip, width: 512),
            "mobileclip": HubFamily(name: "mobileclip", context: 77),
            "mobileclip2": HubFamily(name: "mobileclip2", context: 77),
            "chinese_clip": HubFamily(name: "chinese_clip", context: 52, tokenizer: .bert, width: 512),
            "siglip": HubFamily(name: "siglip", isSigmoid: true, context: 64),
            "siglip2": HubFamily(name: "siglip2", isSigmoid: true, context: 64),
        ])
    }
}

/// The graphs of a hub export, `{vision,text}_model[_VARIANT].onnx`, in `onnx/` or, if there are none, next to the
/// configurations.
struct HubGraphs {
    /// Best first: the published weights, then smaller ones by fidelity.
    private static let preference = ["fp32", "fp16", "quantized", "int8", "uint8", "q4f16", "q4", "bnb4"]

    let image: DiskPath
    let text: DiskPath
    let variant: String

    /// Chooses the given variant, or the best that both sides have.
    init(in folder: DiskPath, variant asked: String?) throws(EvokeError) {
        var (graphs, image, text) = (folder, Set<String>(), Set<String>())
        for place in [folder.appending("onnx"), folder] where image.isEmpty && text.isEmpty {
            guard FileSystem.isFolder(place) else { continue }
            (graphs, image, text) = (
                place, try Self.variants("vision", in: place), try Self.variants("text", in: place)
            )
        }
        if image.isEmpty, text.isEmpty { throw UnreadableFolder.error(folder) }
        guard !image.isEmpty, !text.isEmpty else {
            let missing = image.isEmpty ? "vision_model.onnx" : "text_model.onnx"
            throw .invalidModel(graphs.appending(missing), "the file is missing")
        }
        let both = image.intersection(text).sorted { Self.rank($0) < Self.rank($1) }
        guard let best = both.first else {
            throw EvokeError(
                .modelInvalid, doing: "load the model", subject: graphs.display,
                reason: "the two graphs have no variant in common: vision_model comes as \(Self.list(image)), "
                    + "text_model as \(Self.list(text))",
                remedy: "Download the missing graph of one variant from where the model was published.")
        }
        if let asked, !both.contains(asked) {
            throw EvokeError(
                .modelInvalid, doing: "load the model", subject: folder.display,
                reason: "it does not have both graphs in the variant '\(asked)'",
                remedy: "It has \(both.joined(separator: ", ")).")
        }
        let variant = asked ?? best
        let suffix = variant == "fp32" ? "" : "_\(variant)"
        self.image = graphs.appending("vision_model\(suffix).onnx")
        self.text = graphs.appending("text_model\(suffix).onnx")
        self.variant = variant
    }

    private static func variants(_ side: String, in folder: DiskPath) throws(EvokeError) -> Set<String> {
        let (prefix, suffix) = ("\(side)_model", ".onnx")
        var found: Set<String> = []
        for name in try FileSystem.names(in: folder, doing: "load the model") {
            guard let name = DiskPath(bytes: name).string, name.hasPrefix(prefix), name.hasSuffix(suffix) else {
                continue
            }
            let middle = name.dropFirst(prefix.count).dropLast(suffix.count)
            if middle.isEmpty { found.insert("fp32") }
            if middle.first == "_", middle.count > 1 { found.insert(String(middle.dropFirst())) }
        }
        return found
    }

    private static func rank(_ variant: String) -> (Int, String) {
        (preference.firstIndex(of: variant) ?? preference.count, variant)
    }

    private static func list(_ variants: Set<String>) -> String {
        variants.sorted { rank($0) < rank($1) }.joined(separator: ", ")
    }
}
