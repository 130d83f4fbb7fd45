public import Models
public import PhotoCore
public import Workers

/// The text side of a model, run by OpenVINO, with its tokenizer. It always computes in 32-bit floats: a query is
/// one text, and costs little.
public struct TextTower: TextEncoding {
    private static let mostAtOnce = 16

    private let rows: TokenRows
    let isPadded: Bool
    /// How long the tokenizer took to load, while the graph did.
    public let tokenizerTime: Duration
    private let recent = RecentTexts(capacity: 64)
    private let executor: BlockingExecutor
    private let gathering: Gathering<String, Embedding>

    public static func load(
        _ model: LoadableModel, cache: FilePath, executor: BlockingExecutor
    ) async throws -> TextTower {
        let text = model.description.text
        async let loading = executor.run {
            try Tower(
                text.graph, dimensions: model.description.dimensions,
                tuning: [("PERFORMANCE_HINT", "LATENCY"), ("NUM_STREAMS", "1")],
                cache: model.description.keepingPlace(cache))
        }
        async let reading = executor.run {
            let started = ContinuousClock.now
            let rows = try TokenRows(text, cache: model.description.keepingPlace(cache))
            return (rows, ContinuousClock.now - started)
        }
        let (tower, (rows, tokenizerTime)) = try await (loading, reading)
        let isPadded = try await executor.run {
            try TextLength(tower: tower, rows: rows, side: text).needsPadding(model, cache: cache)
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
        // One at a time, since each takes all cores; whoever comes meanwhile is worked on together.
        gathering = Gathering(batch: Self.mostAtOnce, width: 1, executor: executor) { texts in
            Self.embed(texts.map { rows.row(of: $0, isPadded: isPadded) }, side, tower)
        }
    }

    /// Whether its compiled form was made, and kept in the cache.
    public static func hasBeenLoaded(_ model: LoadableModel, cache: FilePath) -> Bool {
        TextLength.answer(for: model, cache: cache) != nil
    }

    public func encode(_ text: String) async throws -> Embedding {
        if let known = recent[text] { return known }
        let embedding = try await gathering.result(for: text)
        recent[text] = embedding
        return embedding
    }

    /// Rows of one length go together: padding may change a vector, and company does not.
    private static func embed(
        _ rows: [TokenRow], _ side: ModelDescription.TextSide, _ tower: Tower
    ) -> [Result<Embedding, any Error>] {
        var results: [Int: Result<Embedding, any Error>] = [:]
        let groups = Dictionary(grouping: rows.indices) { rows[$0].ids.count }
        for group in groups.values {
            var rest = group[...]
            while !rest.isEmpty {
                let batch = side.takesBatches ? rest.count : 1
                let places = rest.prefix(batch)
                rest = rest.dropFirst(batch)
                let inputs = TokenRow.inputs(side.inputs, of: places.map { rows[$0] })
                let made = Result { () throws(EvokeError) in try tower.embedEach(inputs, count: batch) }
                for (number, place) in places.enumerated() {
                    results[place] = made.flatMap { $0[number] }.mapError { $0 as any Error }
                }
            }
        }
        return rows.indices.compactMap { results[$0] }
    }

    public func takesAll(of text: String) async throws -> Bool {
        try await executor.run { [rows] in rows.takesAll(of: text) }
    }
}
