package import EvokeModels
import EvokeSystem
package import EvokeValues

/// Runs the small graphs of the tests in Swift, and tells them by their names: those of `TinyModel`, and `colours.onnx`
/// and `types.onnx` of `SampleGraph`. Where others keep a model's compiled graph, it keeps what was found out of it.
package struct FakeRuntime: GraphRuntime {
    /// What becomes of the numbers that a model's graph gives for some inputs.
    package typealias Change = @Sendable (GraphOrder, [GraphTensor], inout [Float]) throws(EvokeError) -> Void

    private let version: String
    private let computesInHalf: Bool
    private let change: Change

    package init(
        version: String = "1", computesInHalf: Bool = false, change: @escaping Change = { _, _, _ in }
    ) {
        self.version = version
        self.computesInHalf = computesInHalf
        self.change = change
    }

    package func identity() -> String { version }

    package func computes(at precision: Precision) -> Bool { precision != .bfloat16 || computesInHalf }

    package func read(_ file: DiskPath) throws(EvokeError) -> any UncompiledGraph {
        try FakeUncompiled(file)
    }

    package func ready(
        _ order: GraphOrder, in folder: GraphFolder?
    ) throws(EvokeError) -> (graph: any RunnableGraph, findings: GraphFindings?) {
        var runnable = FakeRunnable(graph: try FakeGraph.read(order.graph.file)) {
            [change] inputs, numbers throws(EvokeError) in
            try change(order, inputs, &numbers)
        }
        let kept = folder?.path.appending(Self.name(order))
        if let kept, let bytes = try? FileSystem.read(kept), let findings = GraphFindings(bytes: bytes),
            order.trial.isConfirmed(findings, of: order.graph, by: runnable)
        {
            return (runnable, findings)
        }
        let compiled = runnable
        let findings = try order.trial.findings(of: order.graph, &runnable) { compiled }
        if let folder, let kept, let findings {
            try? FileSystem.makeFolder(folder.path)
            try? FileSystem.replace(kept, with: findings.bytes)
        }
        return (runnable, findings)
    }

    /// Keeps nothing of it.
    package func ready(_ graph: ShapedGraph, in folder: GraphFolder) throws(EvokeError) -> any RunnableGraph {
        let uncompiled = try FakeUncompiled(graph.file)
        try graph.shape(uncompiled)
        return FakeShaped(
            graph: uncompiled.compiled(), input: uncompiled.inputs()[0].name, output: uncompiled.outputs()[0].name)
    }

    package func forget(modelOf digest: String, in folder: GraphFolder) {
        for name in (try? FileSystem.names(in: folder.path)) ?? [] where name.starts(with: "fake-\(digest)".utf8) {
            try? FileSystem.erase(folder.path.appending(name))
        }
    }

    private static func name(_ order: GraphOrder) -> String {
        let side = order.graph == order.model.description.image.graph ? "image" : "text"
        return "fake-\(order.model.digest)-\(side)\(order.settings.isHalf ? "-half" : "")"
    }
}

/// What each of the graphs takes, gives and computes.
private enum FakeGraph {
    case image, text, colors, types

    static func read(_ file: DiskPath) throws(EvokeError) -> FakeGraph {
        let known: [String: FakeGraph] = [
            "image.onnx": .image, "text.onnx": .text, "colours.onnx": .colors, "types.onnx": .types,
        ]
        // An ONNX file begins with the number of its version.
        guard let graph = known[String(decoding: file.name, as: UTF8.self)], try FileSystem.read(file).first == 8 else {
            throw EvokeError(
                .modelInvalid, doing: "load the graph", subject: file.display,
                reason: "it is none of those of the tests")
        }
        return graph
    }

    var inputs: [GraphPort] {
        switch self {
        case .image: [GraphPort(name: "pixels", type: .float32, shape: [nil, 3, 2, 2])]
        case .text: [GraphPort(name: "ids", type: .int64, shape: [nil, nil])]
        case .colors: [GraphPort(name: "pixels", type: .float32, shape: [nil, 3, 8, 8])]
        case .types: ElementType.allCases.map { GraphPort(name: $0.rawValue, type: $0, shape: [nil, nil]) }
        }
    }

    func outputs(of shapes: [[Int?]]) -> [GraphPort] {
        switch self {
        case .image, .text: [GraphPort(name: "embedding", type: .float32, shape: [shapes[0][0], 4])]
        case .colors: [GraphPort(name: "logits", type: .float32, shape: [shapes[0][0], 3])]
        case .types:
            zip(ElementType.allCases, shapes).map { GraphPort(name: "twice_\($0.rawValue)", type: $0, shape: $1) }
        }
    }

    /// In the order of its outputs.
    func answers(to inputs: [GraphTensor]) -> [GraphTensor] {
        switch self {
        case .image: [rows(of: inputs[0], 4) { Self.means($0) + [Self.means($0).reduce(0, +)] }]
        case .text:
            [
                rows(of: inputs[0], 4) { tokens in
                    (0..<4).map { axis in Float(tokens.count { Int($0) % 4 == axis }) / Float(tokens.count) }
                }
            ]
        case .colors: [rows(of: inputs[0], 3) { Self.means($0).map { 8 * $0 } }]
        case .types: inputs.map(\.doubled)
        }
    }

