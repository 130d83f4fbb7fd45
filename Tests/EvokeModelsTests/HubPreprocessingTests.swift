import EvokePorts
import EvokeTestSupport
import EvokeValues
import Testing

@testable import EvokeModels

/// What a hub export's configuration says of pictures, and what its class says where that is silent.
@Suite struct HubPreprocessingTests {
    private let folder = TemporaryFolder()

    @Test(
        arguments: [
            ("CLIPImageProcessor", 224, .shortest(224), .bicubic, 0.48145466),
            ("CLIPImageProcessorFast", 224, .shortest(224), .bicubic, 0.48145466),
            ("CLIPFeatureExtractor", 224, .shortest(224), .bicubic, 0.48145466),
            ("ChineseCLIPImageProcessor", 224, .shortest(224), .bicubic, 0.48145466),
            ("ViTImageProcessor", 224, .squash, .bilinear, 0.5), ("ViTFeatureExtractor", 224, .squash, .bilinear, 0.5),
            ("SiglipImageProcessorFast", 224, .squash, .bicubic, 0.5),
            ("BlipImageProcessor", 384, .squash, .bicubic, 0.48145466),
        ] as [(String, Int, ImageInput.Fit, ImageInput.Kernel, Float)]) func whatIsNotSaidIsTheClassesDefault(
            name: String, side: Int, fit: ImageInput.Fit, kernel: ImageInput.Kernel, mean: Float
        ) throws
    {
        let input = try input(#"{"image_processor_type": "\#(name)"}"#)
        #expect(input.size == PixelSize(width: side, height: side) && input.fit == fit)
        #expect(input.kernel == kernel && input.mean[0] == mean && input.middle == .whole)
    }

    @Test func theModelsUsualClassStandsInForOneThatIsNotNamed() throws {
        #expect(try input("{}", of: "siglip").fit == .squash && input("{}", of: "clip").mean == ImageInput.clipMean)
        let error = #expect(throws: EvokeError.self) { try input("{}", of: "mobileclip") }
        #expect(error?.reason.contains("image_processor_type") == true, "\(error?.description ?? "")")
    }

    @Test(
        arguments: [
            (#""size": 48"#, 48, .shortest(48)), (#""size": {"shortest_edge": 48}"#, 48, .shortest(48)),
            (#""size": 64, "crop_size": 48"#, 48, .shortest(64)),
            (#""size": {"height": 48, "width": 48}, "do_center_crop": false"#, 48, .squash),
            (#""size": [48, 48], "crop_size": {"height": 48, "width": 48}"#, 48, .squash),
            (#""size": 32, "do_convert_rgb": false, "do_pad": true"#, 32, .shortest(32)),
        ] as [(String, Int, ImageInput.Fit)]) func readsSizesInEveryForm(keys: String, side: Int, fit: ImageInput.Fit)
        throws
    {
        let crop = keys.contains("crop") ? "" : #", "crop_size": \#(side)"#
        let input = try input(#"{"image_processor_type": "CLIPImageProcessor", \#(keys)\#(crop)}"#)
        #expect(input.size == PixelSize(width: side, height: side) && input.fit == fit)
    }

    @Test func oneNumberMeansWhatItsClassTakesItFor() throws {
        #expect(try input(#"{"image_processor_type": "ViTFeatureExtractor", "size": 48}"#).fit == .squash)
        #expect(try input(#"{"image_processor_type": "BlipImageProcessor", "size": 48}"#).fit == .squash)
    }

    @Test func convNeXtCutsByItsShare() throws {
        let type = #""image_processor_type": "ConvNextImageProcessor", "resample": 3"#
        #expect(try input(#"{\#(type), "size": 224, "crop_pct": 0.875}"#).fit == .shortest(256))
        #expect(try input(#"{\#(type), "size": {"shortest_edge": 320}}"#).fit == .shortest(365))
        #expect(try input(#"{\#(type)}"#).fit == .squash)
    }

    @Test func aMobileViTLeavesColorsAsTheyAre() throws {
        let said = #""image_processor_type": "MobileViTImageProcessor", "do_flip_channel_order": false"#
        let input = try input(#"{\#(said), "size": 288, "resample": 2}"#)
        #expect(input.mean == [0, 0, 0] && input.std == [1, 1, 1] && input.size.width == 256)
    }

    @Test func scalesAsItIsTold() throws {
        let halved = try input(
            #"{"rescale_factor": 0.00784313725490196, "image_mean": [1, 1, 1], "image_std": [1, 1, 1]}"#)
        #expect(abs(halved.mean[0] - 0.5) < 1e-6 && abs(halved.std[0] - 0.5) < 1e-6)
        let raw = try input(
            #"{"do_rescale": false, "image_mean": [127.5, 127.5, 127.5], "image_std": [255, 255, 255]}"#)
        #expect(raw.mean == [0.5, 0.5, 0.5] && raw.std == [1, 1, 1])
        #expect(try input(#"{"do_normalize": false}"#).std == [1, 1, 1])
    }

    @Test(arguments: [
        ("image_processor_type", #""image_processor_type": "EfficientNetImageProcessor""#),
        ("image_processor_type", #""image_processor_type": "Siglip2ImageProcessorFast""#),
        ("do_flip_channel_order", #""image_processor_type": "MobileViTImageProcessor""#),
        ("do_flip_channel_order", #""do_flip_channel_order": true"#),
        ("crop_pct", #""crop_pct": 0.9"#), ("do_resize", #""do_resize": false"#),
        ("default_to_square", #""size": 32, "default_to_square": true"#),
        ("do_center_crop", #""do_center_crop": false"#), ("size.longest_edge", #""size": {"longest_edge": 224}"#),
        ("size.longest_edge", #""size": {"shortest_edge": 224, "longest_edge": 500}"#),
        ("size.max_height", #""size": {"max_height": 224, "max_width": 224}"#),
        ("size.width", #""size": {"height": 224}"#), ("size", #""size": "large""#), ("size", #""size": [224]"#),
        ("size", #""image_processor_type": "ViTImageProcessor", "size": {"shortest_edge": 224}"#),
        ("size", #""image_processor_type": "SiglipImageProcessor", "size": {"shortest_edge": 224}"#),
        ("size", #""image_processor_type": "SiglipImageProcessor", "size": 224"#),
        ("size", #""image_processor_type": "ConvNextImageProcessor", "size": {"height": 224, "width": 224}"#),
        (
            "resample",
            #""feature_extractor_type": "MobileViTFeatureExtractor", "do_flip_channel_order": false, "size": 300"#
        ),
        ("crop_size", #""size": {"height": 256, "width": 256}"#), ("crop_size", #""size": 128"#),
        ("crop_size", #""image_processor_type": "DeiTImageProcessor""#),
        ("resample", #""resample": 0"#), ("resample", #""resample": 1"#), ("resample", #""resample": 4"#),
        ("resample", #""image_processor_type": "ConvNextImageProcessor""#),
        ("image_std", #""image_mean": [0, 0, 0]"#), ("image_mean", #""image_std": [1, 1, 1]"#),
        ("pad_size", #""do_pad": true, "pad_size": {"height": 256, "width": 256}"#),
        ("rescale_offset", #""rescale_offset": true"#), ("rescale_factor", #""rescale_factor": 0"#),
    ]) func refusesWhatItDoesNotHaveByItsKey(key: String, said: String) throws {
        let error = #expect(throws: EvokeError.self) { try input("{\(said)}") }
        #expect(
            error?.kind == .modelInvalid && error?.subject.hasSuffix("preprocessor_config.json") == true
                && error?.reason.contains("'\(key)'") == true, "\(error?.description ?? "")")
    }

    @Test func theNewerFileIsBelievedWhereItSpeaksOfPictures() throws {
        func kernel() throws -> ImageInput.Kernel {
            try HubPreprocessing(in: folder.path, modelType: "clip").input().kernel
        }
        try folder.write("preprocessor_config.json", #"{"image_processor_type": "CLIPImageProcessor"}"#.utf8)
        try folder.write("processor_config.json", #"{"processor_class": "CLIPProcessor"}"#.utf8)
        var kernels = [try kernel()]
        try folder.write(
            "processor_config.json",
            #"{"image_processor": {"image_processor_type": "CLIPImageProcessor", "resample": 2}}"#.utf8)
        kernels.append(try kernel())
        folder.remove("preprocessor_config.json")
        kernels.append(try kernel())
        #expect(kernels == [.bicubic, .bilinear, .bilinear])
        try folder.write("processor_config.json", #"{"image_processor": {"resample": 1}}"#.utf8)
        let error = #expect(throws: EvokeError.self) { try kernel() }
        #expect(error?.reason.contains("'image_processor.resample'") == true, "\(error?.description ?? "")")
    }

    private func input(_ json: String, of modelType: String = "clip") throws -> ImageInput {
        try folder.write("preprocessor_config.json", json.utf8)
        return try HubPreprocessing(in: folder.path, modelType: modelType).input()
    }
}
