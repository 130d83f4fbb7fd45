import Evoke
import EvokeSystem
import EvokeValues
import EvokeWebAPI

extension Option {
    fileprivate static let classes = Option(
        "--labels", .file("FILE"), "Read class names from a file, one a line ('-': standard input)")
    fileprivate static let topClasses = Option("--top", .text("N"), "Show at most N classes (default: 5)")
    static let range = Option(
        "--range", .text("A..B"),
        "Values of black and white: 0..1, -1..1 or 0..255 (default: 0..1, or the range of its integers)")
    fileprivate static let mean = Option("--mean", .text("R,G,B"), "Subtracted from each color, on a scale of 0 to 1")
    fileprivate static let std = Option("--std", .text("R,G,B"), "Then each color is divided by this")
    static let layout = Option(
        "--layout", .text("L"), "Pixel layout: nhwc or nchw (default: from the shape of the input)")
}

extension Command {
    static let modelsRun = Command(
        name: "models run",
        summary: "Classify a photo with a model file (TFLite, ONNX, OpenVINO)",
        operands: "[FILE] PHOTO",
        operandKind: .files,
        options: [.model, .classes, .topClasses, .range, .mean, .std, .layout, .json],
        details: [
            "With --model instead of FILE, uses an installed model with its own labels and format.",
            "The photo is scaled by its shorter side and cropped to the middle. 'evoke models inspect' shows the "
                + "size of the input; the range of values is in the model's documentation. Outputs between 0 and 1 "
                + "count as probabilities; otherwise softmax is applied.",
        ],
        examples: [
            "evoke models run mobilenet.tflite cat.jpg --labels labels.txt --range -1..1",
            "evoke models run --model plants flower.jpg",
            "evoke models run resnet.onnx a.jpg --labels l.txt --mean 0.485,0.456,0.406 --std "
                + "0.229,0.224,0.225",
        ],
        run: { arguments, terminal in
            let top = try arguments.count(.topClasses, default: 5)
            let graph = try await arguments.graph()
            keepAliveUntilExit(graph)
            if let setback = graph.setback { terminal.report(setback) }
            guard let photo = arguments.operands.last else { throw UsageError("Give a photo.") }
            let scores = try await graph.classify(photo).prefix(top)
            if arguments.has(.json) {
                try terminal.print(JSONText.of(ClassesAnswer(scores, graph: graph.file, photo: photo)))
            } else if terminal.resultsAreShown {
                let bars = ScoreBars(names: scores.map(\.label), terminal)
                for score in scores { try terminal.print(bars.row(score.label, score.probability)) }
            } else {
                for score in scores {
                    try terminal.print(
                        "\(SearchResultPrinter.decimals(score.probability))\t\(score.label)\t\(photo.display)")
                }
            }
            return .done
        })
}

extension Arguments {
    /// From a file, described by the options, or an installed model, described by its publisher.
    fileprivate func graph() async throws -> ImageGraph {
        if let model = path(.model) {
            _ = try operands(1...1, or: "Give one photo.")
            for option in [Option.classes, .range, .mean, .std, .layout] where has(option) {
                throw UsageError("'\(option.name)' cannot be used with --model, which defines it.")
            }
            let name = String(decoding: model.bytes, as: UTF8.self)
            let isPath = name.contains("/") || name == "." || name == ".."
            return try await ImageGraph.open(
                isPath ? .local(path: name) : .remote(name), configuration: LibraryConfiguration())
        }
        let files = try operands(2...2, or: "Give a model file and a photo, or --model and a photo.")
        guard let list = path(.classes) else {
            throw UsageError("Give the class names with --labels.")
        }
        let pixels = GraphPixels(range: try pixelRange(), layout: try pixelLayout())
        return try await ImageGraph.open(files[0], labels: labels(in: list), pixels: pixels)
    }

