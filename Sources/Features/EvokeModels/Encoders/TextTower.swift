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
            let note = try ModelTrialRecord(.length, of: model, on: runtime, in: folder)
            return try TextLength(tower: tower, rows: rows, side: text).needsPadding(note)
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
