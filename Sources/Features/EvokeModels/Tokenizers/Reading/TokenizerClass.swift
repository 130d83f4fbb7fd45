/// A class of transformers that defines the stages a text goes through. Version 5 uses these instead of those in
/// `tokenizer.json`; earlier versions used the file's, or some of them.
package enum TokenizerClass: Sendable {
    case clip
    case bert(lowercases: Bool, stripsAccents: Bool?, separatesChinese: Bool)

    private static let clipNormalizers: [JSONValue] = [
        .object(["type": .string("NFC")]),
        .object([
            "type": .string("Replace"), "pattern": .object(["Regex": .string("\\s+")]), "content": .string(" "),
        ]),
        .object(["type": .string("Lowercase")]),
    ]

    /// The keys for the tokens before and after a text, with their defaults.
    package var ends: [(key: String, token: String)] {
        switch self {
        case .clip: [("bos_token", "<|startoftext|>"), ("eos_token", "<|endoftext|>")]
        case .bert: [("cls_token", "[CLS]"), ("sep_token", "[SEP]")]
        }
    }

    /// The key of the first stage in the file that differs from the class's, if there is one.
    ///
    /// - Parameter ends: the tokens before and after a text.
    package func stage(unlikeIn outline: TokenizerOutline, ends: [String]) throws(TokenizerError) -> String? {
        if try !hasNormalizer(outline.normalizer) { return outline.normalizer.key }
        let preTokenizer = try outline.preTokenizer["type"].optionalString()
        if preTokenizer != preTokenizerType { return outline.preTokenizer.key }
        let template = try outline.postProcessor.isNull ? Template() : Template(outline.postProcessor)
        let around = [template.before, template.after]
        guard around == ends.map({ token in outline.addedTokens[token].map { [$0] } ?? [] }) else {
            return outline.postProcessor.key
        }
        return try modelKey(unlikeIn: outline.model)
    }

    /// A setting that the class doesn't have matches null or false in the file.
    private func modelKey(unlikeIn model: ConfigurationNode) throws(TokenizerError) -> String? {
        let own: [(key: String, value: JSONValue)] =
            switch self {
            case .clip:
                [
                    ("end_of_word_suffix", .string("</w>")), ("continuing_subword_prefix", .string("")),
                    ("ignore_merges", .bool(false)), ("byte_fallback", .bool(false)),
                ]
            case .bert: [("continuing_subword_prefix", .string("##"))]
            }
        return own.first { key, value in
            let node = model[key]
            return node.value != value && !(node.isNull && [.string(""), .bool(false)].contains(value))
        }.map { model[$0.key].key }
    }

    private func hasNormalizer(_ node: ConfigurationNode) throws(TokenizerError) -> Bool {
        let type = try node["type"].optionalString()
        switch self {
        case .clip:
            guard type == "Sequence" else { return false }
            return try node["normalizers"].elements().map(\.value) == Self.clipNormalizers
        case .bert(let lowercases, let stripsAccents, let separatesChinese):
            guard type == "BertNormalizer" else { return false }
            let own = BertNormalizer(
                lowercases: lowercases, stripsAccents: stripsAccents, separatesChinese: separatesChinese)
            return try BertNormalizer(node) == own
        }
    }

    private var preTokenizerType: String {
        switch self {
        case .clip: "Sequence"
        case .bert: "BertPreTokenizer"
        }
    }
}
