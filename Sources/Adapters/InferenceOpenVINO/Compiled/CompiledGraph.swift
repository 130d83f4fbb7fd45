import EvokeCOpenVINO
import EvokeModels
import EvokeValues
import EvokeWorkers

/// Owns a compiled graph and its inference requests.
///
/// OpenVINO allows a compiled graph to be used by any thread, and a request by one thread at a time: each is lent to
/// one caller.
// Sendable because the handle is immutable once set, and a lock guards the idle requests.
final class CompiledGraph: RunnableGraph, @unchecked Sendable {
    private let compiled: OpaquePointer
    private let file: FilePath
    /// The file it is mapped from; nil if it was just compiled.
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
        // Requests must be released before their graph.
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
            reason: "its input '\(input.name)' is \(large), but OpenVINO computes in 32 bits")
    }

    /// Saves it for a later start; false if that fails.
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
