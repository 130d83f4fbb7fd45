import EvokeModels
import Foundation
import Testing

/// A family of tokenizers, each with a file and the ids that its reference library gives many texts.
enum Family: String, CaseIterable {
    /// CLIP's tokenizer.json: byte-level BPE.
    case clip
    /// CLIP's vocabulary as OpenAI published it, a list of merges.
    case merges
    /// SigLIP 2's tokenizer.json: Gemma's BPE.
    case gemma
    /// SigLIP's: Unigram.
    case siglip
    /// BERT's: WordPiece.
    case bert

    static let mergeList = Fixtures.url("bpe_simple_vocab_16e6.txt.gz")

    /// The tokenizer's file.
    func file() throws -> Data {
        if self == .merges { return try Data(contentsOf: Self.mergeList) }
        var tokenizer = try #require(try fixture()["tokenizer"] as? [String: Any])
        if self == .clip {
            var model = try #require(tokenizer["model"] as? [String: Any])
            try Self.addVocabulary(to: &model)
            tokenizer["model"] = model
        }
        return try JSONSerialization.data(withJSONObject: tokenizer)
    }

    /// The token at the end of every text.
    var closingToken: (name: String, id: Int32) {
        switch self {
        case .clip: ("<|endoftext|>", 49_407)
        case .merges: ("<end_of_text>", 49_407)
        case .gemma: ("<eos>", 1)
        case .siglip: ("</s>", 1)
        case .bert: ("[SEP]", 3)
        }
    }

    /// nil where the reference knows characters that Swift does not know yet.
    func ids() throws -> [[Int32]?] {
        let ids = try #require(try fixture()["ids"] as? [Any])
        return ids.map { ($0 as? [Int])?.map(Int32.init) }
    }

    static func texts() throws -> [String] {
        try JSONDecoder().decode([String].self, from: Fixtures.decompressed("texts.json.gz"))
    }

    private func fixture() throws -> [String: Any] {
        try Fixtures.json("\(rawValue).json.gz")
    }

    /// CLIP's vocabulary and merges, made of its merges as OpenAI does.
    private static func addVocabulary(to model: inout [String: Any]) throws {
        let visible = Array(0x21...0x7E) + Array(0xA1...0xAC) + Array(0xAE...0xFF)
        let hidden = (0..<0x100).filter { !visible.contains($0) }
        let bytes = (visible + hidden.indices.map { 0x100 + $0 }).map { String(Unicode.Scalar(UInt16($0))!) }
        let lines = String(decoding: try Fixtures.decompressed(mergeList.lastPathComponent), as: UTF8.self)
            .split(separator: "\n")
        let merges = lines[1...48_894].map(String.init)
        let pieces = bytes + bytes.map { $0 + "</w>" } + merges.map { $0.replacing(" ", with: "") }
        let tokens = ["<|startoftext|>", "<|endoftext|>"]
        model["vocab"] = Dictionary(uniqueKeysWithValues: (pieces + tokens).enumerated().map { ($1, $0) })
        model["merges"] = merges
    }
}
