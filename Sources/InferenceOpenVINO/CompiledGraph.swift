import COpenVINO
import PhotoCore
import Workers

/// Owns a compiled graph and the requests that run it.
///
/// OpenVINO lets a compiled graph be used from any thread, and a request from one thread at a time: each is lent to
/// one caller.
// The graph's handle is only read, and the idle requests are behind a mutex.
final class CompiledGraph: @unchecked Sendable {
    private let compiled: OpaquePointer
    private let file: FilePath
    private let idle = Locked<[Request]>([])

    init(_ compiled: OpaquePointer, file: FilePath) {
        self.compiled = compiled
        self.file = file
    }

    deinit {
        // Requests go before the graph that they belong to.
        idle.withLock { $0.removeAll() }
        ov_compiled_model_free(compiled)
    }

    func checkPorts(input: String, output: String) throws(EvokeError) {
        try check("input", input, ov_compiled_model_input_by_name)
        try check("output", output, ov_compiled_model_output_by_name)
    }

    private func check(
        _ role: String, _ name: String,
        _ find: (OpaquePointer?, UnsafePointer<CChar>?, UnsafeMutablePointer<OpaquePointer?>?) -> ov_status_e
    ) throws(EvokeError) {
        var port: OpaquePointer?
        let status = find(compiled, name, &port)
        if let port { ov_output_const_port_free(port) }
        guard status == OK else {
            throw EvokeError(
                .modelInvalid, doing: "load the graph", subject: file.display,
                reason: "it has no \(role) named '\(name)'",
                remedy: "Check the names in the model's manifest.")
        }
    }

    /// Runs the graph on one tensor and returns the named output.
    func run<Element>(
        _ values: [Element], type: ov_element_type_e, shape: [Int64], input: String, output: String
    ) throws(EvokeError) -> [Float] {
        let request = try take()
        let result = try request.run(values, type: type, shape: shape, input: input, output: output)
        idle.withLock { $0.append(request) }
        return result
    }

    private func take() throws(EvokeError) -> Request {
        if let request = idle.withLock({ $0.popLast() }) { return request }
        var handle: OpaquePointer?
        guard ov_compiled_model_create_infer_request(compiled, &handle) == OK, let handle else {
            throw Request.failure(file)
        }
        return Request(handle, file: file)
    }
}

/// Owns one inference request.
// Lent to one caller at a time by `CompiledGraph`.
private final class Request: @unchecked Sendable {
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

    func run<Element>(
        _ values: [Element], type: ov_element_type_e, shape: [Int64], input: String, output: String
    ) throws(EvokeError) -> [Float] {
        precondition(values.count == Int(shape.reduce(1, *)))
        let isDone = values.withUnsafeBytes { bytes in
            shape.withUnsafeBufferPointer { shape in
                let dimensions = UnsafeMutablePointer(mutating: shape.baseAddress!)
                var tensor: OpaquePointer?
                defer { ov_tensor_free(tensor) }
                // OpenVINO does not write to its inputs.
                let memory = UnsafeMutableRawPointer(mutating: bytes.baseAddress!)
                return ov_tensor_create_from_host_ptr(
                    type, ov_shape_t(rank: Int64(shape.count), dims: dimensions), memory, &tensor) == OK
                    && ov_infer_request_set_tensor(handle, input, tensor) == OK
                    && ov_infer_request_infer(handle) == OK
            }
        }
        guard isDone else { throw Self.failure(file) }
        return try read(output)
    }

    private func read(_ output: String) throws(EvokeError) -> [Float] {
        var tensor: OpaquePointer?
        guard ov_infer_request_get_tensor(handle, output, &tensor) == OK else { throw Self.failure(file) }
        defer { ov_tensor_free(tensor) }
        var type = DYNAMIC
        var count = 0
        var memory: UnsafeMutableRawPointer?
        guard ov_tensor_get_element_type(tensor, &type) == OK, type == F32,
            ov_tensor_get_size(tensor, &count) == OK, ov_tensor_data(tensor, &memory) == OK, let memory
        else {
            throw EvokeError(
                .modelInvalid, doing: "run the graph", subject: file.display,
                reason: "its output '\(output)' is not made of 32-bit floats")
        }
        return Array(UnsafeBufferPointer(start: memory.assumingMemoryBound(to: Float.self), count: count))
    }
}
