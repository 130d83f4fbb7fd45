import COpenVINO
import PhotoCore

/// Owns one inference request.
// Lent to one caller at a time by `CompiledGraph`.
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

    private func fill(_ input: InputTensor) throws(EvokeError) {
        precondition(input.count == Int(input.shape.reduce(1, *)))
        var tensor: OpaquePointer?
        var memory: UnsafeMutableRawPointer?
        defer { ov_tensor_free(tensor) }
        var shape = input.shape
        let isReady = shape.withUnsafeMutableBufferPointer { dimensions in
            let shape = ov_shape_t(rank: Int64(dimensions.count), dims: dimensions.baseAddress)
            return ov_tensor_create(input.type.openVINO, shape, &tensor) == OK && ov_tensor_data(tensor, &memory) == OK
        }
        guard isReady, let memory else { throw Self.failure(file) }
        input.write(to: memory)
        guard ov_infer_request_set_tensor(handle, input.name, tensor) == OK else { throw Self.failure(file) }
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
}
