/// Converts text to a model's token ids, as described by a Hugging Face `tokenizer.json`, or as OpenAI's tokenizer does
/// with a merge file (`bpe_simple_vocab_16e6.txt.gz`).
///
/// The file's `truncation` and `padding` are ignored: the caller sets the length.
package struct Tokenizer: Sendable {
    private let addedTokens: AddedTokens
    private let vocabulary: Vocabulary
    private let normalizer: Normalizer?
    private let preTokenizer: PreTokenizer?
    private let model: Model
    private let template: Template

    /// Reads either kind of file, whatever its name. With `cache`, stores a compiled form there that loads immediately.
    package init(contentsOf file: String, cache: TokenizerCache? = nil) throws(TokenizerError) {
        if let image = cache?.load() {
            try self.init(image, file)
            return
        }
        let bytes = try Self.image(of: try readFile(file), file, origin: cache?.origin ?? [])
        guard let image = CompiledImage(Memory(copying: bytes)) else {
            throw TokenizerError(reading: file, reason: "its compiled form is inconsistent")
        }
        try self.init(image, file)
        // Only a working tokenizer is cached.
        cache?.store(bytes)
    }

    private static func image(of bytes: [UInt8], _ file: String, origin: [UInt8]) throws(TokenizerError) -> [UInt8] {
        MergeList.isMergeList(bytes)
            ? try MergeList(bytes: bytes, file: file).image(origin: origin)
            : try TokenizerSource(bytes: bytes, file: file).image(origin: origin)
    }

    private init(_ image: CompiledImage, _ file: String) throws(TokenizerError) {
        vocabulary = image.vocabulary
        addedTokens = image.addedTokens
        if image.configuration.isEmpty {
            normalizer = .simpleCLIP
            preTokenizer = MergeList.preTokenizer
            model = MergeList.model(vocabulary)
            template = MergeList.template(vocabulary)
            return
        }
        let configuration = try TokenizerSource(bytes: image.configuration, file: file).configuration
        let version = configuration["version"]
        guard version.isNull || version.value == .string("1.0") else { throw version.unsupported() }
        let normalizer = configuration["normalizer"]
        let preTokenizer = configuration["pre_tokenizer"]
        let template = configuration["post_processor"]
        model = try Model(configuration["model"], vocabulary: vocabulary)
        self.normalizer = normalizer.isNull ? nil : try Normalizer(normalizer)
        self.preTokenizer = preTokenizer.isNull ? nil : try PreTokenizer(preTokenizer)
        self.template = template.isNull ? Template() : try Template(template)
    }

    /// The id of the token with exactly this name, as spelled in the file.
    package func id(of token: String) -> Int32? {
        addedTokens.id(of: token.utf8) ?? vocabulary.pieces.id(of: token.utf8)
    }

    /// Returns ids with the template's special tokens; longer texts are truncated, but keep the closing special token.
    package func encode(_ text: String, maxLength: Int? = nil) -> [Int32] {
        let room = maxLength.map { max(0, $0 - template.before.count - template.after.count) } ?? .max
        var ids: [Int32] = []
        appendIDs(of: Array(text.utf8), to: &ids, limit: room)
        let whole = template.before + ids.prefix(room) + template.after
        // If even the special tokens don't fit, the closing one goes last.
        return maxLength.map { whole.suffix(max(0, $0)) } ?? whole
    }

    /// Stops soon after `limit` ids.
    private func appendIDs(of text: [UInt8], to ids: inout [Int32], limit: Int) {
        var scratch = Model.Scratch()
        for segment in addedTokens.segments(ofOriginal: text) {
            if ids.count >= limit { return }
            switch segment {
            case .token(let id):
                ids.append(id)
            case .text(let range):
                var part = NormalizedText(bytes: Array(text[range]), startsAtOrigin: range.lowerBound == 0)
                normalizer?.apply(to: &part)
                appendIDs(ofNormalized: part, to: &ids, limit: limit, &scratch)
            }
        }
    }

    private func appendIDs(
        ofNormalized text: NormalizedText, to ids: inout [Int32], limit: Int, _ scratch: inout Model.Scratch
    ) {
        for segment in addedTokens.segments(ofNormalized: text.bytes) {
            switch segment {
            case .token(let id):
                ids.append(id)
            case .text(let range):
                let startsAtOrigin = text.startsAtOrigin && range.lowerBound == 0
                var list = PieceList(NormalizedText(bytes: Array(text.bytes[range]), startsAtOrigin: startsAtOrigin))
                preTokenizer?.apply(to: &list)
                for piece in list.pieces {
                    if ids.count >= limit { return }
                    model.encode(list.bytes, piece, into: &ids, &scratch)
                }
            }
        }
    }
}