    fileprivate func pixelRange() throws(UsageError) -> GraphPixels.Range {
        switch (has(.range), has(.mean), has(.std)) {
        case (false, false, false): return .standard
        case (true, false, false):
            switch text(.range) {
            case "0..1": return .zeroToOne
            case "-1..1": return .minusOneToOne
            case "0..255": return .zeroTo255
            case let word:
                throw UsageError("'--range' must be 0..1, -1..1 or 0..255, not '\(word ?? "")'.")
            }
        case (false, true, true):
            let std = try colors(.std)
            guard std.allSatisfy({ $0 > 0 }) else {
                throw UsageError("'--std' needs numbers above 0.")
            }
            return .normalized(mean: try colors(.mean), std: std)
        case (true, _, _): throw UsageError("Choose one of --range and --mean with --std.")
        default: throw UsageError("Give both --mean and --std.")
        }
    }

    private func colors(_ option: Option) throws(UsageError) -> [Float] {
        let numbers = (text(option) ?? "").split(separator: ",", omittingEmptySubsequences: false).map { Float($0) }
        let known = numbers.compactMap { $0 }.filter(\.isFinite)
        guard known.count == numbers.count, known.count == 3 else {
            throw UsageError("'\(option.name)' needs three numbers, separated by commas.")
        }
        return known
    }

    fileprivate func pixelLayout() throws(UsageError) -> GraphPixels.Layout? {
        guard let word = text(.layout) else { return nil }
        guard let layout = GraphPixels.Layout(rawValue: word) else {
            throw UsageError("'--layout' must be nhwc or nchw, not '\(word)'.")
        }
        return layout
    }
}

extension Option {
    static let text = Option("--text", .text("TEXT"), "A text to embed; may be repeated", mayRepeat: true)
}

extension Command {
    static let modelsEmbed = Command(
        name: "models embed",
        summary: "Print the vectors of texts and photos",
        operands: "[PHOTO...]",
        operandKind: .files,
        options: [.model, .variant, .precision, .text],
        details: [
            "Prints one JSON object a line, texts first: {\"dim\", \"embedding\", \"fingerprint\", \"input\", "
                + "\"model\"}. Vectors have unit length; the dot product of two is their score."
        ],
        examples: ["evoke models embed --text \"a red car\" car.jpg"],
        run: { arguments, terminal in
            let texts = arguments.texts(.text)
            guard !texts.isEmpty || !arguments.operands.isEmpty else {
                throw UsageError("Give photos, or texts with --text.")
            }
            guard !texts.contains(where: \.isBlank) else {
                throw UsageError("A text is empty.")
            }
            let choice = try arguments.model() ?? ModelChoice(Engine.defaultModel, precision: arguments.precision())
            let engine = try await Engine.open(choice, configuration: LibraryConfiguration())
            keepAliveUntilExit(engine)
            terminal.reportSetback(of: engine)
            func show(_ input: DiskPath, _ embedding: Embedding) throws {
                try terminal.print(
                    JSONText.of(
                        EmbeddingAnswer(input: input, model: engine.modelID.name, embedding: embedding)))
            }
            for text in texts { try show(DiskPath(text), await engine.embed(text: text)) }
            var (done, failed) = (texts.count, 0)
            for photo in arguments.operands {
                do {
                    try show(photo, await engine.embed(photo: photo))
                    done += 1
                } catch let error as EvokeError where error.kind != .modelInvalid {
                    terminal.report(error)
                    failed += 1
                }
            }
            return .of(done: done, failed: failed)
        })
}

extension Command {
    static let modelsInspect = Command(
        name: "models inspect",
        summary: "Show the inputs and outputs of a model file (TFLite, ONNX, OpenVINO)",
        operands: "FILE|NAME",
        operandKind: .files,
        options: [.json],
        details: [
            "NAME is an installed single-graph model, from 'evoke models list'.",
            "'?' stands for a flexible size. For quantized values, scale and zero point are shown: scale × (number − "
                + "zero point).",
        ],
        examples: ["evoke models inspect classifier.tflite"],
        run: { arguments, terminal in
            let name = try arguments.only("Give one model file or name.")
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
