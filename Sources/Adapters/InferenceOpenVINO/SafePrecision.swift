public import EvokeModels
import EvokeSystem
public import EvokeValues
public import EvokeWorkers

/// Finds the fastest precision whose vectors are as good as full ones, by trying it on pictures made for that.
public struct SafePrecision: Sendable {
    /// The cosine that each picture has to reach: the promise is 0.999, and other pictures may be a little worse.
    private static let sameness: Float = 0.999_3

    private let streams: Int
    private let graphs: CompiledGraphs
    private let executor: BlockingExecutor

    public init(streams: Int, graphs: CompiledGraphs, executor: BlockingExecutor) {
        self.streams = streams
        self.graphs = graphs
        self.executor = executor
    }

    /// Measured once for each model, and noted in the cache.
    public func of(_ model: LoadableModel) async throws -> Precision {
        try await executor.run {
            guard try Runtime.start().computesInBFloat16 else { return .float32 }
            let note = graphs.folder.appending(Self.note(model.digest))
            if let known = try? FileSystem.read(note),
                let precision = Precision(rawValue: String(decoding: known, as: UTF8.self))
            {
                return precision
            }
            let precision: Precision = try worstCosine(model) >= Self.sameness ? .bfloat16 : .float32
            try? FileSystem.makeFolder(graphs.folder)
            try? FileSystem.replace(note, with: Array(precision.rawValue.utf8))
            return precision
        }
    }

    /// Whether this processor can compute at `precision` at all.
    public static func isPossible(_ precision: Precision) throws(EvokeError) -> Bool {
        let runtime = try Runtime.start()
        return precision != .bfloat16 || runtime.computesInBFloat16
    }

    /// Another name whenever models are tried in another way.
    static func note(_ digest: String) -> String { "precision2-\(digest)" }

    private func worstCosine(_ model: LoadableModel) throws(EvokeError) -> Float {
        let side = model.description.image
        let full = try Tower(side, of: model, as: model.id(.float32), streams: streams, in: nil)
        // As an index run wants it, which then finds it ready.
        let half = try Tower(
            side, of: model, as: model.id(.bfloat16), isHalf: true, streams: streams,
            in: model.description.isEncrypted ? nil : graphs)
        var worst: Float = 1
        for number in 0..<ProbePicture.count {
            let picture = side.probe([number])
            let exact = try full.embed(picture)
            // What is no vector is not as good as one.
            guard let fast = try? half.embed(picture) else { return -1 }
            // Two models by their fingerprints: whether they are one in fact is what is asked here.
            worst = min(worst, exact.dot(fast))
        }
        return worst
    }
}
