public import Models
public import PhotoCore
public import Workers

/// Finds the fastest precision whose vectors are as good as full ones, by trying it on pictures made for that.
public struct SafePrecision: Sendable {
    /// The cosine that each picture has to reach: the promise is 0.999, and other pictures may be a little worse.
    private static let sameness: Float = 0.999_3

    private let streams: Int
    private let cache: FilePath
    private let executor: BlockingExecutor

    public init(streams: Int, cache: FilePath, executor: BlockingExecutor) {
        self.streams = streams
        self.cache = cache
        self.executor = executor
    }

    /// Measured once for each model, and noted in the cache.
    public func of(_ model: LoadableModel) async throws -> Precision {
        try await executor.run {
            guard try Runtime.start().computesInBFloat16 else { return .float32 }
            let note = cache.appending("precision-\(model.digest)")
            if let known = try? FileSystem.read(note),
                let precision = Precision(rawValue: String(decoding: known, as: UTF8.self))
            {
                return precision
            }
            let precision: Precision = try worstCosine(model.description) >= Self.sameness ? .bfloat16 : .float32
            try? FileSystem.makeFolder(cache)
            try? FileSystem.replace(note, with: Array(precision.rawValue.utf8))
            return precision
        }
    }

    /// Whether this processor can compute at `precision` at all.
    public static func isPossible(_ precision: Precision) throws(EvokeError) -> Bool {
        let runtime = try Runtime.start()
        return precision != .bfloat16 || runtime.computesInBFloat16
    }

    private func worstCosine(_ model: ModelDescription) throws(EvokeError) -> Float {
        let side = model.image
        let tuning = ImageTower.tuning(streams: streams)
        let full = try Tower(side.graph, dimensions: model.dimensions, tuning: tuning, cache: nil)
        // As an index run wants it, which then finds it in the cache.
        let half = try Tower(
            side.graph, dimensions: model.dimensions, isHalf: true, tuning: tuning, cache: model.keepingPlace(cache))
        var worst: Float = 1
        for number in 0..<ProbePicture.count {
            let picture = side.tensor([ProbePicture.make(number, for: side.input)])
            worst = min(worst, try full.embed([picture]).dot(try half.embed([picture])))
        }
        return worst
    }
}
