import EvokeDigests

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
            file: parser.file, key: "model.vocab[\(pieces.count)]", reason: "expected a piece and its score")
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
                file: parser.file, key: "model.vocab.\(name)", reason: "expected an id (an integer from 0 up)")
        }
        ids.append(id)
    }

    /// Reads two parts, written as a list of two strings or as one string with a space between them.
    private mutating func readMerge(_ parser: inout JSONParser) throws(TokenizerError) {
        let index = mergeParts.count / 2
        let failure = TokenizerError(
            file: parser.file, key: "model.merges[\(index)]", reason: "expected two pieces with a space between them"
        )
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
                    file: model.file, key: "\(model.key).merges[\(rank)]",
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

/// OpenAI's file of CLIP's vocabulary (`bpe_simple_vocab_16e6.txt.gz`): only merges, one per line, compressed.
/// Everything else is defined by OpenAI's SimpleTokenizer, which others have copied.
struct MergeList {
    /// The lines that are used; the first one is a header.
    private static let lines = 1..<49152 - 256 - 2 + 1
    /// The real file has 3 MB.
    private static let sizeLimit = 1 << 26
    private static let suffix = "</w>"
    private static let start = "<start_of_text>"
    private static let end = "<end_of_text>"

    private var pieces = KeyList()
    private var merges: [MergeTableBuilder.Merge] = []

    init(bytes: [UInt8], file: String) throws(TokenizerError) {
        let text: [UInt8]
        do {
            text = try gunzip(bytes, sizeLimit: Self.sizeLimit)
        } catch {
            throw TokenizerError(file: file, reason: error.rawValue)
        }
        guard String(validating: text, as: UTF8.self) != nil else {
            throw TokenizerError(file: file, reason: "its decompressed text is not valid UTF-8")
        }
        for suffix in ["", Self.suffix] {
            for byte in ByteLevel.bytesInOrder { pieces.append { $0 += ByteLevel.characters[Int(byte)] + suffix.utf8 } }
        }
        let lines = text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        var pairs: [(left: ArraySlice<UInt8>, right: ArraySlice<UInt8>, line: Int)] = []
        for number in Self.lines.clamped(to: 0..<lines.count) {
            let parts = lines[number].split { " \t\r".utf8.contains($0) }
            pieces.append { $0 += parts.joined() }
            // An empty line takes an id all the same.
            if parts.isEmpty { continue }
            guard parts.count == 2 else {
                throw TokenizerError(file: file, key: "line \(number + 1)", reason: "expected two symbols")
            }
            pairs.append((parts[0], parts[1], number + 1))
        }
        for token in [Self.start, Self.end] { pieces.append { $0 += token.utf8 } }
        let index = KeyIndex(pieces)
        for pair in pairs {
            guard let merge = index.merge(of: pair.left, pair.right) else {
                throw TokenizerError(
                    file: file, key: "line \(pair.line)", reason: "no other line makes these symbols")
            }
            merges.append(
                MergeTableBuilder.Merge(
                    left: Int32(merge.left), right: Int32(merge.right), result: Int32(merge.result)))
        }
    }

    func image(origin: [UInt8]) -> [UInt8] {
        var image = ImageWriter()
        image.append(.origin, origin)
        image.append(.pieces, ByteTrieBuilder(keys: pieces))
        image.append(MergeTableBuilder(merges))
        AddedTokenList().write(to: &image)
        return image.finished()
    }

    // MARK: What SimpleTokenizer does

    static func model(_ vocabulary: Vocabulary) -> Model {
        .bpe(BPE(vocabulary: vocabulary, suffix: suffix, wholeWords: [start, end]))
    }

    static var preTokenizer: PreTokenizer {
        let pattern = CLIPPattern(tokens: [start, end], ignoresCase: true)
        return .sequence([.split(Split(at: .clip(pattern), .removed, isInverted: true)), .byteLevel(ByteLevel())])
    }

    static func template(_ vocabulary: Vocabulary) -> Template {
        Template(
            before: [start].compactMap { vocabulary.pieces.id(of: $0.utf8) },
            after: [end].compactMap { vocabulary.pieces.id(of: $0.utf8) })
    }

    static func clean(_ text: [UInt8]) -> [UInt8] {
        // Twice, because web pages often contain "&amp;lt;".
        let text = unescapingHTML(unescapingHTML(TextRepair.repaired(text)))
        return PythonText.lowercased(PythonText.foldingWhitespace(text))
    }
}

/// Finds keys in a list by their bytes. Used for the half million merges, which name two pieces each, because walking
/// the trie takes several times as long.
struct KeyIndex {
    private let keys: KeyList
    /// Indices in the list by hash, with linear probing; -1 for free slots.
    private var slots: [Int32]

    /// For duplicate keys, the last one counts.
    init(_ keys: KeyList) {
        self.keys = keys
        var slotCount = 16
        while slotCount < keys.count * 2 { slotCount *= 2 }
        slots = Array(repeating: -1, count: slotCount)
        for place in 0..<keys.count { slots[slot(of: keys.key(place), [])] = Int32(place) }
    }

    /// The index of the key that is `start` followed by `end`.
    func place(of start: ArraySlice<UInt8>, _ end: ArraySlice<UInt8> = []) -> Int? {
        let place = slots[slot(of: start, end)]
        return place < 0 ? nil : Int(place)
    }

    /// The slot where the key is or would be.
    private func slot(of start: ArraySlice<UInt8>, _ end: ArraySlice<UInt8>) -> Int {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in start { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
        for byte in end { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
        var slot = Int(truncatingIfNeeded: hash ^ hash >> 32) & (slots.count - 1)
        while case let place = Int(slots[slot]), place >= 0, !isKey(place, start, end) {
            slot = (slot + 1) & (slots.count - 1)
        }
        return slot
    }

    private func isKey(_ place: Int, _ start: ArraySlice<UInt8>, _ end: ArraySlice<UInt8>) -> Bool {
        let key = keys.key(place)
        return key.count == start.count + end.count && key.starts(with: start)
            && key.dropFirst(start.count).elementsEqual(end)
    }
}
