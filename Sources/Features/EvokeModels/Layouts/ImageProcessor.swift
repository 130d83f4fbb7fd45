import EvokeValues

/// An image processor class of `transformers`: its defaults where a configuration is silent.
struct ImageProcessor {
    enum Size: Equatable {
        /// The length of the shortest side.
        case shortest(Int)
        case exactly(PixelSize)

        static func square(_ side: Int) -> Size { .exactly(PixelSize(width: side, height: side)) }
    }

    var size: Size
    /// Whether a size given as one number means both sides, not the shortest.
    var oneSizeIsBoth = false
    /// The size of the center crop, for classes that crop.
    var crop: Int?
    /// Crops the input from a larger picture, by the ratio `crop_pct` in the configuration.
    var cutsByShare = false
    /// Nil if versions of the library differ.
    var kernel: ImageInput.Kernel? = .bicubic
    /// Nil for classes that don't normalize colors.
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

    /// The library's default class for a model whose configuration names none.
    private static let usual = [
        "clip": "CLIPImageProcessor", "chinese_clip": "ChineseCLIPImageProcessor", "siglip": "SiglipImageProcessor",
    ]

    /// The class that `settings` names, or the model's usual one if it has one.
    static func named(in settings: Configuration, of modelType: String) throws(EvokeError) -> ImageProcessor? {
        for key in [settings["image_processor_type"], settings["feature_extractor_type"]] {
            guard let written = try key.text() else { continue }
            // Strips suffixes of the slow, fast, and pre-2022 names of the same class.
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
                "is '\(written)', which Evoke does not support; it supports "
                    + known.keys.sorted().joined(separator: ", "))
        }
        return usual[modelType].flatMap { known[$0] }
    }
}

extension String {
    /// Remedies that several problems with a model's directory share.
    static let noPatches =
        "Use a fixed-resolution SigLIP 2, such as siglip2-base-patch16-224, which takes pictures as [1, 3, 224, 224]."
    static let exportTwoSides =
        "Use an export with separate graphs, onnx/vision_model.onnx and onnx/text_model.onnx, as Xenova and "
        + "onnx-community publish, or make one with 'python -m scripts.convert --model_id MODEL "
        + "--split_modalities' of transformers.js. 'optimum-cli export onnx' puts both into one graph."
}
