/// The added tokens from the tokenizer's file, before they are written to an image.
struct AddedTokenList {
    private struct Entry {
        let name: [UInt8]
        var token: AddedToken
        let isNormalized: Bool
    }

    private var entries: [Entry] = []
    private let normalizer: Normalizer?

    init() {
        normalizer = nil
    }

    /// `count` is the number of the model's pieces; tokens missing from them get the next ids.
    init(
        _ node: ConfigurationNode, pieces: ByteTrie, count: Int, normalizer: Normalizer?
    ) throws(TokenizerError) {
        self.normalizer = normalizer
        var places: [[UInt8]: Int] = [:]
        var nextID = Int32(count)
        for element in node.isNull ? [] : try node.elements() {
            var entry = try Self.entry(element)
            if entry.name.isEmpty { continue }
            // The reference implementation uses the vocabulary's id, whatever the file says.
            if let place = places[entry.name] {
                entry.token.id = entries[place].token.id
                entries[place] = entry
                continue
            }
            if let id = pieces.id(of: entry.name) {
                entry.token.id = id
            } else {
                entry.token.id = nextID
                nextID += 1
            }
            places[entry.name] = entries.count
            entries.append(entry)
        }
    }

    private static func entry(_ node: ConfigurationNode) throws(TokenizerError) -> Entry {
        Entry(
            name: Array(try node["content"].string().utf8),
            token: AddedToken(
                id: try node["id"].id(), isSingleWord: try node["single_word"].bool(),
                stripsLeft: try node["lstrip"].bool(), stripsRight: try node["rstrip"].bool()),
            isNormalized: try node["normalized"].bool())
    }

    func write(to image: inout ImageWriter) {
        image.append(.tokens, entries.flatMap(\.token.numbers))
        image.append(.tokenNames, trie { _ in true })
        image.append(.originalTokens, trie { !$0.isNormalized })
        // These are searched for in normalized text.
        image.append(
            .normalizedTokens,
            trie(where: \.isNormalized) { name in
                var text = NormalizedText(bytes: name, startsAtOrigin: true)
                normalizer?.apply(to: &text)
                return text.bytes
            })
    }

    /// A trie of some of the tokens; its ids are the tokens' indices.
    private func trie(
        where isIncluded: (Entry) -> Bool, key: ([UInt8]) -> [UInt8] = { $0 }
    ) -> ByteTrieBuilder {
        let places = entries.indices.filter { isIncluded(entries[$0]) }
        var keys = KeyList()
        for place in places { keys.append { $0 += key(entries[place].name) } }
        return ByteTrieBuilder(keys: keys, ids: places.map(Int32.init))
    }
}
