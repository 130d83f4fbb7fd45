import COpenVINO
import EvokeModels
import EvokeSystem
import EvokeValues

/// Owns a graph that has been read and not compiled.
final class ReadGraph {
    let file: GraphFile
    let handle: OpaquePointer

    init(_ path: FilePath) throws(EvokeError) {
        file = try GraphFile(path)
        handle = try Runtime.start().read(path)
    }

    deinit {
        ov_model_free(handle)
    }

    func inputs() throws(EvokeError) -> [GraphPort] {
        try ports("input", count: ov_model_inputs_size, port: ov_model_const_input_by_index, file.lite?.inputs)
    }

    func outputs() throws(EvokeError) -> [GraphPort] {
        try ports("output", count: ov_model_outputs_size, port: ov_model_const_output_by_index, file.lite?.outputs)
    }

    /// Gives free dimensions the sizes that were asked for. A free first dimension of several is the number of things
    /// that are worked on at once, and is 1 where nobody asked for another.
    func fix(_ formats: [GraphFormat]) throws(EvokeError) {
        var indices: [Int] = []
        var shapes: [[Int?]] = []
        for (index, port) in try inputs().enumerated() {
            guard let shape = port.shape else { continue }
            let wanted = formats.first { $0.name == port.name }?.shape
            var fixed = shape
            for place in shape.indices where shape[place] == nil {
                fixed[place] = wanted?[place] ?? (place == 0 && shape.count > 1 ? 1 : nil)
            }
            if fixed != shape {
                indices.append(index)
                shapes.append(fixed)
            }
        }
        guard !indices.isEmpty else { return }
        guard reshape(indices, shapes) == OK else {
            throw EvokeError(
                .modelInvalid, doing: "use the graph", subject: file.path.display,
                reason: "it cannot be run on inputs of the expected size: \(Runtime.lastMessage())")
        }
    }

    private func reshape(_ indices: [Int], _ shapes: [[Int?]]) -> ov_status_e {
        var dimensions = shapes.flatMap { $0 }.map {
            $0.map { ov_dimension_t(min: Int64($0), max: Int64($0)) } ?? ov_dimension_t(min: 0, max: -1)
        }
        return dimensions.withUnsafeMutableBufferPointer { dimensions in
            var place = 0
            let partial = shapes.map { shape in
                defer { place += shape.count }
                let rank = Int64(shape.count)
                return ov_partial_shape_t(
                    rank: ov_rank_t(min: rank, max: rank), dims: dimensions.baseAddress.map { $0 + place })
            }
            return ov_model_reshape_by_port_indexes(handle, indices, partial, indices.count)
        }
    }

    private func ports(
        _ kind: String, count: (OpaquePointer?, UnsafeMutablePointer<Int>?) -> ov_status_e,
        port: (OpaquePointer?, Int, UnsafeMutablePointer<OpaquePointer?>?) -> ov_status_e,
        _ quantization: [TFLiteGraph.Quantization?]?
    ) throws(EvokeError) -> [GraphPort] {
        var size = 0
        guard count(handle, &size) == OK else { throw failure() }
        var ports: [GraphPort] = []
        for index in 0..<size {
            var pointer: OpaquePointer?
            guard port(handle, index, &pointer) == OK, let pointer else { throw failure() }
            defer { ov_output_const_port_free(pointer) }
            var type = DYNAMIC
            guard ov_port_get_element_type(pointer, &type) == OK else { throw failure() }
            var name = Self.name(of: pointer) ?? "\(kind)-\(index)"
            while ports.contains(where: { $0.name == name }) { name += "-\(index)" }
            let numbers = quantization.flatMap { $0.indices.contains(index) ? $0[index] : nil }
            ports.append(
                GraphPort(
                    name: name, type: ElementType(type), shape: try shape(of: pointer), quantization: numbers))
        }
        return ports
    }

    private static func name(of port: OpaquePointer) -> String? {
        var name: UnsafeMutablePointer<CChar>?
        guard ov_port_get_any_name(port, &name) == OK, let name else { return nil }
        defer { ov_free(name) }
        return FilePath(cString: name).display
    }

    private func shape(of port: OpaquePointer) throws(EvokeError) -> [Int?]? {
        var partial = ov_partial_shape_t()
        guard ov_port_get_partial_shape(port, &partial) == OK else { throw failure() }
        defer { ov_partial_shape_free(&partial) }
        guard partial.rank.min == partial.rank.max else { return nil }
        return (0..<Int(partial.rank.min)).map { index in
            let dimension = partial.dims[index]
            return dimension.min == dimension.max ? Int(dimension.min) : nil
        }
    }

    private func failure() -> EvokeError {
        EvokeError(.modelInvalid, doing: "read the graph", subject: file.path.display, reason: Runtime.lastMessage())
    }
}
