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
