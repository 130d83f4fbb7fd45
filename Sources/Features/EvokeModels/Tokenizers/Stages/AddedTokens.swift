/// Tokens that are recognized in the text itself, before the model sees it.
struct AddedTokens: Sendable {
    /// Part of a text: an added token, or text for the next stage.
    enum Segment {
        case token(Int32)
        case text(Range<Int>)
    }

    private let names: ByteTrie
    private let tokens: Table<Int32>
    /// For a text before normalization, and after it.
    let original, normalized: TokenMatcher

    /// The tries' ids are indices in `tokens`, which `AddedTokenList` writes.
    init(tokens: Table<Int32>, names: ByteTrie, original: ByteTrie, normalized: ByteTrie) {
        self.tokens = tokens
        self.names = names
        self.original = TokenMatcher(trie: original, tokens: tokens)
        self.normalized = TokenMatcher(trie: normalized, tokens: tokens)
    }

    func id(of name: some Sequence<UInt8>) -> Int32? {
        names.id(of: name).map { AddedToken(at: Int($0), in: tokens).id }
    }
}

/// How to treat an added token's name when it occurs in a text.
struct AddedToken {
    /// The number of integers per token in the table.
    static let stride = 2

    var id: Int32
    let isSingleWord: Bool
    let stripsLeft: Bool
    let stripsRight: Bool

    /// In the table's format.
    var numbers: [Int32] {
        [id, (isSingleWord ? 1 : 0) | (stripsLeft ? 2 : 0) | (stripsRight ? 4 : 0)]
    }
}

extension AddedToken {
    init(at place: Int, in table: Table<Int32>) {
        let flags = table[place * Self.stride + 1]
        self.init(
            id: table[place * Self.stride], isSingleWord: flags & 1 != 0, stripsLeft: flags & 2 != 0,
            stripsRight: flags & 4 != 0)
    }
}

/// Finds tokens in a text: at the leftmost match, the longest token, then continues after it.
struct TokenMatcher: Sendable {
    let trie: ByteTrie
    let tokens: Table<Int32>

    func segments(of text: [UInt8]) -> [AddedTokens.Segment] {
        var segments: [AddedTokens.Segment] = []
        /// The end of the segments so far, including white space that a token absorbed.
        var covered = 0
        var position = 0
        while position < text.count {
            guard let match = trie.longestMatch(in: text, position..<text.count) else {
                position += 1
                continue
            }
            let token = AddedToken(at: Int(match.id), in: tokens)
            var start = position
            var end = match.end
            position = match.end
            if token.isSingleWord, endsWithWord(text, before: start) || startsWithWord(text, at: end) { continue }
            if token.stripsLeft { start = max(startOfWhitespace(text, before: start), covered) }
            if token.stripsRight { end = endOfWhitespace(text, from: end) }
            if covered < start { segments.append(.text(covered..<start)) }
            segments.append(.token(token.id))
            covered = end
        }
        if covered < text.count { segments.append(.text(covered..<text.count)) }
        return segments
    }

    private func endsWithWord(_ text: [UInt8], before end: Int) -> Bool {
        end > 0 && decodeScalar(text, at: startOfCharacter(text, before: end)).scalar.isWordCharacter
    }

    private func startsWithWord(_ text: [UInt8], at start: Int) -> Bool {
        start < text.count && decodeScalar(text, at: start).scalar.isWordCharacter
    }

    private func startOfWhitespace(_ text: [UInt8], before end: Int) -> Int {
        var start = end
        while start > 0 {
            let character = startOfCharacter(text, before: start)
            guard decodeScalar(text, at: character).scalar.properties.isWhitespace else { break }
            start = character
        }
        return start
    }

    private func endOfWhitespace(_ text: [UInt8], from start: Int) -> Int {
        var end = start
        while end < text.count {
            let (scalar, length) = decodeScalar(text, at: end)
            guard scalar.properties.isWhitespace else { break }
            end += length
        }
        return end
    }

    private func startOfCharacter(_ text: [UInt8], before end: Int) -> Int {
        var start = end - 1
        while text[start] & 0xC0 == 0x80 { start -= 1 }
        return start
    }
}

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
