import EvokeTestSupport
import EvokeValues
import Testing

@testable import EvokeModels

/// How texts of a hub export are padded, ended and cut, by the files that are there.
@Suite struct HubTokenizerTests {
    private let folder = TemporaryFolder()

    @Test(arguments: ["GemmaTokenizer", "GemmaTokenizerFast", "Siglip2Tokenizer"])
    func everyNameOfSigLIP2sTokenizerIsOne(name: String) throws {
        let copy = try ModelCopy(of: "hub-siglip2", in: folder)
        try copy.set(["tokenizer_class": name], in: "tokenizer_config.json")
        try expectSigLIP2(describe(copy))
    }

    @Test func aClassWithoutWaysOfItsOwnIsToldByTheEnd() throws {
        let copy = try ModelCopy(of: "hub-siglip2", in: folder)
        try copy.set(["tokenizer_class": "PreTrainedTokenizerFast"], in: "tokenizer_config.json")
        try expectSigLIP2(describe(copy))
        try copy.set(["tokenizer_class": nil, "eos_token": nil, "pad_token": nil], in: "tokenizer_config.json")
        try expectSigLIP2(describe(copy), "by special_tokens_map.json")
        try copy.remove("special_tokens_map.json")
        try expectSigLIP2(describe(copy), "by tokenizer.json")
    }

    /// Its own class would pad in front, which makes other vectors.
    @Test func sigLIP2WithoutItsConfigurationIsRefusedUnlessItsPaddingIsSaid() throws {
        let copy = try ModelCopy(of: "hub-siglip2", in: folder)
        try copy.remove("tokenizer_config.json")
        expectRefusal(of: "padding_side", copy, in: "tokenizer_config.json")
        try copy.set(
            [
                "padding": ["strategy": ["Fixed": 64], "direction": "Right", "pad_id": 0, "pad_token": "<pad>"]
                    as [String: Any]
            ],
            in: "tokenizer.json")
        try expectSigLIP2(describe(copy))
    }

    @Test func sigLIPWithoutItsConfigurationIsReadByItsTokenizer() throws {
        let copy = try ModelCopy(of: "hub-siglip", in: folder)
        let whole = try describe(copy)
        try copy.remove("tokenizer_config.json")
        try copy.remove("special_tokens_map.json")
        let bare = try describe(copy)
        #expect(bare.text.padding == whole.text.padding && bare.text.context == 64 && bare.scoring == .siglip)
        #expect(bare.text.cleaning == .none && bare.text.ending == nil)
    }

    /// Zero, with which texts were padded before, is an exclamation mark.
    @Test func aCLIPWithoutItsConfigurationPadsAsItsClassDoes() throws {
        let copy = try ModelCopy(of: "hub-clip", in: folder)
        try copy.remove("tokenizer_config.json")
        try copy.remove("special_tokens_map.json")
        #expect(try describe(copy).text.padding == .token("<|endoftext|>"))
        try copy.set(["model_type": "mobileclip"], in: "config.json")
        expectRefusal(of: "pad_token", copy)
    }

    @Test func aMaskIsGivenWhereTheTokenizerGivesOne() throws {
        let copy = try ModelCopy(of: "hub-clip-masked", in: folder)
        #expect(Set(try describe(copy).text.inputs.map(\.role)) == [.ids, .mask])
        let masked = try ModelStore(folders: [], cache: folder.path).open(copy.folder.display).digest
        try copy.set(["model_input_names": ["input_ids"]], in: "tokenizer_config.json")
        #expect(Set(try describe(copy).text.inputs.map(\.role)) == [.ids, .ones])
        #expect(try ModelStore(folders: [], cache: folder.path).open(copy.folder.display).digest != masked)
    }

    @Test func immichsTokenizerSaysHowItPadsAndWhichSigLIPItIs() throws {
        let copy = try ModelCopy(of: "immich-siglip", in: folder)
        #expect(try describe(copy).scoring == .siglip)
        try copy.set(["tokenizer_class": "GemmaTokenizer"], in: "textual/tokenizer_config.json")
        #expect(try describe(copy).scoring == .siglip2)
        try copy.set(["pad_token": nil], in: "textual/tokenizer_config.json")
        expectRefusal(of: "pad_token", copy)
        try copy.remove("textual/tokenizer_config.json")
        #expect(throws: EvokeError.self) { try describe(copy) }
    }

