import Evoke
import EvokeSystem
import EvokeWebAPI

extension Command {
    static let modelsInspect = Command(
        name: "models inspect",
        summary: "Show what a graph takes and gives: TensorFlow Lite, ONNX or OpenVINO",
        operands: "FILE|NAME",
        operandKind: .files,
        options: [.json],
        details: [
            "NAME is a graph on the shelf, as 'evoke models list' shows it.",
            "A question mark stands for a size that the graph leaves open. Where whole numbers stand for others, their "
                + "scale and zero point are shown: scale × (number − zero point).",
        ],
        examples: ["evoke models inspect classifier.tflite"],
        run: { arguments, terminal in
            let name = try arguments.only("Name one graph.", of: "models inspect")
            let collection = try ModelCollection(Places())
            let isNamed = FileSystem.isMissing(arguments.operands[0]) && collection.isGraph(name)
            let file = isNamed ? try collection.graph(name).file : arguments.operands[0]
            let (inputs, outputs) = try await ModelInterpreter.ports(of: file)
            if arguments.has(.json) {
                try terminal.print(
                    JSONText.of(
                        GraphJSON(
                            file: JSONText.path(file), inputs: inputs.map(PortJSON.init),
                            outputs: outputs.map(PortJSON.init))))
                return .done
            }
            let rows = inputs.map { ("input", $0) } + outputs.map { ("output", $0) }
            let column = rows.map(\.1.name.count).max() ?? 0
            for (kind, port) in rows {
                guard terminal.resultsAreShown else {
                    try terminal.print([kind, port.name, port.form, port.scale].joined(separator: "\t"))
                    continue
                }
                let pad = String(repeating: " ", count: column - port.name.count + 2)
                let line = (kind == "input" ? "input   " : "output  ") + terminal.bold(port.name) + pad + port.form
                try terminal.print(line + (port.scale.isEmpty ? "" : "  " + terminal.dim(port.scale)))
            }
            return .done
        })
}

extension GraphPort {
    fileprivate var scale: String {
        quantization.map { "\($0.scale) × (number − \($0.zeroPoint))" } ?? ""
    }
}

/// The contract of `models inspect --json`.
private struct GraphJSON: Encodable {
    let file: String
    let inputs, outputs: [PortJSON]
}

private struct PortJSON: Encodable {
    let name: String
    /// null for a type that is not computed with here.
    let type: String?
    /// null for a dimension that is free, and in place of all of them where their number is.
    let shape: [Int?]?
    let scale: Float?
    let zeroPoint: Int?

    init(_ port: GraphPort) {
        name = port.name
        type = port.type?.rawValue
        shape = port.shape
        scale = port.quantization?.scale
        zeroPoint = port.quantization?.zeroPoint
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(name, forKey: .name)
        try container.encode(type, forKey: .type)
        try container.encode(shape, forKey: .shape)
        try container.encodeIfPresent(scale, forKey: .scale)
        try container.encodeIfPresent(zeroPoint, forKey: .zeroPoint)
    }

    enum CodingKeys: String, CodingKey { case name, type, shape, scale, zeroPoint }
}
