import EvokeDigests
import EvokeSystem
package import EvokeValues

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
            throw TokenizerError(file: file, reason: "its compiled form is inconsistent")
        }
        try self.init(image, file)
        // Only a working tokenizer is cached.
        cache?.store(bytes)
    }

    private static func image(of bytes: [UInt8], _ file: String, origin: [UInt8]) throws(TokenizerError) -> [UInt8] {
        bytes.starts(with: gzipMagic)
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
        for segment in addedTokens.original.segments(of: text) {
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
        for segment in addedTokens.normalized.segments(of: text.bytes) {
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

/// The cache of a tokenizer's compiled form. If the folder is missing, unwritable, or contains damaged files, the
/// tokenizer is compiled again.
package struct TokenizerCache {
    /// Identifies what the compiled form was made from; stored in it.
    let origin: [UInt8]
    private let file: DiskPath
    private let isCurrent: () -> Bool

    /// - Parameters:
    ///   - digest: of the tokenizer's file, alone or with others. Files with the same digest are the same tokenizer.
    ///   - isCurrent: whether the file still has that digest. If not, nothing is cached.
    package init(in folder: DiskPath, digest: String, isCurrent: @escaping () -> Bool) {
        origin = Array(digest.utf8)
        file = Self.file(of: digest, in: folder)
        self.isCurrent = isCurrent
    }

    /// Deletes what is cached for a digest.
    package static func forget(_ digest: String, in folder: DiskPath) {
        // A leftover cache file only takes space.
        try? FileSystem.erase(file(of: digest, in: folder))
    }

    /// Nil if the image is missing, damaged, or of another digest.
    func load() -> CompiledImage? {
        guard let memory = Memory(mapping: file), let image = CompiledImage(memory), image.origin == origin else {
            return nil
        }
        return image
    }

    /// Stores the image atomically. Errors are ignored: without the image, the next start is only slower.
    func store(_ image: [UInt8]) {
        guard isCurrent(), let folder = file.parent else { return }
        // Ignored, as above.
        try? FileSystem.makeFolder(folder)
        // Ignored, as above.
        try? FileSystem.replace(file, with: image)
    }

    private static func file(of digest: String, in folder: DiskPath) -> DiskPath {
        folder.appending("tokenizer-\(digest).evt")
    }
}

/// Why a tokenizer could not be loaded.
package struct TokenizerError: Error, Equatable, Sendable, CustomStringConvertible {
    package let file: String
    /// Where in the file, as in `normalizer.normalizers[1].type`; nil if the problem concerns the whole file.
    package private(set) var key: String?
    package let reason: String

    package var description: String {
        let place = key.map { ", key '\($0)'" } ?? ""
        return "reading the tokenizer \(file)\(place): \(reason)"
    }
}

/// The special tokens around a text.
struct Template: Sendable {
    private(set) var before: [Int32] = []
    private(set) var after: [Int32] = []

    private var isEmpty: Bool { before.isEmpty && after.isEmpty }

    init(before: [Int32] = [], after: [Int32] = []) {
        self.before = before
        self.after = after
    }

    init(_ node: ConfigurationNode) throws(TokenizerError) {
        switch try node["type"].string() {
        case "TemplateProcessing": try self.init(pieces: node)
        case "BertProcessing", "RobertaProcessing":
            self.init(before: [try Self.tokenID(node["cls"])], after: [try Self.tokenID(node["sep"])])
        // It affects offsets of tokens, but no ids.
        case "ByteLevel": self.init()
        case "Sequence":
            self.init()
            for element in try node["processors"].elements() {
                let template = try Template(element)
                if template.isEmpty { continue }
                // In the reference, the output of the first processor would count as a second text for the next.
                guard isEmpty else { throw element.failure("a second processor that adds tokens is not supported") }
                self = template
            }
        default: throw node["type"].unsupported()
        }
    }

    private init(pieces node: ConfigurationNode) throws(TokenizerError) {
        var seesText = false
        for piece in try node["single"].elements() {
            let sequence = piece["Sequence"]
            if sequence.isNull {
                let name = try piece["SpecialToken"]["id"].string()
                var ids: [Int32] = []
                for id in try node["special_tokens"][name]["ids"].elements() { ids.append(try id.id()) }
                if seesText { after += ids } else { before += ids }
            } else {
                guard try sequence["id"].string() == "A", !seesText else { throw sequence["id"].unsupported() }
                seesText = true
            }
        }
        guard seesText else { throw node["single"].failure("it does not include the text") }
    }

    /// Reads the id of a token that is given as its name and id.
    private static func tokenID(_ node: ConfigurationNode) throws(TokenizerError) -> Int32 {
        let parts = try node.elements()
        guard parts.count == 2 else { throw node.failure("expected a token and its id") }
        return try parts[1].id()
    }
}
