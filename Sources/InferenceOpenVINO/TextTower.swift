import COpenVINO
public import Models
public import PhotoCore
import Tokenizers
public import Workers

/// The text side of a model, run by OpenVINO, with its tokenizer.
public struct TextTower: TextEncoding {
    private let tower: Tower
    private let tokenizer: Tokenizer
    private let prefix: String
    private let maximumTokens: Int
    private let executor: BlockingExecutor

    public static func load(
        _ model: ModelDescription, cache: FilePath, executor: BlockingExecutor
    ) async throws -> TextTower {
        let text = model.text
        async let tower = executor.run {
            try Tower(
                text.graph, input: text.inputName, output: text.outputName, dimensions: model.dimensions,
                tuning: [("PERFORMANCE_HINT", "LATENCY"), ("NUM_STREAMS", "1")], cache: cache)
        }
        async let tokenizer = executor.run { try loadTokenizer(text.tokenizer, cache: cache) }
        return try await TextTower(
            tower: tower, tokenizer: tokenizer, prefix: text.prefix, maximumTokens: text.maximumTokens,
            executor: executor)
    }

    public func encode(_ text: String) async throws -> Embedding {
        try await executor.run { [tower, tokenizer, prefix, maximumTokens] in
            let ids = tokenizer.encode(prefix + text, maxLength: maximumTokens).map(Int64.init)
            return try tower.embed(ids, type: I64, shape: [1, Int64(ids.count)])
        }
    }

    private static func loadTokenizer(_ file: FilePath, cache: FilePath) throws(EvokeError) -> Tokenizer {
        guard let path = file.string else {
            throw EvokeError(
                .unsupported, doing: "load the tokenizer", subject: file.display, reason: "its path is not UTF-8",
                remedy: "Move the model to a folder with a plain name.")
        }
        do {
            return try Tokenizer(contentsOf: path, cache: cache.string)
        } catch {
            throw EvokeError(
                .modelInvalid, doing: "load the tokenizer", subject: file.display, reason: "\(error)",
                remedy: "Get the model again.")
        }
    }
}
