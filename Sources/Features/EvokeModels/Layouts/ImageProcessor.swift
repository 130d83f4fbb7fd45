import EvokeValues

/// A class of the `transformers` library that prepares pictures: what it does where a configuration is silent.
struct ImageProcessor {
    enum Size: Equatable {
        /// Of the shortest side.
        case shortest(Int)
        case exactly(PixelSize)

        static func square(_ side: Int) -> Size { .exactly(PixelSize(width: side, height: side)) }
    }

    var size: Size
    /// What a size of one number means: both sides, or the shortest.
    var oneSizeIsBoth = false
    /// Of what is cut out of the middle, for those that cut.
    var crop: Int?
    /// Cuts the input out of a picture that is larger by a share, which its configuration says; see `crop_pct`.
    var cutsByShare = false
    /// nil where versions of the library differ.
    var kernel: ImageInput.Kernel? = .bicubic
    /// nil for those that leave the colours as they are.
    var colours: (mean: [Float], std: [Float])? = clip
    var turnsColoursAround = false

    private static let clip = (mean: ImageInput.clipMean, std: ImageInput.clipStd)
    private static let half: (mean: [Float], std: [Float]) = ([0.5, 0.5, 0.5], [0.5, 0.5, 0.5])

    private static let known = [
        "CLIPImageProcessor": ImageProcessor(size: .shortest(224), crop: 224),
        "ChineseCLIPImageProcessor": ImageProcessor(size: .shortest(224), crop: 224),
        "BitImageProcessor": ImageProcessor(size: .shortest(224), crop: 224),
        "SiglipImageProcessor": ImageProcessor(size: .square(224), colours: half),
        "ViTImageProcessor": ImageProcessor(
            size: .square(224), oneSizeIsBoth: true, kernel: .bilinear, colours: half),
        "DeiTImageProcessor": ImageProcessor(size: .square(256), oneSizeIsBoth: true, crop: 224, colours: half),
        "BlipImageProcessor": ImageProcessor(size: .square(384), oneSizeIsBoth: true),
        "ConvNextImageProcessor": ImageProcessor(size: .shortest(384), cutsByShare: true, kernel: nil, colours: half),
        "MobileViTImageProcessor": ImageProcessor(
            size: .shortest(224), crop: 256, kernel: nil, colours: nil, turnsColoursAround: true),
    ]

    /// Which class the library takes for a model whose configuration names none.
    private static let usual = [
        "clip": "CLIPImageProcessor", "chinese_clip": "ChineseCLIPImageProcessor", "siglip": "SiglipImageProcessor",
    ]

    /// The class that `settings` name, else the model's usual one, if it has one.
    static func named(in settings: Configuration, of modelType: String) throws(EvokeError) -> ImageProcessor? {
        for key in [settings["image_processor_type"], settings["feature_extractor_type"]] {
            guard let written = try key.text() else { continue }
            // One class in its slow and its fast form, and under the name that it had until 2022.
            var name = written
            for suffix in ["Fast", "Pil"] where name.hasSuffix(suffix) { name.removeLast(suffix.count) }
            if name.hasSuffix("FeatureExtractor") {
                name.removeLast("FeatureExtractor".count)
                name += "ImageProcessor"
            }
            if let processor = known[name] { return processor }
            if name == "Siglip2ImageProcessor" {
                throw key.failure("is '\(written)', which cuts pictures into patches (NaFlex)", remedy: .noPatches)
            }
            throw key.failure(
                "is '\(written)', whose way of preparing pictures is not known here; Evoke knows "
                    + known.keys.sorted().joined(separator: ", "))
        }
        return usual[modelType].flatMap { known[$0] }
    }
}

extension String {
    /// Remedies, each for several of the faults that a model's directory can have.
    static let noPatches =
        "Take a SigLIP 2 of one resolution, as siglip2-base-patch16-224, whose pictures come as [1, 3, 224, 224]."
    static let exportTwoSides =
        "Take an export with the two sides apart, onnx/vision_model.onnx and onnx/text_model.onnx, as Xenova and "
        + "onnx-community publish them, or make one with 'python -m scripts.convert --model_id MODEL "
        + "--split_modalities' of transformers.js; 'optimum-cli export onnx' puts both sides into one graph."
}
