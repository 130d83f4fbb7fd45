import Evoke
import EvokeValues
import EvokeWebAPI

extension Option {
    fileprivate static let classes = Option(
        "--labels", .file("FILE"), "The names of the classes, one a line ('-': standard input)")
    fileprivate static let topClasses = Option("--top", .text("N"), "How many classes to show (default: 5)")
    static let range = Option(
        "--range", .text("A..B"),
        "What black and white are to the graph: 0..1, -1..1 or 0..255 (default: 0..1, or "
            + "what its whole numbers hold)")
    fileprivate static let mean = Option("--mean", .text("R,G,B"), "Taken from each colour first, on the scale 0 to 1")
    fileprivate static let std = Option("--std", .text("R,G,B"), "What each colour is divided by then")
    static let layout = Option(
        "--layout", .text("L"), "How its pixels lie: nhwc or nchw (default: what the shape of its input says)")
}

extension Command {
    static let run = Command(
        name: "run",
        summary: "Classify a photo with any graph: TensorFlow Lite, ONNX or OpenVINO",
        operands: "[FILE] PHOTO",
        operandKind: .files,
        options: [.model, .classes, .topClasses, .range, .mean, .std, .layout, .json],
        details: [
            "With --model in place of FILE, a graph on the shelf, which brings its labels and its format along.",
            "The photo's shorter side is scaled to the input, and its middle is cut out. 'evoke models inspect' shows "
                + "the size and the type of the input; which range it wants is in the papers of whoever made it.",
            "Outputs between 0 and 1 are taken for probabilities, any others for what a softmax makes such of.",
        ],
        examples: [
            "evoke run mobilenet.tflite cat.jpg --labels labels.txt --range -1..1",
            "evoke run --model plants flower.jpg",
            "evoke run resnet.onnx cat.jpg --labels labels.txt --mean 0.485,0.456,0.406 --std 0.229,0.224,0.225",
        ],
        run: { arguments, terminal in
            let top = try arguments.count(.topClasses, default: 5)
            let graph = try await arguments.graph()
            keepUntilTheEnd(graph)
            if let setback = graph.setback { terminal.say(error: setback) }
            guard let photo = arguments.operands.last else { throw UsageError("Name a photo.", of: "run") }
            let scores = try await graph.classify(photo).prefix(top)
            if arguments.has(.json) {
                try terminal.print(JSONText.of(ClassesAnswer(scores, graph: graph.file, photo: photo)))
            } else if terminal.resultsAreShown {
                let bars = ScoreBars(names: scores.map(\.label), terminal)
                for score in scores { try terminal.print(bars.row(score.label, score.probability)) }
            } else {
                for score in scores {
                    try terminal.print(
                        "\(ResultForm.decimals(score.probability))\t\(score.label)\t\(photo.display)")
                }
            }
            return .done
        })
}

extension Arguments {
    /// From a file with what the options say of it, or from the shelf with what its publisher says.
    fileprivate func graph() async throws -> ImageGraph {
        if let model = path(.model) {
            guard operands.count == 1 else { throw UsageError("Name one photo.", of: "run") }
            for option in [Option.classes, .range, .mean, .std, .layout] where has(option) {
                throw UsageError("'\(option.name)' comes with the model; leave it out.", of: "run")
            }
            let name = String(decoding: model.bytes, as: UTF8.self)
            let isPath = name.contains("/") || name == "." || name == ".."
            return try await ImageGraph.open(
                isPath ? .local(path: name) : .remote(name), places: LibraryConfiguration())
        }
        guard operands.count == 2 else {
            throw UsageError("Name a graph and a photo, or --model and a photo.", of: "run")
        }
        guard let list = path(.classes) else {
            throw UsageError("Name the file with the names of its classes, with --labels.", of: "run")
        }
        let pixels = GraphPixels(range: try pixelRange(), layout: try pixelLayout())
        return try await ImageGraph.open(operands[0], labels: labels(in: list), pixels: pixels)
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
                throw UsageError("The option '--range' is '\(word ?? "")'; it can be 0..1, -1..1, 0..255.", of: "run")
            }
        case (false, true, true):
            let std = try colours(.std)
            guard std.allSatisfy({ $0 > 0 }) else {
                throw UsageError("The option '--std' needs numbers above 0.", of: "run")
            }
            return .normalised(mean: try colours(.mean), std: std)
        case (true, _, _): throw UsageError("Choose one of --range and --mean with --std.", of: "run")
        default: throw UsageError("Give both of --mean and --std.", of: "run")
        }
    }

    private func colours(_ option: Option) throws(UsageError) -> [Float] {
        let numbers = (text(option) ?? "").split(separator: ",", omittingEmptySubsequences: false).map { Float($0) }
        let known = numbers.compactMap { $0 }.filter(\.isFinite)
        guard known.count == numbers.count, known.count == 3 else {
            throw UsageError("The option '\(option.name)' needs three numbers with commas between them.", of: "run")
        }
        return known
    }

    fileprivate func pixelLayout() throws(UsageError) -> GraphPixels.Layout? {
        guard let word = text(.layout) else { return nil }
        guard let layout = GraphPixels.Layout(rawValue: word) else {
            throw UsageError("The option '--layout' is '\(word)'; it can be nhwc or nchw.", of: "run")
        }
        return layout
    }
}
