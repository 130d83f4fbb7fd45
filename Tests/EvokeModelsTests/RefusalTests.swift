import EvokePorts
import EvokeTestSupport
import EvokeValues
import Testing

@testable import EvokeModels

/// Directories that are no models that Evoke reads: what it says of them, and what it says to do.
@Suite struct RefusalTests {
    private let folder = TemporaryFolder()

    @Test(arguments: ["model.onnx", "onnx/model.onnx", "onnx/model_fp16.onnx"])
    func aGraphOfBothSidesIsToBeExportedApart(name: String) throws {
        let bytes = sketch([pixels, tokens("input_ids"), tokens("attention_mask")]).bytes
        try folder.write("m/\(name)", bytes)
        try folder.write("m/config.json", #"{"model_type": "clip"}"#.utf8)
        try expect("both sides", "--split_modalities", subject: name)
    }

    @Test func aSideAloneIsSaidToBeOne() throws {
        try folder.write("m/onnx/model.onnx", sketch([tokens("input_ids"), tokens("attention_mask")]).bytes)
        try expect("only a text encoder", "vision_model.onnx", subject: "model.onnx")
        try folder.write("m/onnx/model.onnx", sketch([pixels]).bytes)
        try expect("only an image encoder", "text_model.onnx", subject: "model.onnx")
    }

    @Test(arguments: ["model.safetensors", "pytorch_model.bin", "tf_model.h5"])
    func weightsAreToBeExported(name: String) throws {
        try folder.write("m/config.json", #"{"model_type": "clip"}"#.utf8)
        try folder.write("m/\(name)", [0])
        try expect(name, "--split_modalities")
    }

    @Test func anOpenCLIPFolderIsToBeExported() throws {
        try folder.write("m/open_clip_config.json", "{}".utf8)
        try folder.write("m/open_clip_pytorch_model.bin", [0])
        try expect("OpenCLIP", "immich-app")
    }

    @Test func aSentenceTransformersFolderIsSaidToBeOne() throws {
        try folder.write("m/modules.json", "[]".utf8)
        try folder.write("m/onnx/model.onnx", sketch([tokens("input_ids")]).bytes)
        try expect("sentence-transformers", "ONNX")
    }

    @Test func anEmptyFolderIsNone() throws {
        try folder.write("m/README.md", [])
        try expect("none of evoke.json", "Give the folder")
    }

    @Test func sidesInDifferentPrecisionsAreListed() throws {
        let copy = try ModelCopy(of: "hub-clip", in: folder, at: "m")
        for name in ["", "_int8", "_quantized", "_uint8"] { try copy.remove("onnx/vision_model\(name).onnx") }
        for name in ["", "_fp16", "_quantized", "_uint8"] { try copy.remove("onnx/text_model\(name).onnx") }
        try expect("vision_model comes as fp16, text_model as int8", "the missing graph", subject: "onnx")
    }

    @Test func graphsBesideTheConfigurationsAreReadAsIfInTheirFolder() throws {
        let copy = try ModelCopy(of: "hub-clip", in: folder, at: "m")
        let whole = try describe()
        for side in ["vision", "text"] {
            for name in ["", "_fp16"] {
                try copy.move("onnx/\(side)_model\(name).onnx", to: "\(side)_model\(name).onnx")
            }
            for name in ["_int8", "_quantized", "_uint8"] { try copy.remove("onnx/\(side)_model\(name).onnx") }
        }
        try copy.remove("onnx")
        let flat = try describe()
        #expect(flat.image.input == whole.image.input && flat.text.padding == whole.text.padding)
        #expect(flat.image.graph.file.display.hasSuffix("/m/vision_model.onnx") && flat.variant == "fp32")
        #expect(try describe(variant: "fp16").text.graph.file.display.hasSuffix("/m/text_model_fp16.onnx"))
        try copy.remove("text_model.onnx")
        try copy.remove("text_model_fp16.onnx")
        try expect("missing", "", subject: "text_model.onnx")
    }

    @Test func aPictureMustComeWithItsColorsFirst() throws {
        for shape in [[1, 32, 32, 3], [nil, nil, nil, 3]] {
            try hub(image: [.init("pixel_values", .float32, shape)])
            try expect("channels last (NHWC)", "--inputs-as-nchw", subject: "vision_model.onnx")
        }
        try hub(image: [.init("pixel_values", .uint8, [1, 3, 32, 32])])
        try expect("floating-point", "", subject: "vision_model.onnx")
    }

    @Test func patchesInsteadOfPicturesAreNaFlex() throws {
        try hub(image: [
            .init("pixel_values", .float32, [nil, nil, 768]), .init("pixel_attention_mask", .int64, [nil, nil]),
            .init("spatial_shapes", .int64, [nil, 2]),
        ])
        try expect("NaFlex", "siglip2-base-patch16-224", subject: "vision_model.onnx")
    }

    @Test func aTowerThatTakesTheOthersInputsIsBoth() throws {
        try hub(image: [pixels, tokens("input_ids")])
        try expect("both sides at once", "--split_modalities", subject: "vision_model.onnx")
    }

    @Test func aMaskOfTrueAndFalseIsRefused() throws {
        try hub(text: [tokens("input_ids"), .init("attention_mask", .truth, [nil, nil])])
        try expect("'attention_mask' is boolean", "int64", subject: "text_model.onnx")
    }

    @Test(arguments: [48, 24]) func aVectorBeforeItsProjectionIsNone(width: Int) throws {
        try hub(imageOutput: "pooler_output", width: width)
        try expect("'projection_dim'", "image_embeds", subject: "vision_model.onnx")
        try hub(textOutput: "pooler_output")
        try expect("'projection_dim'", "text_embeds", subject: "text_model.onnx")
    }

    @Test func widthsThatContradictTheConfigurationAreRefused() throws {
        try hub()
        try folder.write("m/config.json", #"{"model_type": "clip", "projection_dim": 16}"#.utf8)
        try expect("'projection_dim'", "", subject: "config.json")
    }

    @Test(arguments: [
        "altclip", "clipseg", "xclip", "align", "jina_clip", "nomic_bert", "metaclip_2", "blip", "bert",
    ]) func otherFamiliesAreRefusedByTheirName(type: String) throws {
        try hub()
        try folder.write("m/config.json", #"{"model_type": "\#(type)"}"#.utf8)
        try expect("'model_type' is '\(type)'", "", subject: "config.json")
    }

    @Test(arguments: [
        ("interpolation", #""interpolation": "random""#), ("mode", #""mode": "L""#),
        ("fill_color", #""resize_mode": "longest", "fill_color": [0, 0, 0]"#), ("size", #""size": [32, 48]"#),
        ("size", #""size": [32]"#),
    ]) func immichsKeysAreReadOrRefused(key: String, said: String) throws {
        let copy = try ModelCopy(of: "immich-clip", in: folder, at: "m")
        try copy.write(
            "visual/preprocess_cfg.json", #"{"size": 32, \#(said)}"#.replacing(#""size": 32, "size""#, with: #""size""#)
        )
        try expect("'\(key)", "", subject: "preprocess_cfg.json")
        try copy.write(
            "visual/preprocess_cfg.json", #"{"size": [32, 32], "resize_mode": "longest", "fill_color": null}"#)
        #expect(try describe().image.input.fit == .pad(0) && describe().image.input.middle == .whole)
    }

    private let pixels = GraphSketch.Port("pixel_values", .float32, [nil, 3, 32, 32])

    private func tokens(_ name: String) -> GraphSketch.Port { .init(name, .int64, [nil, nil]) }

    private func sketch(_ inputs: [GraphSketch.Port]) -> GraphSketch {
        GraphSketch(inputs: inputs, outputs: [.init("logits_per_image", .float32, [nil, nil])])
    }

    /// A hub export of which nothing but what its graphs say of themselves can be read.
    private func hub(
        image: [GraphSketch.Port]? = nil, text: [GraphSketch.Port]? = nil, imageOutput: String = "image_embeds",
        textOutput: String = "text_embeds", width: Int = 24
    ) throws {
        let image = GraphSketch(
            inputs: image ?? [pixels], outputs: [.init(imageOutput, .float32, [nil, width])])
        let text = GraphSketch(
            inputs: text ?? [tokens("input_ids")], outputs: [.init(textOutput, .float32, [nil, 24])])
        try folder.write("m/onnx/vision_model.onnx", image.bytes)
        try folder.write("m/onnx/text_model.onnx", text.bytes)
        try folder.write("m/config.json", #"{"model_type": "clip", "projection_dim": 24}"#.utf8)
        try folder.write("m/preprocessor_config.json", #"{"size": 32, "crop_size": 32}"#.utf8)
        try folder.write("m/tokenizer_config.json", #"{"pad_token": "<|endoftext|>"}"#.utf8)
    }

    private func describe(variant: String? = nil) throws -> ModelDescription {
        let place = folder.path.appending("m").display
        return try ModelStore(folders: [], cache: folder.path).describe(place, variant: variant)
    }

    private func expect(_ reason: String, _ remedy: String, subject: String = "m") throws {
        let error = try #require(throws: EvokeError.self) { try describe() }
        #expect(
            error.kind == .modelInvalid && error.subject.hasSuffix(subject) && error.reason.contains(reason)
                && (remedy.isEmpty || error.remedy.contains(remedy)), "\(error)")
    }
}
