/// Repeatedly takes the longest piece at the start of a word; a word that isn't used up this way is unknown.
struct WordPiece: Sendable {
    private let pieces: ByteTrie
    private let unknownID: Int32
    /// The trie node of the prefix of pieces within a word; nil if there is none.
    private let prefixNode: Int?
    private let characterLimit: Int

    init(_ node: ConfigurationNode, pieces: ByteTrie) throws(TokenizerError) {
        let unknown = node["unk_token"]
        guard let unknownID = pieces.id(of: try unknown.string().utf8) else {
            throw unknown.failure("'\(try unknown.string())' is not in the vocabulary")
        }
        let limit = node["max_input_chars_per_word"]
        guard case .integer(let characterLimit) = limit.value, characterLimit >= 0 else {
            throw limit.failure("expected an integer from 0 up")
        }
        self.pieces = pieces
        self.unknownID = unknownID
        self.characterLimit = characterLimit
        prefixNode = pieces.node(of: try node["continuing_subword_prefix"].string().utf8)
    }

    /// Appends the ids of the word `text[range]`, which must be valid UTF-8.
    func encode(_ text: [UInt8], _ range: Range<Int>, into ids: inout [Int32]) {
        let known = ids.count
        let length = text[range].reduce(0) { $1 & 0xC0 == 0x80 ? $0 : $0 + 1 }
        guard length <= characterLimit else {
            ids.append(unknownID)
            return
        }
        var position = range.lowerBound
        while position < range.upperBound {
            guard let match = longestPiece(text, position..<range.upperBound, isFirst: position == range.lowerBound)
            else {
                ids.removeSubrange(known...)
                ids.append(unknownID)
                return
            }
            ids.append(match.id)
            position = match.end
        }
    }

    private func longestPiece(_ text: [UInt8], _ range: Range<Int>, isFirst: Bool) -> (id: Int32, end: Int)? {
        guard var node = isFirst ? ByteTrie.root : prefixNode else { return nil }
        var longest: (id: Int32, end: Int)?
        for position in range {
            guard let next = pieces.child(of: node, byte: text[position]) else { break }
            node = next
            if let id = pieces.id(at: node) { longest = (id, position + 1) }
        }
        return longest
    }
}
