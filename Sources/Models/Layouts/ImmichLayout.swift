import PhotoCore
import Tokenizers

/// `config.json` of open_clip, with `visual/` and `textual/` beside it, as Immich publishes models.
struct ImmichLayout {
    private let folder: FilePath
    private let preprocessing: FilePath
    private let tokenizerSettings: FilePath

    init(_ folder: FilePath) {
        self.folder = folder
        preprocessing = folder.appending("visual/preprocess_cfg.json")
        tokenizerSettings = folder.appending("textual/tokenizer_config.json")
    }

    func read() throws(EvokeError) -> ModelDescription {
        let towers = try TowerPair(
            image: folder.appending("visual/model.onnx"), text: folder.appending("textual/model.onnx"))
        let configuration = try Configuration(folder.appending("config.json"))
        let text = configuration["text_cfg"]
        return ModelDescription(
            name: FilePath(bytes: folder.name).display, version: "", summary: "", licence: "", sources: [],
            layout: .immich, variant: nil, folder: folder,
            dimensions: try towers.width(orFrom: configuration["embed_dim"]),
            image: try towers.imageSide(try imageInput(), from: preprocessing, "size"),
            text: try towers.textSide(
                tokenizer: folder.appending("textual/tokenizer.json"),
                context: try text["context_length"].integer(in: 1...65_536) ?? 77,
                padding: try padding(), cleaning: try cleaning(text)),
            // A bias is what tells a model that was trained with the sigmoid loss.
            scoring: configuration["init_logit_bias"].isThere ? .siglip : .clip,
            labels: nil, papers: [configuration.file, preprocessing] + [tokenizerSettings].filter(FileSystem.isFile))
    }

    private func imageInput() throws(EvokeError) -> ImageInput {
        let settings = try Configuration(preprocessing)
        let size: PixelSize
        if let pair = try? settings["size"].list() {
            guard pair.count == 2 else { throw settings["size"].failure("needs a height and a width") }
            size = PixelSize(
                width: try pair[1].required(pair[1].integer(in: 1...4_096)),
                height: try pair[0].required(pair[0].integer(in: 1...4_096)))
        } else {
            let side = try settings["size"].required(settings["size"].integer(in: 1...4_096))
            size = PixelSize(width: side, height: side)
        }
        let fill = UInt8(try settings["fill_color"].integer(in: 0...255) ?? 0)
        return ImageInput(
            size: size,
            fit: try settings["resize_mode"].choice(
                ["shortest": .shortest(max(size.width, size.height)), "squash": .squash, "longest": .pad(fill)],
                default: "shortest"),
            kernel: try settings["interpolation"].choice(
                ["bicubic": .bicubic, "bilinear": .bilinear], default: "bicubic"),
            mean: try settings["mean"].colour() ?? ImageInput.clipMean,
            std: try settings["std"].divisor() ?? ImageInput.clipStd)
    }

    private func padding() throws(EvokeError) -> ModelDescription.TextSide.Padding {
        guard FileSystem.isFile(tokenizerSettings) else { return .id(0) }
        return try Configuration(tokenizerSettings)["pad_token"].token().map { .token($0) } ?? .id(0)
    }

    private func cleaning(_ text: Configuration) throws(EvokeError) -> TextCleaning {
        // White space is folded for all of these models.
        try text["tokenizer_kwargs"]["clean"].choice(
            ["canonicalize": .canonical, "lower": .lowercase, "whitespace": .folded], default: "whitespace")
    }
}
