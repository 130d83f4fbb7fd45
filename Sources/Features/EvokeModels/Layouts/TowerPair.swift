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
        image: FilePath, text: FilePath, imageOutput: String? = nil, textOutput: String? = nil,
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
                    + "'\(FilePath(bytes: image.name).display)' have \(across)")
        }
        dimensions = imageVector.width ?? textVector.width
    }

    private static func unprojected(_ file: FilePath, _ width: Int?, _ projection: Configuration) -> EvokeError {
        let numbers = width.map { " of \($0) numbers" } ?? ""
        return .invalidModel(
            file,
            "it gives 'pooler_output'\(numbers), without the model's projection to vectors ('projection_dim' in "
                + "'\(FilePath(bytes: projection.file.name).display)')",
            remedy: "Export it with its projection, so that it gives 'image_embeds' or 'text_embeds'. "
                + .exportTwoSides)
    }

    func width(orFrom configuration: Configuration) throws(EvokeError) -> Int {
        if let dimensions { return dimensions }
        return try configuration.required(configuration.integer(in: 1...65_536))
    }

    /// The image encoder, if its graph takes pictures of the configured size.
    func imageSide(_ input: ImageInput, from file: FilePath, _ key: String) throws(EvokeError)
        -> ModelDescription.ImageSide
    {
        let picture = try image.picture()
        if let size = picture.size, size != input.size {
            throw .invalidModel(
                file,
                "the key '\(key)' says \(input.size.width) × \(input.size.height) pixels, but "
                    + "'\(FilePath(bytes: image.file.name).display)' takes \(size.width) × \(size.height)")
        }
        return ModelDescription.ImageSide(
            graph: imageGraph, inputName: picture.name, inputType: picture.type, takesBatches: picture.takesBatches,
            input: input)
    }

    func textSide(
        tokenizer: FilePath, context: Int, padding: ModelDescription.TextSide.Padding,
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
