import EvokePorts
import EvokeSystem
import EvokeValues

/// What all published layouts have in common: two graphs, whose names, types, and shapes are read.
struct TowerPair {
    let image: GraphRoles
    let text: GraphRoles
    let imageGraph: ModelDescription.Graph
    let textGraph: ModelDescription.Graph
    /// The length of vectors. If both graphs declare it, they agree; if only one does, the other is trusted until it
    /// runs.
    let dimensions: Int?

    /// - Parameter projection: the key for the length of projected vectors; nil for families without a projection.
    init(
        image: DiskPath, text: DiskPath, imageOutput: String? = nil, textOutput: String? = nil,
        projection: Configuration? = nil
    ) throws(EvokeError) {
        for file in [image, text] where !FileSystem.isFile(file) {
            throw .invalidModel(file, "the file is missing")
        }
        self.image = try GraphRoles(image)
        self.text = try GraphRoles(text)
        let (imageVector, textVector) = (try self.image.vector(imageOutput), try self.text.vector(textOutput))
        if let projection {
            for (file, output) in [(image, imageVector), (text, textVector)] where output.name == "pooler_output" {
                throw Self.unprojected(file, output.width, projection)
            }
        }
        imageGraph = ModelDescription.Graph(
            file: image, weights: try self.image.weights(), output: imageVector.name, outputType: imageVector.type,
            isQuantized: self.image.graph.isQuantized, isCalibrated: self.image.graph.isCalibrated)
        textGraph = ModelDescription.Graph(
            file: text, weights: try self.text.weights(), output: textVector.name, outputType: textVector.type,
            isQuantized: self.text.graph.isQuantized, isCalibrated: self.text.graph.isCalibrated)
        if let across = imageVector.width, let down = textVector.width, across != down {
            throw .invalidModel(
                text,
                "its vectors have \(down) dimensions, but those of "
                    + "'\(DiskPath(bytes: image.name).display)' have \(across)")
        }
        dimensions = imageVector.width ?? textVector.width
    }

    private static func unprojected(_ file: DiskPath, _ width: Int?, _ projection: Configuration) -> EvokeError {
        let numbers = width.map { " of \($0) numbers" } ?? ""
        return .invalidModel(
            file,
            "it gives 'pooler_output'\(numbers), without the model's projection to vectors ('projection_dim' in "
                + "'\(DiskPath(bytes: projection.file.name).display)')",
            remedy: "Export it with its projection, so that it gives 'image_embeds' or 'text_embeds'. "
                + .exportTwoSides)
    }

    func width(orFrom configuration: Configuration) throws(EvokeError) -> Int {
        if let dimensions { return dimensions }
        return try configuration.required(configuration.integer(in: 1...65_536))
    }

    /// The image encoder, if its graph takes pictures of the configured size.
    func imageSide(_ input: ImageInput, from file: DiskPath, _ key: String) throws(EvokeError)
        -> ModelDescription.ImageSide
    {
        let picture = try image.picture()
        if let size = picture.size, size != input.size {
            throw .invalidModel(
                file,
                "the key '\(key)' says \(input.size.width) × \(input.size.height) pixels, but "
                    + "'\(DiskPath(bytes: image.file.name).display)' takes \(size.width) × \(size.height)")
        }
        return ModelDescription.ImageSide(
            graph: imageGraph, inputName: picture.name, inputType: picture.type, takesBatches: picture.takesBatches,
            input: input)
    }

    func textSide(
        tokenizer: DiskPath, context: Int, padding: ModelDescription.TextSide.Padding,
        cleaning: TextCleaning = .none, prefix: String = "", ending: String? = nil, isMasked: Bool = true
    ) throws(EvokeError) -> ModelDescription.TextSide {
        let words = try text.words()
        let inputs = words.inputs.map { input in
            ModelDescription.TokenInput(
                name: input.name, type: input.type, role: input.role == .mask && !isMasked ? .ones : input.role)
        }
        return ModelDescription.TextSide(
            graph: textGraph, inputs: inputs, takesBatches: words.takesBatches, tokenizer: tokenizer,
            cleaning: cleaning, prefix: prefix, ending: ending, context: words.length ?? context,
            isFixed: words.length != nil || (text.graph.isCalibrated && padding != .none), padding: padding)
    }
}

/// The layout in which Immich publishes models: open_clip's `config.json` next to `visual/` and `textual/`.
struct ImmichLayout {
    private let folder: DiskPath
    private let preprocessing: DiskPath
    private let tokenizerSettings: DiskPath

    init(_ folder: DiskPath) {
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
            name: DiskPath(bytes: folder.name).display, version: "", summary: "", license: "", sources: [],
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
            mean: try settings["mean"].color() ?? ImageInput.clipMean,
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

/// `visual.onnx`, `textual.onnx`, and `tokenizer/bpe_simple_vocab_16e6.txt.gz`, with no configuration: preprocessing is
/// CLIP's, and the graph has the picture's size.
struct RclipLayout {
    let folder: DiskPath

    func read() throws(EvokeError) -> ModelDescription {
        let image = folder.appending("visual.onnx")
        let towers = try TowerPair(image: image, text: folder.appending("textual.onnx"))
        guard let size = try towers.image.picture().size else {
            throw .invalidModel(image, "it does not fix the size of its pictures, and there is no configuration")
        }
        guard let dimensions = towers.dimensions else {
            throw .invalidModel(image, "it does not declare the length of its vectors")
        }
        let input = ImageInput(
            size: size, fit: .shortest(max(size.width, size.height)), kernel: .bicubic, mean: ImageInput.clipMean,
            std: ImageInput.clipStd)
        return ModelDescription(
            name: DiskPath(bytes: folder.name).display, version: "", summary: "", license: "", sources: [],
            layout: .rclip, variant: nil, folder: folder, dimensions: dimensions,
            image: try towers.imageSide(input, from: image, "input"),
            text: try towers.textSide(
                tokenizer: folder.appending("tokenizer/bpe_simple_vocab_16e6.txt.gz"), context: 77, padding: .id(0)),
            scoring: .clip, labels: nil, papers: [])
    }
}
