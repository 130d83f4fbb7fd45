import EvokeDigests

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

    static func isMergeList(_ bytes: [UInt8]) -> Bool { bytes.starts(with: gzipMagic) }

    init(bytes: [UInt8], file: String) throws(TokenizerError) {
        let text: [UInt8]
        do {
            text = try gunzip(bytes, sizeLimit: Self.sizeLimit)
        } catch {
            throw TokenizerError(reading: file, reason: error.rawValue)
        }
        guard String(validating: text, as: UTF8.self) != nil else {
            throw TokenizerError(reading: file, reason: "its decompressed text is not valid UTF-8")
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
                throw TokenizerError(reading: file, key: "line \(number + 1)", reason: "expected two symbols")
            }
            pairs.append((parts[0], parts[1], number + 1))
        }
        for token in [Self.start, Self.end] { pieces.append { $0 += token.utf8 } }
        let index = KeyIndex(pieces)
        for pair in pairs {
            guard let merge = index.merge(of: pair.left, pair.right) else {
                throw TokenizerError(
                    reading: file, key: "line \(pair.line)", reason: "no other line makes these symbols")
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
        return .sequence([.split(Split(into: .clip(pattern))), .byteLevel(ByteLevel())])
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
