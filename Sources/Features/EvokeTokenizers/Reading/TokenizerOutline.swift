/// What a `tokenizer.json` says besides its vocabulary: which tokens stand apart, how it would pad and cut, and what a text
/// passes.
package struct TokenizerOutline: Sendable {
    package let addedTokens: Set<String>
    package let paddingToken: String?
    /// In lower case, as the next one.
    package let paddingSide: String?
    package let truncationSide: String?
    let normalizer: ConfigurationNode
    let preTokenizer: ConfigurationNode
    let postProcessor: ConfigurationNode

    package init(contentsOf file: String) throws(TokenizerError) {
        var parser = try JSONParser(bytes: readFile(file), file: file)
        var members: [String: JSONValue] = [:]
        try parser.forEachMember { (name, parser) throws(TokenizerError) in
            if name == "model" { try parser.skip() } else { members[name] = try parser.value() }
        }
        try parser.expectEnd()
        let configuration = ConfigurationNode(value: .object(members), key: "", file: file)
        var tokens: Set<String> = []
        let added = configuration["added_tokens"]
        for token in added.isNull ? [] : try added.elements() { tokens.insert(try token["content"].string()) }
        addedTokens = tokens
        let padding = configuration["padding"]
        paddingToken = try padding["pad_token"].optionalString()
        paddingSide = try padding["direction"].optionalString()?.lowercased()
        truncationSide = try configuration["truncation"]["direction"].optionalString()?.lowercased()
        normalizer = configuration["normalizer"]
        preTokenizer = configuration["pre_tokenizer"]
        postProcessor = configuration["post_processor"]
    }
}
