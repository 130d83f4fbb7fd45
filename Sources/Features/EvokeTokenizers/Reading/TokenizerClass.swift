/// A class of transformers that knows what a text passes. Its version 5 takes that in place of what a `tokenizer.json` says,
/// where the versions before took the file's, or a part of it.
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

    /// The key of the first stage in a file that is not the class's own, if there is one.
    package func stage(unlikeIn outline: TokenizerOutline) throws(TokenizerError) -> String? {
        if try !hasNormalizer(outline.normalizer) { return outline.normalizer.key }
        let preTokenizer = try outline.preTokenizer["type"].optionalString()
        if preTokenizer != preTokenizerType { return outline.preTokenizer.key }
        // One token before the text, and one behind it.
        let template = try outline.postProcessor.isNull ? Template() : Template(outline.postProcessor)
        return template.before.count == 1 && template.after.count == 1 ? nil : outline.postProcessor.key
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
