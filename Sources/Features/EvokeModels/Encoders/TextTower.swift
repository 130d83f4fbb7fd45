import EvokePorts
import EvokeSystem
package import EvokeValues
package import EvokeWorkers

/// A model's text encoder, with its tokenizer. Always computes in 32-bit floats, because a query is a single text and
/// costs little.
package struct TextTower: TextEncoding {
    private static let mostAtOnce = 16

    private let rows: TokenRows
    let isPadded: Bool
    /// How long the tokenizer took to load; the graph loads at the same time.
    package let tokenizerTime: Duration
    private let recent: RecentTexts
    private let executor: BlockingExecutor
    private let batcher: Batcher<String, Embedding, EvokeError>

    package static func load(
        _ model: LoadableModel, as id: ModelID, on runtime: any GraphRuntime, in folder: GraphFolder,
        executor: BlockingExecutor
    ) async throws -> TextTower {
        let text = model.description.text
        let keeps = !model.description.isEncrypted
        async let loading = executor.run {
            try Tower(
                text.graph, of: model, as: id, pace: text.graph.isCalibrated && text.isFixed ? .exactly : .soonest,
                probes: text.probes, isOfBatches: text.takesBatches,
                on: runtime, in: keeps ? folder : nil)
        }
        async let reading = executor.run {
            let started = ContinuousClock.now
            let rows = try TokenRows(of: model, cache: keeps ? folder.path : nil)
            return (rows, ContinuousClock.now - started)
        }
        let (tower, (rows, tokenizerTime)) = try await (loading, reading)
        let isPadded = try await executor.run {
            let record = try ModelTrialRecord(.length, of: model, on: runtime, in: folder)
            return try TextLength(tower: tower, rows: rows, side: text).needsPadding(record)
        }
        return TextTower(tower, rows, text, isPadded: isPadded, tokenizerTime, executor)
    }

    private init(
        _ tower: Tower, _ rows: TokenRows, _ side: ModelDescription.TextSide, isPadded: Bool,
        _ tokenizerTime: Duration, _ executor: BlockingExecutor
    ) {
        self.tokenizerTime = tokenizerTime
        self.rows = rows
        self.isPadded = isPadded
        self.executor = executor
        let recent = RecentTexts(capacity: 64)
        self.recent = recent
        // One batch at a time, because each uses all cores; texts that arrive meanwhile form the next batch. A text
        // that several callers wait for is encoded once.
        batcher = Batcher(batch: Self.mostAtOnce, width: 1, executor: executor) { texts throws(EvokeError) in
            recent.vectors(of: texts) { texts in
                Self.embed(texts.map { rows.row(of: $0, isPadded: isPadded) }, side, tower)
            }
        }
    }

    /// Whether its compiled form is in the cache.
    package static func hasBeenLoaded(
        _ model: LoadableModel, on runtime: any GraphRuntime, in folder: GraphFolder
    ) throws(EvokeError) -> Bool {
        try ModelTrialRecord(.length, of: model, on: runtime, in: folder).text != nil
    }

    package func encode(_ text: String) async throws -> Embedding {
        if let known = recent.vector(of: text) { return known }
        return try await batcher.result(for: text).whileWanted()
    }

    /// Rows of equal length share a batch: padding may change a vector, and a batch doesn't if the graph takes one.
    private static func embed(
        _ rows: [TokenRow], _ side: ModelDescription.TextSide, _ tower: Tower
    ) -> [Result<Embedding, EvokeError>] {
        var results: [Int: Result<Embedding, EvokeError>] = [:]
        let groups = Dictionary(grouping: rows.indices) { rows[$0].ids.count }
        for group in groups.values {
            var rest = group[...]
            while !rest.isEmpty {
                let batch = tower.takesBatches ? rest.count : 1
                let places = rest.prefix(batch)
                rest = rest.dropFirst(batch)
                let inputs = TokenRow.inputs(side.inputs, of: places.map { rows[$0] })
                let made = Result { () throws(EvokeError) in try tower.embedEach(inputs, count: batch) }
                for (number, place) in places.enumerated() {
                    results[place] = made.flatMap { $0[number] }
                }
            }
        }
        return rows.indices.compactMap { results[$0] }
    }

    package func takesAll(of text: String) async throws -> Bool {
        await executor.run { [rows] in rows.takesAll(of: text) }
    }

    package func knows(_ word: String) -> Bool { rows.knows(word) }
}