    private func rows(
        of tensor: GraphTensor, _ width: Int, _ answer: (ArraySlice<Float>) -> [Float]
    ) -> GraphTensor {
        let numbers = tensor.floats
        let length = numbers.count / tensor.shape[0]
        let answers = (0..<tensor.shape[0]).flatMap { answer(numbers[$0 * length..<($0 + 1) * length]) }
        return GraphTensor(shape: [tensor.shape[0], width], values: .float32(answers))
    }

    /// Of three planes.
    private static func means(_ planes: ArraySlice<Float>) -> [Float] {
        let size = planes.count / 3
        return (0..<3).map { plane in
            planes.dropFirst(plane * size).prefix(size).reduce(0, +) / Float(size)
        }
    }
}

private final class FakeUncompiled: UncompiledGraph {
    private let file: DiskPath
    private let graph: FakeGraph
    private var shapes: [[Int?]]

    init(_ file: DiskPath) throws(EvokeError) {
        self.file = file
        graph = try FakeGraph.read(file)
        shapes = graph.inputs.compactMap(\.shape)
    }

    func inputs() -> [GraphPort] {
        zip(graph.inputs, shapes).map { GraphPort(name: $0.name, type: $0.type, shape: $1) }
    }

    func outputs() -> [GraphPort] { graph.outputs(of: shapes) }

    func reshape(_ wanted: [(place: Int, shape: [Int?])]) throws(EvokeError) {
        for (place, shape) in wanted {
            guard shape.count == shapes[place].count, zip(shape, shapes[place]).allSatisfy({ $1 == nil || $0 == $1 })
            else {
                throw EvokeError(
                    .modelInvalid, doing: "use the graph", subject: file.display, reason: "it takes no such input")
            }
            shapes[place] = shape
        }
    }

    func compiled() -> any RunnableGraph { FakeRunnable(graph: graph) { _, _ in } }
}

/// Calls the ports of another by the names of a shaped graph's.
private struct FakeShaped: RunnableGraph {
    let graph: any RunnableGraph
    let input, output: String

    func run(_ inputs: [GraphInput], outputs: [String]) throws(EvokeError) -> [GraphTensor] {
        let renamed = inputs.map { GraphInput(name: input, type: $0.type, shape: $0.shape, values: $0.values) }
        return try graph.run(renamed, outputs: [output])
    }
}

private struct FakeRunnable: RunnableGraph {
    let graph: FakeGraph
    let change: @Sendable ([GraphTensor], inout [Float]) throws(EvokeError) -> Void

    func run(_ inputs: [GraphInput], outputs: [String]) throws(EvokeError) -> [GraphTensor] {
        var tensors: [GraphTensor] = []
        for port in graph.inputs {
            guard let input = inputs.first(where: { $0.name == port.name }),
                GraphPort(name: port.name, type: input.type, shape: input.shape).fits(port)
            else {
                throw EvokeError(.inference, doing: "run the graph", subject: "", reason: "it takes no such input")
            }
            tensors.append(input.tensor)
        }
        var answers = graph.answers(to: tensors)
        if case .float32(var numbers) = answers[0].values {
            try change(tensors, &numbers)
            answers[0] = GraphTensor(shape: answers[0].shape, values: .float32(numbers))
        }
        let names = graph.outputs(of: graph.inputs.compactMap(\.shape)).map(\.name)
        return outputs.compactMap { name in names.firstIndex(of: name).map { answers[$0] } }
    }
}

extension GraphPort {
    fileprivate func fits(_ other: GraphPort) -> Bool {
        guard let shape, let free = other.shape else { return false }
        return type == other.type && shape.count == free.count && zip(shape, free).allSatisfy { $1 == nil || $0 == $1 }
    }
}

extension GraphInput {
    /// As a runtime sees it.
    fileprivate var tensor: GraphTensor {
        let bytes = [UInt8](unsafeUninitializedCapacity: count * type.width) { buffer, filled in
            write(to: UnsafeMutableRawBufferPointer(buffer))
            filled = count * type.width
        }
        return bytes.withUnsafeBytes { GraphTensor(shape: shape, type: type, copying: $0.baseAddress, count: count) }
    }
}

extension GraphTensor {
    fileprivate var doubled: GraphTensor {
        let values: Values =
            switch values {
            case .float32(let numbers): .float32(numbers.map { 2 * $0 })
            case .float16(let numbers): .float16(numbers.map { 2 * $0 })
            case .int32(let numbers): .int32(numbers.map { 2 &* $0 })
            case .int64(let numbers): .int64(numbers.map { 2 &* $0 })
            case .int16(let numbers): .int16(numbers.map { 2 &* $0 })
            case .uint8(let numbers): .uint8(numbers.map { 2 &* $0 })
            case .int8(let numbers): .int8(numbers.map { 2 &* $0 })
            }
        return GraphTensor(shape: shape, values: values)
    }
}
