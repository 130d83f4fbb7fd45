import PhotoCore
import Tokenizers

/// Hub exports: `onnx/{vision,text}_model[_VARIANT].onnx` with the configurations of the `transformers` library.
struct HubLayout {
    /// Best first: the published weights themselves, then the smaller ones in the order of their fidelity.
    private static let preference = ["fp32", "fp16", "quantized", "int8", "uint8", "q4f16", "q4", "bnb4"]

    private let folder: FilePath
    private let graphs: FilePath
    private let preprocessing: FilePath
    private let tokenizerSettings: FilePath

    init(_ folder: FilePath) {
        self.folder = folder
        graphs = folder.appending("onnx")
        preprocessing = folder.appending("preprocessor_config.json")
        tokenizerSettings = folder.appending("tokenizer_config.json")
    }

    func read(variant asked: String?) throws(EvokeError) -> ModelDescription {
        let configuration = try Configuration(folder.appending("config.json"))
        let family = try family(configuration)
        let variant = try pick(asked)
        let towers = try TowerPair(image: graph("vision", variant), text: graph("text", variant))
        let size = try Configuration(preprocessing)
        let input = try HubPreprocessing(size).input(isSquashedByDefault: family.isSigmoid)
        if let side = try configuration["vision_config"]["image_size"].integer(in: 1...4_096),
            input.size != PixelSize(width: side, height: side)
        {
            throw size["size"].failure(
                "makes pictures of \(input.size.width) × \(input.size.height) pixels where 'vision_config.image_size' in "
                    + "config.json is \(side)")
        }
        let settings = FileSystem.isFile(tokenizerSettings) ? try Configuration(tokenizerSettings) : nil
        let isGemma = try settings?["tokenizer_class"].text()?.hasPrefix("Gemma") ?? false
        return ModelDescription(
            name: FilePath(bytes: folder.name).display, version: "", summary: "", licence: "", sources: [],
            layout: .hub, variant: variant, folder: folder,
            dimensions: try towers.width(orFrom: try width(configuration)),
            image: try towers.imageSide(input, from: preprocessing, size["crop_size"].isThere ? "crop_size" : "size"),
            text: try towers.textSide(
                tokenizer: folder.appending("tokenizer.json"), context: try context(configuration, settings, family),
                padding: try settings?["pad_token"].token().map { .token($0) } ?? .id(family.isSigmoid ? 1 : 0),
                // SigLIP 2 was trained on lower case with an end, and its tokenizer does neither by itself.
                cleaning: isGemma ? .lowercase : .none, ending: isGemma ? "<eos>" : nil),
            scoring: try scoring(configuration, family, input, isGemma), labels: nil,
            papers: [configuration.file, preprocessing] + [tokenizerSettings].filter(FileSystem.isFile))
    }

    private struct Family {
        let isSigmoid: Bool
        let context: Int
    }

    private func family(_ configuration: Configuration) throws(EvokeError) -> Family {
        let clip = Family(isSigmoid: false, context: 77)
        let siglip = Family(isSigmoid: true, context: 64)
        return try configuration["model_type"].choice([
            "clip": clip, "mobileclip": clip, "mobileclip2": clip,
            "chinese_clip": Family(isSigmoid: false, context: 52),
            "siglip": siglip, "siglip2": siglip,
        ])
    }

    /// The asked one, else the best that both sides have.
    private func pick(_ asked: String?) throws(EvokeError) -> String {
        let (image, text) = (try variants("vision"), try variants("text"))
        let both = image.intersection(text).sorted { Self.rank($0) < Self.rank($1) }
        guard let best = both.first else {
            let missing = image.isEmpty ? "vision_model.onnx" : "text_model.onnx"
            throw .invalidModel(graphs.appending(missing), "the file is missing")
        }
        guard let asked else { return best }
        guard both.contains(asked) else {
            throw EvokeError(
                .modelInvalid, doing: "load the model", subject: folder.display,
                reason: "it has no variant '\(asked)' of both sides", remedy: "It has \(both.joined(separator: ", ")).")
        }
        return asked
    }

    private func variants(_ side: String) throws(EvokeError) -> Set<String> {
        let (prefix, suffix) = ("\(side)_model", ".onnx")
        var found: Set<String> = []
        for name in try FileSystem.names(in: graphs, doing: "load the model") {
            guard let name = FilePath(bytes: name).string, name.hasPrefix(prefix), name.hasSuffix(suffix) else {
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

    private func graph(_ side: String, _ variant: String) -> FilePath {
        graphs.appending("\(side)_model\(variant == "fp32" ? "" : "_\(variant)").onnx")
    }

    private func width(_ configuration: Configuration) throws(EvokeError) -> Configuration {
        configuration["projection_dim"].isThere
            ? configuration["projection_dim"] : configuration["vision_config"]["hidden_size"]
    }

    private func context(
        _ configuration: Configuration, _ settings: Configuration?, _ family: Family
    ) throws(EvokeError) -> Int {
        if let count = try configuration["text_config"]["max_position_embeddings"].integer(in: 1...65_536) {
            return count
        }
        // Where there is no limit, this holds a number far above any.
        if let count = try settings?["model_max_length"].number(), count <= 65_536 { return Int(count) }
        return family.context
    }

    private func scoring(
        _ configuration: Configuration, _ family: Family, _ input: ImageInput, _ isGemma: Bool
    ) throws(EvokeError) -> LabelScoring {
        guard family.isSigmoid else { return .clip }
        if let scale = try configuration["logit_scale"].number(), let bias = try configuration["logit_bias"].number() {
            return .sigmoid(scale: Float(scale), bias: Float(bias))
        }
        // MedSigLIP says who it is, or is told by being the one SigLIP that takes 448 pixels.
        let name = try configuration["_name_or_path"].text()
        if name?.contains("medsiglip") == true || input.size == PixelSize(width: 448, height: 448) {
            return .medsiglip
        }
        return isGemma ? .siglip2 : .siglip
    }
}
