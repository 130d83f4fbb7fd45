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
            let collection = try ModelCollection(LibraryConfiguration())
            let isNamed = FileSystem.isMissing(arguments.operands[0]) && collection.isGraph(name)
            let file = isNamed ? try collection.graph(name).file : arguments.operands[0]
            let (inputs, outputs) = try await ModelInterpreter.ports(of: file)
            if arguments.has(.json) {
                try terminal.print(
                    JSONText.of(
                        GraphAnswer(
                            file: file, inputs: inputs.map { .init($0) }, outputs: outputs.map { .init($0) })))
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
