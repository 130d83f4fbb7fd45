public import Models
public import PhotoCore
public import Workers

/// The text side of a model, run by OpenVINO, with its tokenizer. It always computes in 32-bit floats: a query is
/// one text, and costs little.
public struct TextTower: TextEncoding {
    private let tower: Tower
    private let rows: TokenRows
    private let inputs: [ModelDescription.TokenInput]
    let isPadded: Bool
    private let recent = RecentTexts(capacity: 64)
    private let executor: BlockingExecutor

    public static func load(
        _ model: LoadableModel, cache: FilePath, executor: BlockingExecutor
    ) async throws -> TextTower {
        let text = model.description.text
        async let loading = executor.run {
            try Tower(
                text.graph, dimensions: model.description.dimensions,
                tuning: [("PERFORMANCE_HINT", "LATENCY"), ("NUM_STREAMS", "1")], cache: cache)
        }
        async let reading = executor.run { try TokenRows(text, cache: cache) }
        let (tower, rows) = try await (loading, reading)
        let isPadded = try await executor.run {
            try TextLength(tower: tower, rows: rows, side: text).needsPadding(model, cache: cache)
        }
        return TextTower(tower: tower, rows: rows, inputs: text.inputs, isPadded: isPadded, executor: executor)
    }

    /// Whether its compiled form was made, and kept in the cache.
    public static func hasBeenLoaded(_ model: LoadableModel, cache: FilePath) -> Bool {
        TextLength.answer(for: model, cache: cache) != nil
    }

    public func encode(_ text: String) async throws -> Embedding {
        if let known = recent[text] { return known }
        let embedding = try await executor.run { [tower, rows, inputs, isPadded] in
            try tower.embed(rows.row(of: text, isPadded: isPadded).inputs(inputs))
        }
        recent[text] = embedding
        return embedding
    }

    public func takesAll(of text: String) async throws -> Bool {
        try await executor.run { [rows] in rows.takesAll(of: text) }
    }
}
