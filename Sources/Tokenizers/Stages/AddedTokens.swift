/// Tokens that are recognised in the text itself, before the model sees it.
struct AddedTokens: Sendable {
    /// A stretch of a text: an added token, or text for the next stage.
    enum Segment {
        case token(Int32)
        case text(Range<Int>)
    }

    private let original: TokenMatcher
    private let normalized: TokenMatcher

    init(_ node: ConfigurationNode, vocabulary: Vocabulary, normalizer: Normalizer?) throws(TokenizerError) {
        var tokens: [AddedToken] = []
        var places: [[UInt8]: Int] = [:]
        var nextID = Int32(vocabulary.scores.count)
        for element in node.isNull ? [] : try node.elements() {
            var token = try AddedToken(element)
            if token.content.isEmpty { continue }
            // The reference goes by the vocabulary, whatever id the file gives.
            if let place = places[token.content] {
                token.id = tokens[place].id
                tokens[place] = token
                continue
            }
            if let id = vocabulary.pieces.id(of: token.content) {
                token.id = id
            } else {
                token.id = nextID
                nextID += 1
            }
            places[token.content] = tokens.count
            tokens.append(token)
        }
        original = TokenMatcher(patterns: tokens.filter { !$0.isNormalized }.map { ($0.content, $0) })
        normalized = TokenMatcher(
            patterns: tokens.filter(\.isNormalized).map { token in
                var text = NormalizedText(bytes: token.content, startsAtOrigin: true)
                normalizer?.apply(to: &text)
                return (text.bytes, token)
            })
    }

    /// Cuts a text before it is normalised.
    func segments(ofOriginal text: [UInt8]) -> [Segment] { original.segments(of: text) }

    /// Cuts a text after it is normalised.
    func segments(ofNormalized text: [UInt8]) -> [Segment] { normalized.segments(of: text) }
}

struct AddedToken: Sendable {
    let content: [UInt8]
    let isSingleWord: Bool
    let stripsLeft: Bool
    let stripsRight: Bool
    let isNormalized: Bool
    fileprivate(set) var id: Int32

    init(_ node: ConfigurationNode) throws(TokenizerError) {
        content = Array(try node["content"].string().utf8)
        isSingleWord = try node["single_word"].bool()
        stripsLeft = try node["lstrip"].bool()
        stripsRight = try node["rstrip"].bool()
        isNormalized = try node["normalized"].bool()
        id = try node["id"].id()
    }
}

/// Finds tokens in a text: of those that start leftmost the longest, then on from its end.
private struct TokenMatcher: Sendable {
    private let trie: ByteTrie?
    private let tokens: [AddedToken]

    init(patterns: [(text: [UInt8], token: AddedToken)]) {
        tokens = patterns.map(\.token)
        var keys = KeyList()
        for pattern in patterns { keys.append { $0 += pattern.text } }
        trie = patterns.isEmpty ? nil : ByteTrie(ByteTrieBuilder(keys: keys))
    }

    func segments(of text: [UInt8]) -> [AddedTokens.Segment] {
        guard let trie, !text.isEmpty else { return text.isEmpty ? [] : [.text(0..<text.count)] }
        var segments: [AddedTokens.Segment] = []
        /// Up to where the segments reach, white space that a token took in included.
        var covered = 0
        var position = 0
        while position < text.count {
            guard let match = trie.longestMatch(in: text, at: position) else {
                position += 1
                continue
            }
            let token = tokens[Int(match.id)]
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
        end > 0 && isWordCharacter(decodeScalar(text, at: startOfCharacter(text, before: end)).scalar)
    }

    private func startsWithWord(_ text: [UInt8], at start: Int) -> Bool {
        start < text.count && isWordCharacter(decodeScalar(text, at: start).scalar)
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

/// What a regular expression's `\w` means in Unicode.
private func isWordCharacter(_ scalar: Unicode.Scalar) -> Bool {
    let properties = scalar.properties
    switch properties.generalCategory {
    case .nonspacingMark, .spacingMark, .enclosingMark, .decimalNumber, .connectorPunctuation: return true
    default: return properties.isAlphabetic || properties.isJoinControl
    }
}
