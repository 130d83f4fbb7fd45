package import EvokeValues
package import EvokeWorkers

/// Finds the fastest precision whose vectors match full precision, by trying it on synthetic pictures.
package struct SafePrecision: Sendable {
    /// The minimum cosine for each picture: 0.999 is promised, and other pictures may do slightly worse.
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

    /// Measured once per model, then read from the record. Graphs with calibrated ranges are not measured: a picture
    /// unlike the probes may exceed a range, and its vector would be far off.
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
        // Built as an index run needs it, so that it is ready for one.
        let half = try Tower(
            side, of: model, as: model.id(.bfloat16), isHalf: true, streams: streams, on: runtime,
            in: model.description.isEncrypted ? nil : folder)
        var worst: Float = 1
        for number in 0..<ProbePicture.count {
            let picture = side.probe([number])
            let exact = try full.embed(picture)
            // An invalid vector counts as the worst.
            guard let fast = try? half.embed(picture) else { return -1 }
            // Their fingerprints differ, so `dot` is asked for directly: whether they match is the question here.
            worst = min(worst, exact.dot(fast))
        }
        return worst
    }
}