    @Test func theShortestLimitCounts() throws {
        let copy = try ModelCopy(of: "hub-siglip2", in: folder)
        try copy.set(["model_max_length": 1e30], in: "tokenizer_config.json")
        #expect(try describe(copy).text.context == 64)
        try copy.set(["model_max_length": 48], in: "tokenizer_config.json")
        #expect(try describe(copy).text.context == 48)
    }

    @Test(
        arguments: [
            ("hub-siglip2", "padding_side", "left"), ("hub-clip", "padding_side", "left"),
            ("hub-clip", "truncation_side", "left"), ("hub-siglip2", "tokenizer_class", "CLIPTokenizer"),
            ("hub-siglip2", "eos_token", "</s>"), ("hub-siglip", "eos_token", "<eos>"),
            ("hub-siglip2", "tokenizer_class", "XLMRobertaTokenizer"), ("hub-siglip2", "add_bos_token", true),
            ("hub-siglip2", "add_eos_token", false), ("hub-siglip2", "padding_side", nil),
        ] as [(String, String, (any Sendable)?)])
    func refusesWhatContradictsByItsKey(model: String, key: String, value: (any Sendable)?) throws {
        let copy = try ModelCopy(of: model, in: folder)
        var keys: [String: Any?] = [:]
        keys.updateValue(value.map { $0 as Any }, forKey: key)
        try copy.set(keys, in: "tokenizer_config.json")
        expectRefusal(of: key, copy, in: "tokenizer_config.json")
    }

    /// Versions of transformers differ in whether the class's ways count, or the file's.
    @Test(arguments: ["normalizer", "pre_tokenizer", "post_processor"])
    func refusesStagesOfAnotherClass(key: String) throws {
        for className in ["CLIPTokenizer", "CLIPTokenizerFast", nil] {
            let copy = try ModelCopy(of: "hub-clip", in: folder, at: "\(key) \(className ?? "unnamed")")
            try copy.set(["tokenizer_class": className], in: "tokenizer_config.json")
            _ = try describe(copy)
            try copy.set([key: nil], in: "tokenizer.json")
            expectRefusal(of: key, copy)
            try copy.set(["tokenizer_class": "PreTrainedTokenizerFast"], in: "tokenizer_config.json")
            _ = try describe(copy)
        }
    }

    @Test func refusesAnotherModelAndOtherEnds() throws {
        let copy = try ModelCopy(of: "hub-clip", in: folder)
        try copy.set(["bos_token": "<|endoftext|>"], in: "tokenizer_config.json")
        expectRefusal(of: "post_processor", copy)
        try copy.set(["bos_token": nil], in: "tokenizer_config.json")
        try copy.set(["model": ["type": "BPE"]], in: "tokenizer.json")
        expectRefusal(of: "model.end_of_word_suffix", copy)
    }

    @Test(arguments: ["padding", "truncation"]) func refusesSidesOfTheTokenizersFile(key: String) throws {
        let copy = try ModelCopy(of: "hub-clip", in: folder)
        try copy.set([key: ["direction": "Left", "pad_token": "!"]], in: "tokenizer.json")
        expectRefusal(of: "\(key).direction", copy)
        try copy.set(["\(key)_side": "right"], in: "tokenizer_config.json")
        _ = try describe(copy)
    }

    private func expectRefusal(of key: String, _ copy: ModelCopy, in file: String = "") {
        let error = #expect(throws: EvokeError.self) { try describe(copy) }
        #expect(
            error?.reason.contains("'\(key)'") == true && error?.subject.hasSuffix(file) == true,
            "\(error?.description ?? "")")
    }

    private func expectSigLIP2(_ model: ModelDescription, _ how: Comment? = nil) {
        #expect(model.text.padding == .token("<pad>") && model.text.ending == "<eos>", how)
        #expect(model.text.cleaning == .lowercase && model.scoring == .siglip2 && model.text.context == 64, how)
    }

    private func describe(_ copy: ModelCopy) throws -> ModelDescription {
        try ModelStore(folders: [], cache: folder.path).describe(copy.folder.display)
    }
}
