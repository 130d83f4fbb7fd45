/// A model's pieces and merges from its file, before they are written to an image.
struct VocabularySource {
    /// The format of the pieces in the file.
    private enum Form {
        /// Each with its score; a piece's id is its index.
        case list
        /// Each with its id.
        case object
    }

    private var form: Form?
    private var pieces = KeyList()
    private var ids: [Int32] = []
    private var scores: [Double] = []
    /// The two parts of each merge.
    private var mergeParts = KeyList()

    /// Reads the model's member `name` if it is large; otherwise reads nothing.
    mutating func read(_ name: String, _ parser: inout JSONParser) throws(TokenizerError) -> Bool {
        switch (name, try parser.nextToken()) {
        case ("vocab", UInt8(ascii: "[")):
            form = .list
            try parser.forEachElement { (parser) throws(TokenizerError) in try readScoredPiece(&parser) }
        case ("vocab", UInt8(ascii: "{")):
            form = .object
            try parser.forEachName { (parser) throws(TokenizerError) in try readNumberedPiece(&parser) }
        case ("merges", UInt8(ascii: "[")):
            try parser.forEachElement { (parser) throws(TokenizerError) in try readMerge(&parser) }
        default: return false
        }
        return true
    }

    private mutating func readScoredPiece(_ parser: inout JSONParser) throws(TokenizerError) {
        let failure = TokenizerError(
            reading: parser.file, key: "model.vocab[\(pieces.count)]", reason: "expected a piece and its score")
        guard try parser.nextToken() == UInt8(ascii: "[") else { throw failure }
        var part = 0
        try parser.forEachElement { (parser) throws(TokenizerError) in
            switch (part, try parser.nextToken()) {
            case (0, UInt8(ascii: "\"")): try parser.string(appendingTo: &pieces)
            case (1, _):
                guard let score = try parser.value().double else { throw failure }
                scores.append(score)
            default: throw failure
            }
            part += 1
        }
        guard part == 2 else { throw failure }
    }

    private mutating func readNumberedPiece(_ parser: inout JSONParser) throws(TokenizerError) {
        try parser.string(appendingTo: &pieces)
        try parser.expect(UInt8(ascii: ":"))
        guard case .integer(let number) = try parser.value(), let id = Int32(exactly: number), id >= 0 else {
            let name = String(decoding: pieces.key(pieces.count - 1), as: UTF8.self)
            throw TokenizerError(
                reading: parser.file, key: "model.vocab.\(name)", reason: "expected an id (an integer from 0 up)")
        }
        ids.append(id)
    }

    /// Reads two parts, written as a list of two strings or as one string with a space between them.
    private mutating func readMerge(_ parser: inout JSONParser) throws(TokenizerError) {
        let index = mergeParts.count / 2
        let failure = TokenizerError(
            reading: parser.file, key: "model.merges[\(index)]", reason: "expected two pieces")
        switch try parser.nextToken() {
        case UInt8(ascii: "["):
            try parser.forEachElement { (parser) throws(TokenizerError) in
                guard try parser.nextToken() == UInt8(ascii: "\"") else { throw failure }
                try parser.string(appendingTo: &mergeParts)
            }
        case UInt8(ascii: "\""):
            var text: [UInt8] = []
            try parser.string(appendingTo: &text)
            if text.starts(with: "#version".utf8) { return }
            for part in text.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false) {
                mergeParts.append { $0 += part }
            }
        default: throw failure
        }
        guard mergeParts.count == index * 2 + 2 else { throw failure }
    }

    /// The number of pieces as the reference implementation counts them.
    func count(in trie: ByteTrieBuilder) -> Int {
        form == .list ? pieces.count : trie.keyCount
    }

    /// Writes what this kind of model needs and returns the pieces.
    func write(to image: inout ImageWriter, _ model: ConfigurationNode) throws(TokenizerError) -> ByteTrieBuilder {
        let kind = try Model.Kind(model)
        guard form == (kind == .unigram ? .list : .object) else {
            throw model["vocab"].failure(
                kind == .unigram
                    ? "expected a list of pieces and their scores" : "expected pieces and their ids")
        }
        let trie = ByteTrieBuilder(keys: pieces, ids: form == .list ? nil : ids)
        image.append(.pieces, trie)
        image.append(.scores, scores)
        if kind == .bpe {
            image.append(try merges(model))
        }
        return trie
    }

    private func merges(_ model: ConfigurationNode) throws(TokenizerError) -> MergeTableBuilder {
        // The second part's prefix is not repeated in the whole piece.
        let prefix = try model["continuing_subword_prefix"].optionalString()?.utf8.count ?? 0
        let index = KeyIndex(pieces)
        var merges: [MergeTableBuilder.Merge] = []
        merges.reserveCapacity(mergeParts.count / 2)
        for rank in 0..<mergeParts.count / 2 {
            guard let merge = index.merge(of: mergeParts.key(rank * 2), mergeParts.key(rank * 2 + 1), prefix) else {
                throw TokenizerError(
                    reading: model.file, key: "\(model.key).merges[\(rank)]",
                    reason: "its parts and their result are not all in the vocabulary")
            }
            merges.append(
                MergeTableBuilder.Merge(left: ids[merge.left], right: ids[merge.right], result: ids[merge.result]))
        }
        return MergeTableBuilder(merges)
    }
}

extension KeyIndex {
    /// The ids of two pieces and of their result: the first, followed by the second without its first `prefix` bytes.
    func merge(
        of left: ArraySlice<UInt8>, _ right: ArraySlice<UInt8>, _ skipped: Int = 0
    ) -> (left: Int, right: Int, result: Int)? {
        guard let leftPlace = place(of: left), let rightPlace = place(of: right),
            let result = place(of: left, right.dropFirst(skipped))
        else { return nil }
        return (leftPlace, rightPlace, result)
    }
}

extension JSONParser {
    /// Reads a string and adds it as a key.
    fileprivate mutating func string(appendingTo keys: inout KeyList) throws(TokenizerError) {
        try keys.append { (bytes) throws(TokenizerError) in try string(appendingTo: &bytes) }
    }
}
