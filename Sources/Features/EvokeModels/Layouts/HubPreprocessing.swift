import EvokePorts
import EvokeSystem
import EvokeValues

/// The image preprocessing of a hub export: what its configuration says, and otherwise the defaults of the class that
/// wrote the configuration.
struct HubPreprocessing {
    let settings: Configuration
    private let processor: ImageProcessor?

    /// transformers 5 writes `processor_config.json`, which takes precedence over the older file.
    init(in folder: DiskPath, modelType: String) throws(EvokeError) {
        settings = try Self.settings(in: folder)
        processor = try ImageProcessor.named(in: settings, of: modelType)
    }

    private static func settings(in folder: DiskPath) throws(EvokeError) -> Configuration {
        let whole = folder.appending("processor_config.json")
        if FileSystem.isFile(whole) {
            let part = try Configuration(whole)["image_processor"]
            if part.isThere { return try part.object() }
        }
        return try Configuration(folder.appending("preprocessor_config.json"))
    }

    var sizeKey: String { settings["crop_size"].isThere ? "crop_size" : "size" }

    func input() throws(EvokeError) -> ImageInput {
        try refuseTheRest()
        let (size, fit) = try sizeAndFit()
        let (mean, std) = try colors()
        return ImageInput(size: size, fit: fit, kernel: try kernel(), mean: mean, std: std, middle: .whole)
    }

    /// Rejects settings that would change pixels in ways that Evoke doesn't support.
    private func refuseTheRest() throws(EvokeError) {
        if try settings["do_resize"].flag() == false { throw settings["do_resize"].failure("is false") }
        for key in ["rescale_offset", "use_square_size"] where try settings[key].flag() == true {
            throw settings[key].failure("is true, which Evoke does not support")
        }
        let turns = settings["do_flip_channel_order"]
        if try turns.flag() ?? (processor?.turnsColorsAround == true) {
            throw turns.failure(
                turns.isThere
                    ? "is true: the model needs BGR channel order, not supported by Evoke"
                    : "is missing and defaults to true: the model needs BGR channel order, not supported by Evoke")
        }
        if try settings["do_pad"].flag() == true, settings["pad_size"].isThere {
            throw settings["pad_size"].failure("adds a border, which Evoke does not support here")
        }
        if settings["crop_pct"].isThere, processor?.cutsByShare != true {
            throw settings["crop_pct"].failure("is set, but only means something to a ConvNextImageProcessor")
        }
    }

    private func sizeAndFit() throws(EvokeError) -> (PixelSize, ImageInput.Fit) {
        let cuts = settings["do_center_crop"]
        let isCut = try known(cuts.flag() ?? processor.map { $0.crop != nil }, "do_center_crop")
        let crop = isCut ? try cropSize() : nil
        switch try size() {
        case .shortest(let side) where processor?.cutsByShare == true:
            guard crop == nil else { throw cuts.failure("is true for a class that crops by 'crop_pct'") }
            return try cutByShare(side)
        case .shortest(let side):
            guard let crop else {
                throw (cuts.isThere ? cuts : settings["size"]).failure(
                    "keeps the aspect ratio, but a graph takes one size")
            }
            guard crop.width <= side, crop.height <= side else {
                throw settings["crop_size"].failure("is larger than the picture that is cropped")
            }
            return (crop, .shortest(side))
        case .exactly where processor?.cutsByShare == true:
            throw settings["size"].failure("has no 'shortest_edge', which its class needs")
        case .exactly(let whole):
            guard crop == nil || crop == whole else {
                throw settings["crop_size"].failure("crops a squashed picture, which Evoke does not support")
            }
            return (whole, .squash)
        }
    }

    private func size() throws(EvokeError) -> ImageProcessor.Size {
        let size = settings["size"]
        guard size.isThere else { return try known(processor?.size, "size") }
        if size.isObject {
            for key in ["longest_edge", "max_height", "max_width", "max_pixels"] where size[key].isThere {
                throw size[key].failure("allows many sizes, but a graph takes one size")
            }
            if let side = try size["shortest_edge"].integer(in: 1...4_096) { return .shortest(side) }
            return .exactly(try pair(size))
        }
        if size.isList { return .exactly(try size.heightAndWidth()) }
        let side = try size.required(size.integer(in: 1...4_096))
        // Before sizes had keys, each class interpreted the number in its own way.
        let isBoth = try known(processor?.oneSizeIsBoth, "image_processor_type")
        if let said = try settings["default_to_square"].flag(), said != isBoth {
            throw settings["default_to_square"].failure(
                "is \(said) for a 'size' of one number, which versions of transformers interpret differently")
        }
        return isBoth ? .square(side) : .shortest(side)
    }

