/// Converts pieces of text to ids.
enum Model: Sendable {
    case unigram(Unigram)
    case bpe(BPE)
    case wordPiece(WordPiece)

    enum Kind: String {
        case unigram = "Unigram"
        case bpe = "BPE"
        case wordPiece = "WordPiece"

        init(_ node: ConfigurationNode) throws(TokenizerError) {
            // Older files don't have a type; only BPE has merges, and only WordPiece limits the length of words.
            if node["type"].isNull, case .object(let members) = node.value {
                self =
                    members["merges"] != nil
                    ? .bpe : members["max_input_chars_per_word"] != nil ? .wordPiece : .unigram
                return
            }
            guard let kind = Kind(rawValue: try node["type"].string()) else { throw node["type"].unsupported() }
            self = kind
        }
    }

    init(_ node: ConfigurationNode, vocabulary: Vocabulary) throws(TokenizerError) {
        switch try Kind(node) {
        case .unigram: self = .unigram(try Unigram(node, vocabulary: vocabulary))
        case .bpe: self = .bpe(try BPE(node, vocabulary: vocabulary))
        case .wordPiece: self = .wordPiece(try WordPiece(node, pieces: vocabulary.pieces))
        }
    }

    /// Working memory, reused for the next piece.
    struct Scratch {
        fileprivate var unigram = Unigram.Scratch()
        fileprivate var merges = MergeScratch()
    }

    /// Appends the ids of `text[range]`, which must be valid UTF-8.
    func encode(_ text: [UInt8], _ range: Range<Int>, into ids: inout [Int32], _ scratch: inout Scratch) {
        switch self {
        case .unigram(let model): model.encode(text, range, into: &ids, &scratch.unigram)
        case .bpe(let model): model.encode(text, range, into: &ids, &scratch.merges)
        case .wordPiece(let model): model.encode(text, range, into: &ids)
        }
    }
}

/// A model's pieces, with scores for a Unigram model or merges for a BPE model.
struct Vocabulary: Sendable {
    let pieces: ByteTrie
    let scores: Table<Double>
    let merges: MergeTable
}

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
            guard let start = position == range.lowerBound ? ByteTrie.root : prefixNode,
                let match = pieces.longestMatch(in: text, position..<range.upperBound, from: start)
            else {
                ids.removeSubrange(known...)
                ids.append(unknownID)
                return
            }
            ids.append(match.id)
            position = match.end
        }
    }
}

/// Splits text into the pieces with the highest total score.
struct Unigram: Sendable {
    /// How far below the worst piece a character outside the vocabulary is scored.
    private static let unknownPenalty = 10.0

    let vocabulary: Vocabulary
    private let unknownID: Int32
    private let unknownScore: Double
    /// The piece for each byte value; nil if the model has none or no byte fallback.
    private let byteIDs: [Int32?]

    init(_ node: ConfigurationNode, vocabulary: Vocabulary) throws(TokenizerError) {
        let unknownID = try node["unk_id"].id()
        guard unknownID < vocabulary.scores.count else {
            throw node["unk_id"].failure("\(unknownID) is not in the vocabulary of \(vocabulary.scores.count) pieces")
        }
        self.vocabulary = vocabulary
        self.unknownID = unknownID
        unknownScore = vocabulary.scores.withUnsafeElements { $0.min() ?? 0 } - Self.unknownPenalty
        byteIDs = try node["byte_fallback"].bool(default: false) ? vocabulary.byteIDs() : []
    }

    /// Appends the ids of the pieces of `text[range]`, which must be valid UTF-8.
    func encode(_ text: [UInt8], _ range: Range<Int>, into ids: inout [Int32], _ scratch: inout Scratch) {
        findBestPath(text, range, &scratch)
        var unknownStart: Int?
        func closeUnknown(at end: Int) {
            if let start = unknownStart { appendUnknown(text[start..<end], to: &ids) }
            unknownStart = nil
        }
        for step in scratch.path.reversed() {
            if step.id == unknownID {
                unknownStart = unknownStart ?? step.start
            } else {
                closeUnknown(at: step.start)
                ids.append(step.id)
            }
        }
        closeUnknown(at: range.upperBound)
    }

    /// A run of unknown characters is one token, unless it happens to spell a piece or falls back to bytes.
    private func appendUnknown(_ text: ArraySlice<UInt8>, to ids: inout [Int32]) {
        if let id = vocabulary.pieces.id(of: text) {
            ids.append(id)
            return
        }
        let bytes = byteIDs.isEmpty ? [] : text.compactMap { byteIDs[Int($0)] }
        if bytes.count == text.count {
            ids.append(contentsOf: bytes)
        } else {
            ids.append(unknownID)
        }
    }

    /// Viterbi over byte positions. Of paths with equal scores, the first one found wins, which is the one whose last
    /// piece starts earliest.
    private func findBestPath(_ text: [UInt8], _ range: Range<Int>, _ scratch: inout Scratch) {
        let start = range.lowerBound
        scratch.reset(length: range.count)
        var position = start
        while position < range.upperBound {
            let scoreSoFar = scratch.best[position - start].score
            let characterEnd = position + utf8Length(lead: text[position])
            var coversCharacter = false
            var node = ByteTrie.root
            var end = position
            while end < range.upperBound, let next = vocabulary.pieces.child(of: node, byte: text[end]) {
                node = next
                end += 1
                guard let id = vocabulary.pieces.id(at: node) else { continue }
                scratch.offer(scoreSoFar + vocabulary.scores[Int(id)], id: id, from: position - start, to: end - start)
                if end == characterEnd { coversCharacter = true }
            }
            if !coversCharacter {
                let score = scoreSoFar + unknownScore
                scratch.offer(score, id: unknownID, from: position - start, to: characterEnd - start)
            }
            position = characterEnd
        }
        scratch.trace(from: start)
    }

    /// Working memory, reused for the next word.
    struct Scratch {
        fileprivate struct Best {
            var score = 0.0
            var id: Int32 = -1
            /// How many bytes back the piece that ends here begins; 0 if no path ends here.
            var length: Int32 = 0
        }

        fileprivate private(set) var best: [Best] = []
        fileprivate private(set) var path: [(start: Int, id: Int32)] = []

        fileprivate mutating func reset(length: Int) {
            best.removeAll(keepingCapacity: true)
            best.append(contentsOf: repeatElement(Best(), count: length + 1))
        }

        fileprivate mutating func offer(_ score: Double, id: Int32, from start: Int, to end: Int) {
            guard best[end].length == 0 || score > best[end].score else { return }
            best[end] = Best(score: score, id: id, length: Int32(end - start))
        }

        /// Follows the best path backwards; steps are in reverse order.
        fileprivate mutating func trace(from start: Int) {
            path.removeAll(keepingCapacity: true)
            var end = best.count - 1
            while end > 0 {
                let step = best[end]
                end -= Int(step.length)
                path.append((start + end, step.id))
            }
        }
    }
}

extension Vocabulary {
    /// The piece for each byte value, such as `<0x0A>`; nil if one is missing.
    func byteIDs() -> [Int32?] {
        (0..<256).map { byte in
            let digits = String(byte, radix: 16, uppercase: true)
            return pieces.id(of: "<0x\(byte < 16 ? "0" : "")\(digits)>".utf8)
        }
    }
}

/// The length of the character that starts with `lead`.
func utf8Length(lead: UInt8) -> Int {
    lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4
}