extension ModelDescription.TextSide {
    /// A few tokens, or the full length if the graph takes nothing shorter.
    var probes: [GraphTrial.Probe] {
        (isFixed ? [context] : [min(8, context), context]).map { length in
            { numbers in
                // Every vocabulary has the smallest ids.
                let rows = numbers.map { number in
                    TokenRow(ids: (0..<length).map { Int32((number + $0) % 2) }, ownCount: length)
                }
                return TokenRow.inputs(inputs, of: rows)
            }
        }
    }
}

/// Measures whether a text encoder gives the same vectors without padding, which it does if attention is causal or a
/// mask is respected. If so, a five-word query costs a tenth of a full-length one.
struct TextLength {
    /// Lower cosines mean that padding changed the vector.
    private static let sameness: Float = 0.999_99
    private static let probes = [
        "a", "a red car", "two children are building a castle of sand", "7 SUNSETS, over the (old) harbour!",
    ]

    let tower: Tower
    let rows: TokenRows
    let side: ModelDescription.TextSide

    /// Measured once, then read from the record.
    func needsPadding(_ record: ModelTrialRecord) throws(EvokeError) -> Bool {
        if let known = record.text.flatMap(Bool.init) { return known }
        let answer = try side.isFixed ? true : side.padding == .none ? false : !isTheSameWithoutPadding()
        record.keep("\(answer)")
        return answer
    }

    private func isTheSameWithoutPadding() throws(EvokeError) -> Bool {
        // The graph doesn't take short rows, so its length is fixed internally.
        if tower.probe != 0 { return false }
        for text in Self.probes {
            let padded = try tower.embed(rows.row(of: text, isPadded: true).inputs(side.inputs))
            // A graph that rejects another length has a fixed one.
            guard let own = try? tower.embed(rows.row(of: text, isPadded: false).inputs(side.inputs)),
                own.dot(padded) >= Self.sameness
            else { return false }
        }
        return true
    }
}

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
    init(of model: LoadableModel, cache: DiskPath?) throws(EvokeError) {
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

    private static func tokenizer(of model: LoadableModel, _ cache: DiskPath?) throws(EvokeError) -> Tokenizer {
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

    private static func failure(_ file: DiskPath, _ reason: String) -> EvokeError {
        EvokeError(
            .modelInvalid, doing: "load the tokenizer", subject: file.display, reason: reason,
            remedy: "Download the model again.")
    }
}

/// A cache of the most recently encoded texts' vectors.
final class RecentTexts: Sendable {
    /// Keyed by UTF-8 bytes, because strings that are equal in Swift can have different tokens.
    private let vectors: Locked<RecentlyUsed<[UInt8], Embedding>>

    init(capacity: Int) {
        vectors = Locked(RecentlyUsed(capacity: capacity))
    }

    func vector(of text: String) -> Embedding? {
        vectors.withLock { $0.value(for: Array(text.utf8)) }
    }

    func keep(_ vector: Embedding, of text: String) {
        vectors.withLock { $0.keep(vector, for: Array(text.utf8)) }
    }

    /// Returns the vectors of several texts, in order. `make` computes the missing ones, each text once.
    func vectors<Failure: Error>(
        of texts: [String], _ make: ([String]) -> [Result<Embedding, Failure>]
    ) -> [Result<Embedding, Failure>] {
        var results: [[UInt8]: Result<Embedding, Failure>] = [:]
        var missing: [String] = []
        for text in texts {
            if let known = vector(of: text) {
                results[Array(text.utf8)] = .success(known)
            } else if !missing.contains(where: { $0.utf8.elementsEqual(text.utf8) }) {
                missing.append(text)
            }
        }
        for (text, result) in zip(missing, make(missing)) {
            results[Array(text.utf8)] = result
            if case .success(let vector) = result { keep(vector, of: text) }
        }
        return texts.compactMap { results[Array($0.utf8)] }
    }
}
