import EvokeSystem
import EvokeValues

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

func readFile(_ path: String) throws(TokenizerError) -> [UInt8] {
    // Positions are stored as 32-bit integers.
    let sizeLimit = 1 << 30
    var content: [UInt8] = []
    do throws(EvokeError) {
        let file = DiskPath(path)
        content.reserveCapacity(min(Int(FileSystem.size(of: file)), sizeLimit) + 1)
        func isWanted() -> Bool { content.count <= sizeLimit }
        try FileSystem.forEachChunk(of: file, isWanted: isWanted) { content.append(contentsOf: $0) }
    } catch {
        throw TokenizerError(file: path, reason: error.reason)
    }
    guard content.count <= sizeLimit else { throw TokenizerError(file: path, reason: "it is larger than 1 GB") }
    return content
}