    private func cropSize() throws(EvokeError) -> PixelSize {
        let crop = settings["crop_size"]
        if crop.isObject { return try pair(crop) }
        if crop.isList { return try crop.heightAndWidth() }
        let side = try known(crop.integer(in: 1...4_096) ?? processor?.crop, "crop_size")
        return PixelSize(width: side, height: side)
    }

    private func pair(_ size: Configuration) throws(EvokeError) -> PixelSize {
        PixelSize(
            width: try size["width"].required(size["width"].integer(in: 1...4_096)),
            height: try size["height"].required(size["height"].integer(in: 1...4_096)))
    }

    /// As in ConvNeXt's class: large inputs are not cropped.
    private func cutByShare(_ side: Int) throws(EvokeError) -> (PixelSize, ImageInput.Fit) {
        let square = PixelSize(width: side, height: side)
        guard side < 384 else { return (square, .squash) }
        let share = try settings["crop_pct"].number() ?? 224 / 256
        guard share > 0.1, share <= 1 else { throw settings["crop_pct"].failure("is not between 0.1 and 1") }
        return (square, .shortest(Int(nearest: (Double(side) / share).rounded(.down))))
    }

    /// The numbers are Pillow's constants for its filters.
    private func kernel() throws(EvokeError) -> ImageInput.Kernel {
        switch try settings["resample"].integer(in: 0...5) {
        case 2: return .bilinear
        case 3: return .bicubic
        case nil: return try known(processor?.kernel, "resample")
        case let number?: throw settings["resample"].failure("is \(number), not 2 (bilinear) or 3 (bicubic)")
        }
    }

    /// Converts (v · factor − mean) / std to pixels between 0 and 1.
    private func colors() throws(EvokeError) -> (mean: [Float], std: [Float]) {
        let isScaled = try settings["do_rescale"].flag() ?? true
        let factor = isScaled ? try settings["rescale_factor"].number() ?? 1 / 255 : 1
        guard factor > 0 else { throw settings["rescale_factor"].failure("is not above 0") }
        let range = Float(255 * factor)
        let isNormalized = try known(
            settings["do_normalize"].flag() ?? processor.map { $0.colors != nil }, "do_normalize")
        guard isNormalized else { return ([0, 0, 0], [Float](repeating: 1 / range, count: 3)) }
        var (mean, std) = (try settings["image_mean"].color(), try settings["image_std"].divisor())
        if mean == nil, std == nil { (mean, std) = (processor?.colors?.mean, processor?.colors?.std) }
        // If only one of the pair is set, that is a mistake, not a default.
        return (
            try settings["image_mean"].required(mean).map { $0 / range },
            try settings["image_std"].required(std).map { $0 / range }
        )
    }

    /// Returns the configured or default value; throws if there is neither.
    private func known<Value>(_ value: Value?, _ key: String) throws(EvokeError) -> Value {
        if let value { return value }
        throw settings[key].failure(
            processor == nil
                ? "is missing, and so is 'image_processor_type', which would give the default"
                : "is missing, and versions of transformers have different defaults")
    }
}

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
    var colors: (mean: [Float], std: [Float])? = clip
    var turnsColorsAround = false

    private static let clip = (mean: ImageInput.clipMean, std: ImageInput.clipStd)
    private static let half: (mean: [Float], std: [Float]) = ([0.5, 0.5, 0.5], [0.5, 0.5, 0.5])

    private static let known = [
        "CLIPImageProcessor": ImageProcessor(size: .shortest(224), crop: 224),
        "ChineseCLIPImageProcessor": ImageProcessor(size: .shortest(224), crop: 224),
        "BitImageProcessor": ImageProcessor(size: .shortest(224), crop: 224),
        "SiglipImageProcessor": ImageProcessor(size: .square(224), colors: half),
        "ViTImageProcessor": ImageProcessor(
            size: .square(224), oneSizeIsBoth: true, kernel: .bilinear, colors: half),
        "DeiTImageProcessor": ImageProcessor(size: .square(256), oneSizeIsBoth: true, crop: 224, colors: half),
        "BlipImageProcessor": ImageProcessor(size: .square(384), oneSizeIsBoth: true),
        "ConvNextImageProcessor": ImageProcessor(size: .shortest(384), cutsByShare: true, kernel: nil, colors: half),
        "MobileViTImageProcessor": ImageProcessor(
            size: .shortest(224), crop: 256, kernel: nil, colors: nil, turnsColorsAround: true),
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
