package import EvokeValues
package import EvokeWorkers

/// Finds the fastest precision whose vectors are as good as full ones, by trying it on pictures made for that.
package struct SafePrecision: Sendable {
    /// The cosine that each picture has to reach: the promise is 0.999, and other pictures may be a little worse.
    private static let sameness: Float = 0.999_3

    private let streams: Int
    private let runtime: any GraphRuntime
    private let folder: GraphFolder
    private let executor: BlockingExecutor

    package init(streams: Int, on runtime: any GraphRuntime, in folder: GraphFolder, executor: BlockingExecutor) {
        self.streams = streams
        self.runtime = runtime
        self.folder = folder
        self.executor = executor
    }

    /// Measured once for each model, and noted. What rounds by ranges learnt beforehand is not: a picture unlike those that
    /// it is tried with may be at a bound, and far off then.
    package func of(_ model: LoadableModel) async throws -> Precision {
        try await executor.run {
            guard try runtime.computes(at: .bfloat16), !model.description.image.graph.isCalibrated else {
                return .float32
            }
            let note = try ModelTrialRecord(.precision, of: model, on: runtime, in: folder)
            if let known = note.text.flatMap(Precision.init) { return known }
            let precision: Precision = try worstCosine(model) >= Self.sameness ? .bfloat16 : .float32
            note.keep(precision.rawValue)
            return precision
        }
    }

    private func worstCosine(_ model: LoadableModel) throws(EvokeError) -> Float {
        let side = model.description.image
        let full = try Tower(side, of: model, as: model.id(.float32), streams: streams, on: runtime, in: nil)
        // As an index run wants it, which then finds it ready.
        let half = try Tower(
            side, of: model, as: model.id(.bfloat16), isHalf: true, streams: streams, on: runtime,
            in: model.description.isEncrypted ? nil : folder)
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
