import EvokeSystem
import EvokeValues

/// A text's tokens in the form that a graph takes.
struct TokenRow: Equatable {
    var ids: [Int32]
    /// How many tokens belong to the text; the rest are padding.
    let ownCount: Int

    func inputs(_ inputs: [ModelDescription.TokenInput]) -> [GraphInput] {
        Self.inputs(inputs, of: [self])
    }

    /// Stacks rows of equal length.
    static func inputs(_ inputs: [ModelDescription.TokenInput], of rows: [TokenRow]) -> [GraphInput] {
        let length = rows.first?.ids.count ?? 0
        return inputs.map { input in
            GraphInput(
                name: input.name, type: input.type, shape: [rows.count, length],
                values: .integers(rows.flatMap { $0.values(for: input.role) }))
        }
    }

    private func values(for role: ModelDescription.TokenInput.Role) -> [Int32] {
        switch role {
        case .ids: ids
        case .mask: ids.indices.map { $0 < ownCount ? 1 : 0 }
        case .positions: ids.indices.map(Int32.init)
        case .ones: ids.map { _ in 1 }
        case .zeros: ids.map { _ in 0 }
        }
    }
}

/// Converts texts to rows of tokens exactly as the model's own code does.
struct TokenRows: Sendable {
    private let side: ModelDescription.TextSide
    private let tokenizer: Tokenizer
    private let padding: Int32?
    private let ending: Int32?

    /// - Parameter cache: the folder for the tokenizer's compiled form; nil to cache nothing.
    init(of model: LoadableModel, cache: FilePath?) throws(EvokeError) {
        let side = model.description.text
        let tokenizer = try Self.tokenizer(of: model, cache)
        try model.checkIsAsItWas(side.tokenizer)
        func id(of token: String) throws(EvokeError) -> Int32 {
            guard let id = tokenizer.id(of: token) else {
                throw Self.failure(side.tokenizer, "it has no token '\(token)', which the model needs")
            }
            return id
        }
        self.side = side
        self.tokenizer = tokenizer
        padding =
            switch side.padding {
            case .none: side.isFixed ? 0 : nil
            case .token(let token): try id(of: token)
            case .id(let id): id
            }
        ending = if let token = side.ending { try id(of: token) } else { nil }
    }

    func takesAll(of text: String) -> Bool {
        let ids = tokenizer.encode(side.prefix + side.cleaning.apply(to: text), maxLength: side.context + 1)
        return ids.count + (ending != nil && ids.last != ending ? 1 : 0) <= side.context
    }

    /// Whether the whole word is one token, as SentencePiece, CLIP, or GPT-2 spells it.
    func knows(_ word: String) -> Bool {
        ["\u{2581}\(word)", "\(word)</w>", "\u{120}\(word)"].contains { tokenizer.id(of: $0) != nil }
    }

    /// With `isPadded`, the row is as long as the model's context.
    func row(of text: String, isPadded: Bool) -> TokenRow {
        let text = side.prefix + side.cleaning.apply(to: text)
        var ids = tokenizer.encode(text, maxLength: side.context)
        if let ending, ids.last != ending {
            ids = ids.prefix(side.context - 1) + [ending]
        }
        // A graph cannot run on empty input.
        let row = TokenRow(ids: ids.isEmpty ? [padding ?? 0] : ids, ownCount: ids.count)
        guard isPadded, let padding else { return row }
        return TokenRow(
            ids: row.ids + [Int32](repeating: padding, count: max(0, side.context - row.ids.count)),
            ownCount: row.ownCount)
    }

    private static func tokenizer(of model: LoadableModel, _ cache: FilePath?) throws(EvokeError) -> Tokenizer {
        let file = model.description.text.tokenizer
        guard FileSystem.isFile(file) else { throw failure(file, "the file is missing") }
        guard let path = file.string else {
            throw EvokeError(
                .unsupported, doing: "load the tokenizer", subject: file.display, reason: "its path is not UTF-8",
                remedy: "Move the model to a folder whose name is valid UTF-8.")
        }
        do {
            let cache = cache.map { TokenizerCache(in: $0, digest: model.digest) { model.isAsItWas } }
            return try Tokenizer(contentsOf: path, cache: cache)
        } catch {
            throw failure(file, "\(error)")
        }
    }

    private static func failure(_ file: FilePath, _ reason: String) -> EvokeError {
        EvokeError(
            .modelInvalid, doing: "load the tokenizer", subject: file.display, reason: reason,
            remedy: "Download the model again.")
    }
}
