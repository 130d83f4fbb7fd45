/// Merges the characters of a word pair by pair, in the order in which the merges were learned.
struct BPE: Sendable {
    private let vocabulary: Vocabulary
    private let unknownID: Int32?
    /// The prefix of each character but the first, and its node in the vocabulary.
    private let prefix: [UInt8]
    private let prefixNode: Int?
    /// The suffix of the last character.
    private let suffix: [UInt8]
    private let fusesUnknown: Bool
    /// The piece for each byte value; empty if the model has no byte fallback.
    private let byteIDs: [Int32?]
    /// Whether a word in the vocabulary is used as a whole.
    private let takesWholeWords: Bool
    /// Words that are tokens as a whole.
    private let wholeWords: [[UInt8]: Int32]

    init(_ node: ConfigurationNode, vocabulary: Vocabulary) throws(TokenizerError) {
        let dropout = node["dropout"]
        guard dropout.isNull || dropout.value.double == 0 else { throw dropout.unsupported() }
        self.vocabulary = vocabulary
        // The reference fails on the first unknown character if the vocabulary lacks this token; here such characters
        // are left out.
        unknownID = try node["unk_token"].optionalString().flatMap { vocabulary.pieces.id(of: $0.utf8) }
        prefix = Array(try node["continuing_subword_prefix"].optionalString()?.utf8 ?? "".utf8)
        prefixNode = vocabulary.pieces.node(of: prefix)
        suffix = Array(try node["end_of_word_suffix"].optionalString()?.utf8 ?? "".utf8)
        fusesUnknown = try node["fuse_unk"].bool(default: false)
        byteIDs = try node["byte_fallback"].bool(default: false) ? vocabulary.byteIDs() : []
        takesWholeWords = try node["ignore_merges"].bool(default: false)
        wholeWords = [:]
    }

    /// A model whose words end in `suffix` and that has no unknown characters.
    init(vocabulary: Vocabulary, suffix: String, wholeWords: [String]) {
        self.vocabulary = vocabulary
        unknownID = nil
        prefix = []
        prefixNode = ByteTrie.root
        self.suffix = Array(suffix.utf8)
        fusesUnknown = false
        byteIDs = []
        takesWholeWords = false
        let known = wholeWords.compactMap { word in
            vocabulary.pieces.id(of: word.utf8).map { (Array(word.utf8), $0) }
        }
        self.wholeWords = Dictionary(known, uniquingKeysWith: { first, _ in first })
    }

    /// Appends the ids of the pieces of `text[range]`, which must be valid UTF-8.
    func encode(_ text: [UInt8], _ range: Range<Int>, into ids: inout [Int32], _ scratch: inout MergeScratch) {
        if takesWholeWords, let id = vocabulary.pieces.id(of: text[range]) {
            ids.append(id)
            return
        }
        if !wholeWords.isEmpty, let id = wholeWords[Array(text[range])] {
            ids.append(id)
            return
        }
        scratch.removeAll()
        appendCharacters(text, range, to: &scratch)
        scratch.mergeAll(by: vocabulary.merges)
        scratch.appendIDs(to: &ids)
    }

    private func appendCharacters(_ text: [UInt8], _ range: Range<Int>, to scratch: inout MergeScratch) {
        /// Whether an unknown character may still merge with following ones.
        var isUnknownPending = false
        var start = range.lowerBound
        while start < range.upperBound {
            let end = start + utf8Length(lead: text[start])
            let isFirst = start == range.lowerBound
            let isLast = end == range.upperBound
            if let id = pieceID(of: text[start..<end], isFirst: isFirst, isLast: isLast) {
                if isUnknownPending, let unknownID { scratch.append(unknownID) }
                isUnknownPending = false
                scratch.append(id)
            } else if let bytes = bytePieces(of: text[start..<end], isFirst: isFirst, isLast: isLast) {
                for id in bytes { scratch.append(id) }
            } else if let unknownID {
                if isUnknownPending, !fusesUnknown { scratch.append(unknownID) }
                isUnknownPending = true
            }
            start = end
        }
        if isUnknownPending, let unknownID { scratch.append(unknownID) }
    }

    private func pieceID(of character: ArraySlice<UInt8>, isFirst: Bool, isLast: Bool) -> Int32? {
        guard let start = isFirst ? ByteTrie.root : prefixNode,
            let node = vocabulary.pieces.node(of: character, from: start),
            let end = isLast ? vocabulary.pieces.node(of: suffix, from: node) : node
        else { return nil }
        return vocabulary.pieces.id(at: end)
    }

    /// Nil if the model lacks one of them. As in the reference, prefixes and suffixes also become bytes.
    private func bytePieces(of character: ArraySlice<UInt8>, isFirst: Bool, isLast: Bool) -> [Int32]? {
        if byteIDs.isEmpty { return nil }
        let bytes = (isFirst ? [] : prefix) + character + (isLast ? suffix : [])
        let ids = bytes.compactMap { byteIDs[Int($0)] }
        return ids.count == bytes.count ? ids : nil
    }
}
