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
    private let file: DiskPath
    /// The file it is mapped from; nil if it was just compiled.
    private let kept: KeptGraph?
    private let places: PortIndices?
    private let idle = Locked<[InferenceRequest]>([])

    init(_ compiled: OpaquePointer, file: DiskPath, kept: KeptGraph? = nil, places: PortIndices? = nil) {
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
    func export(to path: DiskPath) -> Bool {
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

/// Indices of a graph's ports by the names used here, for graphs whose ports may be unnamed.
struct PortIndices {
    let inputs, outputs: [String]
}

// Sendable because only one thread at a time uses it: `CompiledGraph` does not lend it out again before it is
// returned.
final class InferenceRequest: @unchecked Sendable {
    private let handle: OpaquePointer
    private let file: DiskPath
    /// Nil if the ports are identified by the graph's own names.
    private let places: PortIndices?

    init(_ handle: OpaquePointer, file: DiskPath, places: PortIndices?) {
        self.handle = handle
        self.file = file
        self.places = places
    }

    deinit {
        ov_infer_request_free(handle)
    }

    static func failure(_ file: DiskPath) -> EvokeError {
        Runtime.lastError(
            .inference, doing: "run the graph", subject: file.display, remedy: "Download the model again.")
    }

    func run(_ inputs: [GraphInput], _ outputs: [String]) throws(EvokeError) -> [GraphTensor] {
        for input in inputs { try fill(input) }
        guard ov_infer_request_infer(handle) == OK else { throw Self.failure(file) }
        var results: [GraphTensor] = []
        for output in outputs { results.append(try read(output)) }
        return results
    }

    private func fill(_ input: GraphInput) throws(EvokeError) {
        precondition(input.count == input.shape.reduce(1, *))
        let tensor = try make(input)
        defer { ov_tensor_free(tensor) }
        let status =
            if let place = places?.inputs.firstIndex(of: input.name) {
                ov_infer_request_set_input_tensor_by_index(handle, place, tensor)
            } else {
                ov_infer_request_set_tensor(handle, input.name, tensor)
            }
        guard status == OK else { throw Self.failure(file) }
    }

    /// The caller frees it.
    private func make(_ input: GraphInput) throws(EvokeError) -> OpaquePointer {
        var dimensions = input.shape.map(Int64.init)
        var tensor: OpaquePointer?
        var memory: UnsafeMutableRawPointer?
        var size = 0
        let isReady = dimensions.withUnsafeMutableBufferPointer { dimensions in
            let shape = ov_shape_t(rank: Int64(dimensions.count), dims: dimensions.baseAddress)
            return ov_tensor_create(input.type.openVINO, shape, &tensor) == OK
                && ov_tensor_get_byte_size(tensor, &size) == OK
                && (size == 0 || ov_tensor_data(tensor, &memory) == OK)
        }
        guard isReady, let tensor else {
            ov_tensor_free(tensor)
            throw Self.failure(file)
        }
        input.write(to: UnsafeMutableRawBufferPointer(start: memory, count: size))
        return tensor
    }

    private func read(_ output: String) throws(EvokeError) -> GraphTensor {
        var tensor: OpaquePointer?
        let status =
            if let place = places?.outputs.firstIndex(of: output) {
                ov_infer_request_get_output_tensor_by_index(handle, place, &tensor)
            } else {
                ov_infer_request_get_tensor(handle, output, &tensor)
            }
        guard status == OK else { throw Self.failure(file) }
        defer { ov_tensor_free(tensor) }
        var type = DYNAMIC
        var count = 0
        var memory: UnsafeMutableRawPointer?
        var shape = ov_shape_t()
        guard ov_tensor_get_element_type(tensor, &type) == OK, ov_tensor_get_size(tensor, &count) == OK,
            count == 0 || ov_tensor_data(tensor, &memory) == OK, ov_tensor_get_shape(tensor, &shape) == OK
        else { throw Self.failure(file) }
        defer { ov_shape_free(&shape) }
        guard let known = ElementType(type) else {
            throw EvokeError(
                .modelInvalid, doing: "run the graph", subject: file.display,
                reason: "its output '\(output)' has an unsupported type")
        }
        return GraphTensor(
            shape: (0..<Int(shape.rank)).map { Int(shape.dims[$0]) }, type: known, copying: memory, count: count)
    }
}

extension ElementType {
    var openVINO: ov_element_type_e {
        switch self {
        case .float32: F32
        case .float16: F16
        case .int32: I32
        case .int64: I64
        case .int16: I16
        case .uint8: U8
        case .int8: I8
        }
    }

    init?(_ type: ov_element_type_e) {
        guard let known = Self.allCases.first(where: { $0.openVINO == type }) else { return nil }
        self = known
    }
}
