import EvokeCOpenVINO
import EvokeModels
import EvokeValues

/// Indices of a graph's ports by the names used here, for graphs whose ports may be unnamed.
struct PortIndices {
    let inputs, outputs: [String]
}

// Sendable because only one thread at a time uses it: `CompiledGraph` does not lend it out again before it is
// returned.
final class InferenceRequest: @unchecked Sendable {
    private let handle: OpaquePointer
    private let file: FilePath
    /// Nil if the ports are identified by the graph's own names.
    private let places: PortIndices?

    init(_ handle: OpaquePointer, file: FilePath, places: PortIndices?) {
        self.handle = handle
        self.file = file
        self.places = places
    }

    deinit {
        ov_infer_request_free(handle)
    }

    static func failure(_ file: FilePath) -> EvokeError {
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
