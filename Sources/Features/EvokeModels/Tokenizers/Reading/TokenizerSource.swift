/// Reads a tokenizer.json: large parts go into tables, and the rest stays JSON.
struct TokenizerSource {
    /// Everything but the vocabulary and merges.
    let configuration: ConfigurationNode
    private let vocabulary: VocabularySource
    /// The byte ranges of the large parts, in order.
    private let largeParts: [Range<Int>]
    private let bytes: [UInt8]

    init(bytes: [UInt8], file: String) throws(TokenizerError) {
        var parser = try JSONParser(bytes: bytes, file: file)
        var members: [String: JSONValue] = [:]
        var model: [String: JSONValue]?
        var vocabulary = VocabularySource()
        var largeParts: [Range<Int>] = []
        try parser.forEachMember { (name, parser) throws(TokenizerError) in
            guard name == "model", try parser.nextToken() == UInt8(ascii: "{") else {
                let start = parser.position
                members[name] = try parser.value()
                if name == "added_tokens" { largeParts.append(start..<parser.position) }
                return
            }
            model = [:]
            try parser.forEachMember { (name, parser) throws(TokenizerError) in
                let start = try parser.startOfNextToken()
                if try vocabulary.read(name, &parser) {
                    model?[name] = .null
                    largeParts.append(start..<parser.position)
                } else {
                    model?[name] = try parser.value()
                }
            }
        }
        try parser.expectEnd()
        if let model { members["model"] = .object(model) }
        configuration = ConfigurationNode(value: .object(members), key: "", file: file)
        self.vocabulary = vocabulary
        self.largeParts = largeParts
        self.bytes = bytes
    }

    func image(origin: [UInt8]) throws(TokenizerError) -> [UInt8] {
        var image = ImageWriter()
        image.append(.origin, origin)
        image.append(.configuration, bytesWithoutLargeParts())
        let trie = try vocabulary.write(to: &image, configuration["model"])
        let normalizer = configuration["normalizer"]
        let addedTokens = try AddedTokenList(
            configuration["added_tokens"], pieces: ByteTrie(trie), count: vocabulary.count(in: trie),
            normalizer: normalizer.isNull ? nil : try Normalizer(normalizer))
        addedTokens.write(to: &image)
        return image.finished()
    }

    private func bytesWithoutLargeParts() -> [UInt8] {
        var result: [UInt8] = []
        var position = 0
        for part in largeParts {
            result += bytes[position..<part.lowerBound] + Array("null".utf8)
            position = part.upperBound
        }
        return result + bytes[position...]
    }
}
