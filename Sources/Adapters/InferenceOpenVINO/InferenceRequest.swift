import COpenVINO
import EvokeModels
import EvokeValues

/// Owns one inference request.
// Sendable because one thread at a time has it: `CompiledGraph` never lends it before it is given back.
final class InferenceRequest: @unchecked Sendable {
    private let handle: OpaquePointer
    private let file: FilePath

    init(_ handle: OpaquePointer, file: FilePath) {
        self.handle = handle
        self.file = file
    }

    deinit {
        ov_infer_request_free(handle)
    }

    static func failure(_ file: FilePath) -> EvokeError {
        EvokeError(
            .inference, doing: "run the graph", subject: file.display, reason: Runtime.lastMessage(),
            remedy: "Get the model again.")
    }

    func run(_ inputs: [InputTensor], output: String) throws(EvokeError) -> [Float] {
        for input in inputs { try fill(input) }
        guard ov_infer_request_infer(handle) == OK else { throw Self.failure(file) }
        return try read(output)
    }

    /// A tensor for each input, and one for each output, of the types given.
    func run(_ inputs: [GraphTensor], types: [ElementType]) throws(EvokeError) -> [GraphTensor] {
        for (index, input) in inputs.enumerated() {
            let tensor = try make(input.type, input.shape.map(Int64.init)) { memory in
                input.withBytes { memory.copyMemory(from: $0) }
            }
            defer { ov_tensor_free(tensor) }
            guard ov_infer_request_set_input_tensor_by_index(handle, index, tensor) == OK else {
                throw Self.failure(file)
            }
        }
        guard ov_infer_request_infer(handle) == OK else { throw Self.failure(file) }
        var outputs: [GraphTensor] = []
        for (index, type) in types.enumerated() { outputs.append(try read(index, type)) }
        return outputs
    }

    private func fill(_ input: InputTensor) throws(EvokeError) {
        precondition(input.count == Int(input.shape.reduce(1, *)))
        let tensor = try make(input.type, input.shape) { input.write(to: $0.baseAddress!) }
        defer { ov_tensor_free(tensor) }
        guard ov_infer_request_set_tensor(handle, input.name, tensor) == OK else { throw Self.failure(file) }
    }

    /// The caller frees it.
    private func make(
        _ type: ElementType, _ shape: [Int64], _ write: (UnsafeMutableRawBufferPointer) -> Void
    ) throws(EvokeError) -> OpaquePointer {
        var shape = shape
        var tensor: OpaquePointer?
        var memory: UnsafeMutableRawPointer?
        var size = 0
        let isReady = shape.withUnsafeMutableBufferPointer { dimensions in
            let shape = ov_shape_t(rank: Int64(dimensions.count), dims: dimensions.baseAddress)
            return ov_tensor_create(type.openVINO, shape, &tensor) == OK
                && ov_tensor_get_byte_size(tensor, &size) == OK
                && (size == 0 || ov_tensor_data(tensor, &memory) == OK)
        }
        guard isReady, let tensor else {
            ov_tensor_free(tensor)
            throw Self.failure(file)
        }
        write(UnsafeMutableRawBufferPointer(start: memory, count: size))
        return tensor
    }

    private func read(_ output: String) throws(EvokeError) -> [Float] {
        var tensor: OpaquePointer?
        guard ov_infer_request_get_tensor(handle, output, &tensor) == OK else { throw Self.failure(file) }
        defer { ov_tensor_free(tensor) }
        var type = DYNAMIC
        var count = 0
        var memory: UnsafeMutableRawPointer?
        guard ov_tensor_get_element_type(tensor, &type) == OK, ov_tensor_get_size(tensor, &count) == OK,
            ov_tensor_data(tensor, &memory) == OK, let memory
        else { throw Self.failure(file) }
        switch type {
        case F32: return Array(UnsafeBufferPointer(start: memory.assumingMemoryBound(to: Float.self), count: count))
        case F16:
            return UnsafeBufferPointer(start: memory.assumingMemoryBound(to: Float16.self), count: count).map(
                Float.init)
        default:
            throw EvokeError(
                .modelInvalid, doing: "run the graph", subject: file.display,
                reason: "its output '\(output)' is not made of floats")
        }
    }

    private func read(_ output: Int, _ type: ElementType) throws(EvokeError) -> GraphTensor {
        var tensor: OpaquePointer?
        guard ov_infer_request_get_output_tensor_by_index(handle, output, &tensor) == OK else {
            throw Self.failure(file)
        }
        defer { ov_tensor_free(tensor) }
        var actual = DYNAMIC
        var count = 0
        var memory: UnsafeMutableRawPointer?
        var shape = ov_shape_t()
        guard ov_tensor_get_element_type(tensor, &actual) == OK, actual == type.openVINO,
            ov_tensor_get_size(tensor, &count) == OK, count == 0 || ov_tensor_data(tensor, &memory) == OK,
            ov_tensor_get_shape(tensor, &shape) == OK
        else { throw Self.failure(file) }
        defer { ov_shape_free(&shape) }
        return GraphTensor(
            shape: (0..<Int(shape.rank)).map { Int(shape.dims[$0]) }, type: type, copying: memory, count: count)
    }
}
