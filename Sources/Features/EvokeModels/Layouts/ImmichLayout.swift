import EvokeSystem
import EvokeValues

/// The layout in which Immich publishes models: open_clip's `config.json` next to `visual/` and `textual/`.
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
        let settings = try Configuration(ifThere: tokenizerSettings)
        return ModelDescription(
            name: FilePath(bytes: folder.name).display, version: "", summary: "", licence: "", sources: [],
            layout: .immich, variant: nil, folder: folder,
            dimensions: try towers.width(orFrom: configuration["embed_dim"]),
            image: try towers.imageSide(try imageInput(), from: preprocessing, "size"),
            text: try towers.textSide(
                tokenizer: folder.appending("textual/tokenizer.json"),
                context: try text["context_length"].integer(in: 1...65_536) ?? 77,
                padding: try padding(settings), cleaning: try cleaning(text)),
            scoring: try scoring(configuration, settings),
            labels: nil, papers: [configuration.file, preprocessing] + [tokenizerSettings].filter(FileSystem.isFile))
    }

    private func imageInput() throws(EvokeError) -> ImageInput {
        let settings = try Configuration(preprocessing)
        let size = try self.size(settings["size"])
        let _: Bool = try settings["mode"].choice(["RGB": true], default: "RGB")
        let resize: Resize = try settings["resize_mode"].choice(
            ["shortest": .shortest, "squash": .squash, "longest": .longest], default: "shortest")
        let fit: ImageInput.Fit
        switch resize {
        case .squash: fit = .squash
        case .longest: fit = .pad(UInt8(try settings["fill_color"].integer(in: 0...255) ?? 0))
        case .shortest:
            guard size.width == size.height else {
                throw settings["size"].failure("is not square, which Evoke does not support for this kind of cropping")
            }
            fit = .shortest(size.width)
        }
        return ImageInput(
            size: size, fit: fit,
            kernel: try settings["interpolation"].choice(
                ["bicubic": .bicubic, "bilinear": .bilinear], default: "bicubic"),
            mean: try settings["mean"].colour() ?? ImageInput.clipMean,
            std: try settings["std"].divisor() ?? ImageInput.clipStd,
            // open_clip recorded the file; it rounds half a pixel when cropping, and drops it when padding.
            middle: resize == .longest ? .whole : .even)
    }

    private enum Resize { case shortest, squash, longest }

    private func size(_ size: Configuration) throws(EvokeError) -> PixelSize {
        if size.isList { return try size.heightAndWidth() }
        let side = try size.required(size.integer(in: 1...4_096))
        return PixelSize(width: side, height: side)
    }

    private func padding(_ settings: Configuration) throws(EvokeError) -> ModelDescription.TextSide.Padding {
        guard FileSystem.isFile(settings.file) else {
            throw .invalidModel(settings.file, "the file, with its key 'pad_token', is missing")
        }
        return .token(try settings["pad_token"].required(settings["pad_token"].token()))
    }

    /// A bias marks a model trained with the sigmoid loss, and Gemma's tokenizer tells which of them it is.
    private func scoring(_ configuration: Configuration, _ settings: Configuration) throws(EvokeError) -> LabelScoring {
        guard configuration["init_logit_bias"].isThere else { return .clip }
        let tokenizer = try settings["tokenizer_class"].text() ?? ""
        return ["Gemma", "Siglip2"].contains(where: tokenizer.hasPrefix) ? .siglip2 : .siglip
    }

    private func cleaning(_ text: Configuration) throws(EvokeError) -> TextCleaning {
        // All of these models fold white space.
        try text["tokenizer_kwargs"]["clean"].choice(
            ["canonicalize": .canonical, "lower": .lowercase, "whitespace": .folded], default: "whitespace")
    }
}
