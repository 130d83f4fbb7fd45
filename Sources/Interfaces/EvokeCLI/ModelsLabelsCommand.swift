import Evoke
import EvokeValues

extension Option {
    fileprivate static let file = Option(
        "--file", .file("FILE"), "Read labels from a file, one a line ('-': standard input)")
    fileprivate static let clear = Option("--clear", "Remove labels and scoring that were set")
    static let scoring = Option(
        "--scoring", .text("WAY"), "How cosines become scores: softmax, sigmoid, or own (the model's)")
    fileprivate static let bias = Option("--bias", .text("B"), "Added to the scaled cosine (sigmoid)")
}

extension Command {
    static let modelsLabels = Command(
        name: "models labels",
        summary: "Show or set labels for classification",
        operands: "[NAME]",
        operandKind: .text,
        options: [.library, .file, .labels, .scoring, .scale, .bias, .clear],
        details: [
            "With NAME, for that model; without, for the library. Labels given with a request come first, then the "
                + "library's, then those set for the model, then the model's own.",
            "Takes effect at once, also in a running server. Up to \(LabelSet.mostDefaults) labels of "
                + "\(LabelSet.longestDefault) characters.",
        ],
        examples: [
            "evoke models labels medsiglip --file findings.txt --scoring softmax --scale 10",
            "evoke models labels --labels \"beach, forest, city\"",
            "evoke models labels medsiglip --clear",
        ],
        run: { arguments, terminal in
            _ = try arguments.operands(...1, or: "Give one model, or none for the library.")
            let change = try LabelChange(arguments)
            let configuration = try LibraryConfiguration(library: arguments.path(.library))
            let collection = ModelCollection(configuration)
            let name = arguments.words.first
            let library = LibraryLabels(configuration)
            if !change.isEmpty {
                if let name {
                    try collection.setLabelDefaults(of: name, change.apply)
                } else {
                    // Clears a file that cannot be read, too.
                    var defaults = change.clears ? LabelDefaults() : try library.read()
                    change.apply(to: &defaults)
                    try library.write(defaults)
                }
            }
            let set =
                try name.map { (name) throws(EvokeError) in try collection.labelDefaults(of: name) } ?? library.read()
            let owner = name.map { "the model '\(DiskPath($0).display)'" } ?? "the library"
            terminal.message(
                (set.labels.map { "\(Format.count($0.count, "label")) set for \(owner)" }
                    ?? "No labels set for \(owner)")
                    + (set.scoring.map { "; scores: \($0.inWords)." } ?? "."))
            if change.isEmpty { for label in set.labels ?? [] { try terminal.print(label) } }
            return .done
        })
}

private struct LabelChange {
    let clears: Bool
    let labels: [String]?
    /// `.some(nil)` removes the setting.
    let scoring: LabelScoring??

    init(_ arguments: Arguments) throws {
        func number(_ option: Option) throws(UsageError) -> Float? {
            guard let text = arguments.text(option) else { return nil }
            guard let number = Float(text), number.isFinite else {
                throw UsageError("'\(option.name)' needs a number, not '\(text)'.")
            }
            return number
        }
        clears = arguments.has(.clear)
        let (scale, bias) = (try number(.scale), try number(.bias))
        guard !clears || arguments.options.allSatisfy({ ["--clear", "--library"].contains($0.name) }) else {
            throw UsageError("'--clear' cannot be combined with other options.")
        }
        guard !arguments.has(.labels) || !arguments.has(.file) else {
            throw UsageError("Choose one of --labels and --file.")
        }
        let given = try arguments.path(.file).map { try arguments.labels(in: $0) } ?? arguments.labelList()
        labels = try given.map { (labels) throws(EvokeError) in try LabelSet.defaults(labels) }
        switch arguments.text(.scoring) {
        case nil:
            guard scale == nil, bias == nil else {
                throw UsageError("'--scale' and '--bias' need --scoring.")
            }
            scoring = nil
        case "own"?:
            guard scale == nil, bias == nil else {
                throw UsageError("'--scoring own' takes neither --scale nor --bias.")
            }
            scoring = .some(nil)
        case let kind?: scoring = try LabelScoring(kind: kind, scale: scale, bias: bias)
        }
    }

    var isEmpty: Bool { !clears && labels == nil && scoring == nil }

    func apply(to defaults: inout LabelDefaults) {
        if clears { defaults = LabelDefaults() }
        if let labels { defaults.labels = labels }
        if let scoring { defaults.scoring = scoring }
    }
}
