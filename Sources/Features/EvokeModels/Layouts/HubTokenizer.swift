import EvokeSystem
import EvokeValues

/// The tokenizer of a hub export. Each setting comes from the first of the files that `transformers` prefers:
/// `tokenizer_config.json`, `special_tokens_map.json`, `tokenizer.json`, then the defaults of the tokenizer's class.
struct HubTokenizer {
    /// With its padding token.
    enum Kind: String {
        case clip = "<|endoftext|>"
        case bert = "[PAD]"
        case siglip = "</s>"
        /// Gemma's tokenizer; SigLIP 2 needs its texts in lower case and with an end token.
        case siglip2 = "<pad>"

        fileprivate static let ofClasses: [String: Kind] = [
            "CLIPTokenizer": .clip, "BertTokenizer": .bert, "SiglipTokenizer": .siglip, "T5Tokenizer": .siglip,
            "Siglip2Tokenizer": .siglip2, "GemmaTokenizer": .siglip2,
        ]
    }

    let file: DiskPath
    private let family: HubFamily
    private let settings: Configuration
    private let specials: Configuration
    /// Nil for classes without behavior of their own.
    private let className: String?

    init(in folder: DiskPath, _ family: HubFamily) throws(EvokeError) {
        file = folder.appending("tokenizer.json")
        self.family = family
        settings = try Configuration(ifThere: folder.appending("tokenizer_config.json"))
        specials = try Configuration(ifThere: folder.appending("special_tokens_map.json"))
        var name = try settings["tokenizer_class"].text()
        if name?.hasSuffix("Fast") == true { name?.removeLast("Fast".count) }
        className = name.flatMap { ["PreTrainedTokenizer", "TokenizersBackend"].contains($0) ? nil : $0 }
    }

    /// The configuration files that were read.
    var papers: [DiskPath] { [settings.file, specials.file].filter(FileSystem.isFile) }

    func kind() throws(EvokeError) -> Kind? {
        guard family.isSigmoid else {
            let kind = className.map { Kind.ofClasses[$0] } ?? family.tokenizer
            return kind == .siglip2 ? nil : kind
        }
        let ending = try token("eos_token")
        let kind: Kind
        if let className {
            guard let named = Kind.ofClasses[className], named == .siglip || named == .siglip2 else {
                throw settings["tokenizer_class"].failure("is '\(className)', which no SigLIP model uses")
            }
            kind = named
        } else {
            kind = try self.kind(endingWith: ending)
        }
        let right = kind == .siglip2 ? "<eos>" : "</s>"
        if let ending, ending != right {
            throw settings["eos_token"].failure("is '\(ending)', but this tokenizer ends texts with '\(right)'")
        }
        if family.name == "siglip2", kind != .siglip2 {
            throw settings["tokenizer_class"].failure("is SigLIP's, but 'model_type' in config.json is 'siglip2'")
        }
        return kind
    }

    /// SigLIP and SigLIP 2 both call themselves 'siglip'; their tokenizers end texts differently.
    private func kind(endingWith ending: String?) throws(EvokeError) -> Kind {
        var endings = Set([ending].compactMap(\.self))
        if ending == nil { endings = try Set(outline().addedTokens.keys).intersection(["<eos>", "</s>"]) }
        if endings == ["<eos>"] { return .siglip2 }
        if endings == ["</s>"] { return .siglip }
        throw missing("tokenizer_class", "it is needed to tell SigLIP's tokenizer from SigLIP 2's")
    }

    func padding(_ kind: Kind?) throws(EvokeError) -> ModelDescription.TextSide.Padding {
        if let token = try token("pad_token") { return .token(token) }
        if let token = try outline().paddingToken { return .token(token) }
        guard let kind else { throw missing("pad_token", "no other file has the padding token") }
        return .token(kind.rawValue)
    }

    /// Rejects settings that would produce other tokens than Evoke's tokenizer does.
    func refuseTheRest(_ kind: Kind?) throws(EvokeError) {
        for key in ["padding_side", "truncation_side"] {
            if let side = try settings[key].text(), side != "right" {
                throw settings[key].failure("is '\(side)', but Evoke does that on the right")
            }
        }
        switch kind {
        // In transformers, this class ignores tokenizer.json.
        case .siglip: return
        case .siglip2: try refuseOtherEnds()
        case .clip, .bert, nil:
            let outline = try outline()
            try refuseOtherSides(outline)
            try refuseOtherStages(kind, outline)
        }
    }

