import COpenVINO
import EvokeModels
import EvokeValues
import EvokeWorkers

/// Owns a compiled graph and the requests that run it.
///
/// OpenVINO lets a compiled graph be used from any thread, and a request from one thread at a time: each is lent to
/// one caller.
// Sendable because the handle never changes once it is set, and idle requests are touched only while a lock is held.
final class CompiledGraph: @unchecked Sendable {
    private let compiled: OpaquePointer
    private let file: FilePath
    /// What it computes from, where it was kept.
    private let kept: KeptGraph?
    private let idle = Locked<[InferenceRequest]>([])

    init(_ compiled: OpaquePointer, file: FilePath, kept: KeptGraph? = nil) {
        self.compiled = compiled
        self.file = file
        self.kept = kept
    }

    deinit {
        // Requests go before the graph that they belong to.
        idle.withLock { $0.removeAll() }
        ov_compiled_model_free(compiled)
    }

    /// Runs the graph and returns the named output.
    func run(_ inputs: [InputTensor], output: String) throws(EvokeError) -> [Float] {
        try lending { (request) throws(EvokeError) in try request.run(inputs, output: output) }
    }

    /// Runs the graph on a tensor for each input, and returns one for each output, of the types given.
    func run(_ inputs: [GraphTensor], types: [ElementType]) throws(EvokeError) -> [GraphTensor] {
        try lending { (request) throws(EvokeError) in try request.run(inputs, types: types) }
    }

    /// Writes it down for a later start; false where that fails.
    func export(to path: FilePath) -> Bool {
        path.withCString { ov_compiled_model_export_model(compiled, $0) == OK }
    }

    private func lending<Result>(
        _ body: (InferenceRequest) throws(EvokeError) -> Result
    ) throws(EvokeError) -> Result {
        let request = try take()
        let result = try body(request)
        idle.withLock { $0.append(request) }
        return result
    }

    private func take() throws(EvokeError) -> InferenceRequest {
        if let request = idle.withLock({ $0.popLast() }) { return request }
        var handle: OpaquePointer?
        guard ov_compiled_model_create_infer_request(compiled, &handle) == OK, let handle else {
            throw InferenceRequest.failure(file)
        }
        return InferenceRequest(handle, file: file)
    }
}
