import EvokeCOpenVINO
package import EvokeModels
import EvokeSystem
package import EvokeValues

/// Runs graphs on the CPU with OpenVINO.
package struct OpenVINORuntime: GraphRuntime {
    package init() {}

    package func identity() throws(EvokeError) -> String { try Runtime.start().identity }

    package func computes(at precision: Precision) throws(EvokeError) -> Bool {
        guard precision == .bfloat16 else { return true }
        return try Runtime.start().computesInBFloat16
    }

    package func read(_ file: DiskPath) throws(EvokeError) -> any UncompiledGraph { try OpenVINOGraph(file) }

    package func ready(
        _ order: GraphOrder, in folder: GraphFolder?
    ) throws(EvokeError) -> (graph: any RunnableGraph, findings: GraphFindings?) {
        let ready = if let folder { try CompiledGraphs(in: folder).ready(order) } else { try order.compiled() }
        return (ready.compiled, ready.findings)
    }

    package func ready(_ graph: ShapedGraph, in folder: GraphFolder) throws(EvokeError) -> any RunnableGraph {
        try CompiledGraphs(in: folder).ready(graph).compiled
    }

    package func forget(modelOf digest: String, in folder: GraphFolder) {
        CompiledGraphs(in: folder).forget(modelOf: digest)
    }
}

/// Owns a graph that was read but not compiled.
final class OpenVINOGraph: UncompiledGraph {
    let file: DiskPath
    let handle: OpaquePointer

    init(_ path: DiskPath) throws(EvokeError) {
        file = path
        handle = try Runtime.start().read(path)
    }

    deinit {
        ov_model_free(handle)
    }

    func inputs() throws(EvokeError) -> [GraphPort] {
        try ports("input", count: ov_model_inputs_size, port: ov_model_const_input_by_index)
    }

    func outputs() throws(EvokeError) -> [GraphPort] {
        try ports("output", count: ov_model_outputs_size, port: ov_model_const_output_by_index)
    }

    func reshape(_ shapes: [(place: Int, shape: [Int?])]) throws(EvokeError) {
        var dimensions = shapes.flatMap(\.shape).map {
            $0.map { ov_dimension_t(min: Int64($0), max: Int64($0)) } ?? ov_dimension_t(min: 0, max: -1)
        }
        let status = dimensions.withUnsafeMutableBufferPointer { dimensions in
            var start = 0
            let partial = shapes.map { _, shape in
                defer { start += shape.count }
                let rank = Int64(shape.count)
                return ov_partial_shape_t(
                    rank: ov_rank_t(min: rank, max: rank), dims: dimensions.baseAddress.map { $0 + start })
            }
            return ov_model_reshape_by_port_indexes(handle, shapes.map(\.place), partial, shapes.count)
        }
        guard status == OK else {
            throw Runtime.lastError(
                .modelInvalid, doing: "use the graph", subject: file.display,
                because: "it does not support inputs of the expected size: ")
        }
    }

    func compiled() throws(EvokeError) -> any RunnableGraph {
        let places = PortIndices(inputs: try inputs().map(\.name), outputs: try outputs().map(\.name))
        return try Runtime.start().compile(
            self, GraphSettings(pace: .exactly, isHalf: false).properties, places)
    }

    private func ports(
        _ kind: String, count: (OpaquePointer?, UnsafeMutablePointer<Int>?) -> ov_status_e,
        port: (OpaquePointer?, Int, UnsafeMutablePointer<OpaquePointer?>?) -> ov_status_e
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
            ports.append(GraphPort(name: name, type: ElementType(type), shape: try shape(of: pointer)))
        }
        return ports
    }

    private static func name(of port: OpaquePointer) -> String? {
        var name: UnsafeMutablePointer<CChar>?
        guard ov_port_get_any_name(port, &name) == OK, let name else { return nil }
        defer { ov_free(name) }
        return DiskPath(cString: name).display
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
        Runtime.lastError(.modelInvalid, doing: "read the graph", subject: file.display)
    }
}

/// OpenVINO's properties, by name.
typealias Properties = [(String, String)]

extension GraphSettings {
    var properties: Properties {
        let tuning =
            switch pace {
            case .soonest, .exactly: [("PERFORMANCE_HINT", "LATENCY"), ("NUM_STREAMS", "1")]
            case .streams(let count):
                [
                    ("PERFORMANCE_HINT", "THROUGHPUT"), ("NUM_STREAMS", "\(count)"),
                    ("INFERENCE_NUM_THREADS", "\(count)"),
                ]
            }
        // Keeps OpenVINO from rounding more than the graph itself does, as it would by default.
        let precision = [
            ("INFERENCE_PRECISION_HINT", isHalf ? "bf16" : "f32"), ("DYNAMIC_QUANTIZATION_GROUP_SIZE", "0"),
        ]
        // In quantized graphs, OpenVINO would fuse steps in ways that round differently than the graph.
        return tuning + precision + (pace == .exactly ? [("LP_TRANSFORMS_MODE", "NO")] : [])
    }
}
