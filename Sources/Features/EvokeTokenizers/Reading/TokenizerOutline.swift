/// What a `tokenizer.json` says besides its vocabulary: which tokens stand apart, and how it would pad.
package struct TokenizerOutline: Sendable {
    package let addedTokens: Set<String>
    package let paddingToken: String?
    /// In lower case.
    package let paddingSide: String?

    package init(contentsOf file: String) throws(TokenizerError) {
        let configuration = try TokenizerSource(bytes: readFile(file), file: file).configuration
        var tokens: Set<String> = []
        let added = configuration["added_tokens"]
        for token in added.isNull ? [] : try added.elements() { tokens.insert(try token["content"].string()) }
        addedTokens = tokens
        let padding = configuration["padding"]
        paddingToken = try padding["pad_token"].optionalString()
        paddingSide = try padding["direction"].optionalString()?.lowercased()
    }
}
