import EvokeCOpenVINO
import EvokeModels
import EvokeValues
import EvokeWorkers

/// Owns a compiled graph and the requests that run it.
///
/// OpenVINO lets a compiled graph be used from any thread, and a request from one thread at a time: each is lent to
/// one caller.
// Sendable because the handle never changes once it is set, and idle requests are touched only while a lock is held.
final class CompiledGraph: RunnableGraph, @unchecked Sendable {
    private let compiled: OpaquePointer
    private let file: FilePath
    /// What it computes from, where it was kept.
    private let kept: KeptGraph?
    private let places: PortIndices?
    private let idle = Locked<[InferenceRequest]>([])

    init(_ compiled: OpaquePointer, file: FilePath, kept: KeptGraph? = nil, places: PortIndices? = nil) {
        self.compiled = compiled
        self.file = file
        self.kept = kept
        self.places = places
    }

    deinit {
        // Requests go before the graph that they belong to.
        idle.withLock { $0.removeAll() }
        ov_compiled_model_free(compiled)
    }

    func run(_ inputs: [GraphInput], outputs: [String]) throws(EvokeError) -> [GraphTensor] {
        for input in inputs { try check(input) }
        let request = try take()
        let results = try request.run(inputs, outputs)
        idle.withLock { $0.append(request) }
        return results
    }

    private func check(_ input: GraphInput) throws(EvokeError) {
        guard case .tensor(let tensor) = input.values, case .int64(let values) = tensor.values,
            let large = values.first(where: { Int32(exactly: $0) == nil })
        else { return }
        throw EvokeError(
            .wrongUsage, doing: "run the graph", subject: file.display,
            reason: "\(large) was given for its input '\(input.name)', and OpenVINO computes in 32 bits")
    }

    /// Writes it down for a later start; false where that fails.
    func export(to path: FilePath) -> Bool {
        path.withCString { ov_compiled_model_export_model(compiled, $0) == OK }
    }

    private func take() throws(EvokeError) -> InferenceRequest {
        if let request = idle.withLock({ $0.popLast() }) { return request }
        var handle: OpaquePointer?
        guard ov_compiled_model_create_infer_request(compiled, &handle) == OK, let handle else {
            throw InferenceRequest.failure(file)
        }
        return InferenceRequest(handle, file: file, places: places)
    }
}
