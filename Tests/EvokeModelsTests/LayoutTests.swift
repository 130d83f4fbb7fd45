import EvokePorts
import EvokeSystem
import EvokeTestSupport
import EvokeValues
import FoundationEssentials
import Testing

@testable import EvokeModels

/// Directories as their publishers lay them out, and what is wrong with them.
@Suite struct LayoutTests {
    private let folder = TemporaryFolder()

    @Test func readsNamesTypesAndShapesFromTheGraphs() throws {
        let hub = try describe("hub-clip")
        #expect(hub.image.inputName == "pixel_values" && hub.image.takesBatches && !hub.text.isFixed)
        #expect(hub.text.inputs.map(\.type) == [.int64])
        #expect(try Set(describe("hub-clip-masked").text.inputs.map(\.role)) == [.ids, .mask])

        let immich = try describe("immich-clip")
        #expect(immich.text.inputs.map(\.type) == [.int32] && immich.text.isFixed && immich.text.context == 77)
        #expect(!immich.image.takesBatches)
        #expect(!(immich.image.graph.weights + immich.text.graph.weights).isEmpty, "weights beside the graph")
    }

    @Test func readsHowPicturesAreMadeReady() throws {
        let names = ["hub-clip", "hub-mobileclip", "hub-siglip", "rclip"]
        let inputs = try names.map { try describe($0).image.input }
        #expect(inputs[0].fit == .shortest(32) && inputs[0].kernel == .bicubic && inputs[2].fit == .squash)
        #expect(inputs[1].kernel == .bilinear && inputs[1].mean == [0, 0, 0] && inputs[1].std == [1, 1, 1])
        #expect(inputs[3].mean == ImageInput.clipMean)
    }

    @Test func picksTheVariant() throws {
        #expect(try describe("hub-clip").variant == "fp32")
        let half = try describe("hub-clip", variant: "fp16")
        #expect(half.image.graph.file.display.hasSuffix("vision_model_fp16.onnx"))
        let error = #expect(throws: EvokeError.self) { try describe("hub-clip", variant: "fp64") }
        #expect(error?.remedy.contains("fp32, fp16") == true, "\(error?.remedy ?? "")")
        #expect(throws: EvokeError.self) { try describe("rclip", variant: "fp16") }
    }

    @Test(arguments: [
        ("hub-clip", "preprocessor_config.json", "\"resample\": 3", "\"resample\": 1", "resample"),
        ("hub-clip", "preprocessor_config.json", "\"do_resize\": true", "\"do_resize\": false", "do_resize"),
        ("hub-clip", "preprocessor_config.json", "\"image_std\"", "\"image_sdt\"", "image_std"),
        ("hub-clip", "preprocessor_config.json", "\"height\": 32", "\"height\": 48", "crop_size"),
        ("hub-clip", "config.json", "\"model_type\": \"clip\"", "\"model_type\": \"blip\"", "model_type"),
        ("hub-siglip", "preprocessor_config.json", "\"height\": 32", "\"height\": 40", "size"),
        ("hub-siglip", "preprocessor_config.json", "\"height\": 32", "\"height\": \"tall\"", "size.height"),
        ("immich-clip", "visual/preprocess_cfg.json", "bicubic", "lanczos", "interpolation"),
        ("immich-clip", "visual/preprocess_cfg.json", "shortest", "stretch", "resize_mode"),
        ("immich-siglip", "config.json", "canonicalize", "polish", "text_cfg.tokenizer_kwargs.clean"),
        ("immich-clip", "config.json", "{", "[", "JSON"),
    ]) func saysWhichKeyOfWhichFileIsWrong(
        model: String, file: String, old: String, new: String, key: String
    ) throws {
        let copy = try copy(of: model)
        let path = copy.appending(file)
        var text = String(decoding: try FileSystem.read(path), as: UTF8.self)
        let range = try #require(text.firstRange(of: old), "\(file) has no \(old)")
        text.replaceSubrange(range, with: new)
        try FileSystem.replace(path, with: Array(text.utf8))
        let error = #expect(throws: EvokeError.self) { try modelStore.describe(copy.display) }
        #expect(
            error?.kind == .modelInvalid && error?.subject.hasSuffix(file) == true
                && error?.reason.contains(key) == true, "\(error?.description ?? "")")
    }

    @Test(arguments: [
        ("hub-clip", "config.json"), ("hub-clip", "preprocessor_config.json"), ("hub-clip", "onnx/text_model.onnx"),
        ("rclip", "textual.onnx"), ("immich-clip", "visual/model.onnx"), ("immich-clip", "config.json"),
        ("immich-clip", "visual/preprocess_cfg.json"),
    ]) func saysWhichFileIsMissing(model: String, file: String) throws {
        let copy = try copy(of: model)
        folder.remove("copy/\(file)")
        for variant in ["fp16", "quantized", "int8", "uint8"] { folder.remove("copy/onnx/text_model_\(variant).onnx") }
        let error = #expect(throws: EvokeError.self) { try modelStore.describe(copy.display) }
        #expect(error?.description.contains(file) == true, "\(error?.description ?? "")")
    }

    @Test func weightsOutsideTheFolderAreNotReached() throws {
        let copy = try copy(of: "immich-clip")
        let side = try describe("immich-clip")
        let graph = side.image.graph.weights.isEmpty ? side.text.graph : side.image.graph
        let name = Array(try #require(graph.weights.first).name)
        let file = copy.appending(graph.file.bytes.dropFirst(side.folder.bytes.count + 1))
        var bytes = try FileSystem.read(file)
        // Its tensor is called the same.
        while let start = bytes.firstRange(of: name)?.lowerBound {
            bytes.replaceSubrange(start..<start + 3, with: Array("../".utf8))
        }
        try FileSystem.replace(file, with: bytes)
        let error = #expect(throws: EvokeError.self) { try modelStore.describe(copy.display) }
        #expect(error?.reason.contains("outside") == true, "\(error?.description ?? "")")
    }

    private var modelStore: ModelStore { ModelStore(folders: [], cache: folder.path) }

    private func describe(_ name: String, variant: String? = nil) throws -> ModelDescription {
        try modelStore.describe(PublishedModel.folder(name).display, variant: variant)
    }

    private func copy(of model: String) throws -> DiskPath {
        let copy = folder.path.appending("copy")
        try FileManager.default.copyItem(atPath: PublishedModel.folder(model).display, toPath: copy.display)
        return copy
    }
}