    /// Rejects other begin and end settings for SigLIP 2.
    private func refuseOtherEnds() throws(EvokeError) {
        if try settings["add_bos_token"].flag() == true {
            throw settings["add_bos_token"].failure("is true, but SigLIP 2's texts have no begin token")
        }
        if try settings["add_eos_token"].flag() == false {
            throw settings["add_eos_token"].failure("is false, but SigLIP 2's texts need an end token")
        }
        // Its class pads on the left by default, but the model was trained with padding on the right.
        if !settings["padding_side"].isThere, try outline().paddingSide != "right" {
            throw missing(
                "padding_side", "SigLIP 2 needs \"right\", but its tokenizer's class defaults to \"left\"")
        }
    }

    private func refuseOtherSides(_ outline: TokenizerOutline) throws(EvokeError) {
        for (key, name, side) in [
            ("padding_side", "padding", outline.paddingSide), ("truncation_side", "truncation", outline.truncationSide),
        ] where !settings[key].isThere {
            if let side, side != "right" {
                throw .invalidModel(
                    file, "the key '\(name).direction' is '\(side)', but Evoke does that on the right")
            }
        }
    }

    /// Rejects a file whose stages contradict those of the tokenizer's class.
    private func refuseOtherStages(_ kind: Kind?, _ outline: TokenizerOutline) throws(EvokeError) {
        // A class without behavior of its own uses what the file says.
        guard className != nil || !settings["tokenizer_class"].isThere else { return }
        let known: TokenizerClass
        switch kind {
        case .clip: known = .clip
        case .bert:
            known = .bert(
                lowercases: try settings["do_lower_case"].flag() ?? true,
                stripsAccents: try settings["strip_accents"].flag(),
                separatesChinese: try settings["tokenize_chinese_chars"].flag() ?? true)
        case .siglip, .siglip2, nil: return
        }
        var ends: [String] = []
        for (key, usual) in known.ends { ends.append(try token(key) ?? usual) }
        let key: String?
        do {
            key = try known.stage(unlikeIn: outline, ends: ends)
        } catch {
            throw .invalidModel(file, "\(error)")
        }
        guard let key else { return }
        throw .invalidModel(
            file,
            "the key '\(key)' contradicts the tokenizer's class, and versions of transformers differ in "
                + "which one they use",
            remedy: "Download the model again. If that file is correct, say so in tokenizer_config.json with "
                + "\"tokenizer_class\": \"PreTrainedTokenizerFast\".")
    }

    /// Whether the model gets a mask for padding; SigLIP was trained without one.
    func givesMasks() throws(EvokeError) -> Bool {
        guard let names = try settings["model_input_names"].list() else { return true }
        for name in names where try name.text() == "attention_mask" { return true }
        return false
    }

    /// The maximum length of texts in tokens, if the configuration sets one.
    func length() throws(EvokeError) -> Int? {
        // Without a limit, this is a number far above any real one.
        guard let length = try settings["model_max_length"].number(), length <= 65_536 else { return nil }
        return try settings["model_max_length"].integer(in: 1...65_536)
    }

    private func token(_ key: String) throws(EvokeError) -> String? {
        if let token = try settings[key].token() { return token }
        return try specials[key].token()
    }

    private func outline() throws(EvokeError) -> TokenizerOutline {
        guard FileSystem.isFile(file) else { throw .invalidModel(file, "the file is missing") }
        guard let path = file.string else { throw .invalidModel(file, "its path is not UTF-8") }
        do {
            return try TokenizerOutline(contentsOf: path)
        } catch {
            throw .invalidModel(file, "\(error)")
        }
    }

    private func missing(_ key: String, _ reason: String) -> EvokeError {
        FileSystem.isFile(settings.file)
            ? settings[key].failure("is missing: \(reason)")
            : .invalidModel(
                settings.file, "the file, with its key '\(key)', is missing: \(reason)",
                remedy: "Get that file from where the model was published.")
    }
}
