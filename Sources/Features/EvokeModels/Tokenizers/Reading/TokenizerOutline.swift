/// What a `tokenizer.json` says besides its vocabulary: added tokens, padding, truncation, and the stages a text goes
/// through.
package struct TokenizerOutline: Sendable {
    /// Ids by name.
    package let addedTokens: [String: Int32]
    package let paddingToken: String?
    /// In lower case, like the next one.
    package let paddingSide: String?
    package let truncationSide: String?
    let normalizer: ConfigurationNode
    let preTokenizer: ConfigurationNode
    let postProcessor: ConfigurationNode
    /// Without its vocabulary.
    let model: ConfigurationNode

    package init(contentsOf file: String) throws(TokenizerError) {
        var parser = try JSONParser(bytes: readFile(file), file: file)
        var members: [String: JSONValue] = [:]
        try parser.forEachMember { (name, parser) throws(TokenizerError) in
            members[name] = name == "model" ? try Self.model(&parser) : try parser.value()
        }
        try parser.expectEnd()
        let configuration = ConfigurationNode(value: .object(members), key: "", file: file)
        var tokens: [String: Int32] = [:]
        let added = configuration["added_tokens"]
        for token in added.isNull ? [] : try added.elements() {
            tokens[try token["content"].string()] = try token["id"].id()
        }
        addedTokens = tokens
        let padding = configuration["padding"]
        paddingToken = try padding["pad_token"].optionalString()
        paddingSide = try padding["direction"].optionalString()?.lowercased()
        truncationSide = try configuration["truncation"]["direction"].optionalString()?.lowercased()
        normalizer = configuration["normalizer"]
        preTokenizer = configuration["pre_tokenizer"]
        postProcessor = configuration["post_processor"]
        model = configuration["model"]
    }

    private static func model(_ parser: inout JSONParser) throws(TokenizerError) -> JSONValue {
        var members: [String: JSONValue] = [:]
        try parser.forEachMember { (name, parser) throws(TokenizerError) in
            if ["vocab", "merges"].contains(name) { try parser.skip() } else { members[name] = try parser.value() }
        }
        return .object(members)
    }
}
