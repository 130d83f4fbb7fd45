import Evoke
import EvokeValues

extension Option {
    fileprivate static let file = Option("--file", .file("FILE"), "The labels, one a line ('-': standard input)")
    fileprivate static let clear = Option("--clear", .flag, "Take back what was set, labels and scoring")
    static let scoring = Option(
        "--scoring", .text("WAY"), "How cosines become scores: softmax, sigmoid, or own, which takes back what was set")
    fileprivate static let bias = Option("--bias", .text("B"), "What a sigmoid adds to the scaled cosine")
}

extension Command {
    static let modelsLabels = Command(
        name: "models labels",
        summary: "Set the labels that photos are sorted by, and how they are scored, or show them",
        operands: "[NAME]",
        operandKind: .text,
        options: [.library, .file, .labels, .scoring, .scale, .bias, .clear],
        details: [
            "With a model's name it is set for that model, without one for the library, whatever its model. 'evoke "
                + "classify' and the server use what is given with the photo first, then what is set for the library, "
                + "then what is set for the model, then what came with the model.",
            "It is kept in the model's receipt, through all its versions, or in the library's folder. It changes no "
                + "vector, and counts at once, for a server that runs, too.",
            "Up to \(LabelSet.mostDefaults) labels of \(LabelSet.longestDefault) characters.",
        ],
        examples: [
            "evoke models labels medsiglip --file findings.txt --scoring softmax --scale 10",
            "evoke models labels --labels \"beach, forest, city\"", "evoke models labels medsiglip --clear",
        ],
        run: { arguments, terminal in
            guard arguments.operands.count <= 1 else {
                throw UsageError("Name one model, or none for the library.", of: "models labels")
            }
            let change = try LabelChange(arguments)
            let places = try LibraryConfiguration(library: arguments.path(.library))
            let collection = ModelCollection(places)
            let name = arguments.operands.first.map { String(decoding: $0.bytes, as: UTF8.self) }
            let library = LibraryLabels(places)
            if !change.isEmpty {
                if let name {
                    try collection.setLabelDefaults(of: name, change.apply)
                } else {
                    // What cannot be read is taken back as well.
                    var defaults = change.clears ? LabelDefaults() : try library.read()
                    change.apply(to: &defaults)
                    try library.write(defaults)
                }
            }
            let set =
                try name.map { (name) throws(EvokeError) in try collection.labelDefaults(of: name) } ?? library.read()
            let owner = name.map { "the model '\(FilePath($0).display)'" } ?? "the library"
            terminal.say(
                (set.labels.map { "\($0.count == 1 ? "1 label is" : "\($0.count) labels are") set for \(owner)" }
                    ?? "No labels are set for \(owner)")
                    + (set.scoring.map { ", and scores are the \($0.inWords)." } ?? "."))
            if change.isEmpty { for label in set.labels ?? [] { try terminal.print(label) } }
            return .done
        })
}

/// What the options say is to be set.
private struct LabelChange {
    let clears: Bool
    let labels: [String]?
    /// Nil in it takes back what was set.
    let scoring: LabelScoring??

    init(_ arguments: Arguments) throws {
        func number(_ option: Option) throws(UsageError) -> Float? {
            guard let text = arguments.text(option) else { return nil }
            guard let number = Float(text), number.isFinite else {
                throw UsageError("The option '\(option.name)' needs a number, not '\(text)'.", of: "models labels")
            }
            return number
        }
        clears = arguments.has(.clear)
        let (scale, bias) = (try number(.scale), try number(.bias))
        guard !clears || arguments.options.allSatisfy({ ["--clear", "--library"].contains($0.name) }) else {
            throw UsageError("The option '--clear' stands alone.", of: "models labels")
        }
        guard !arguments.has(.labels) || !arguments.has(.file) else {
            throw UsageError("Choose one of --labels and --file.", of: "models labels")
        }
        let given = try arguments.path(.file).map { try arguments.labels(in: $0) } ?? arguments.labelList()
        labels = try given.map { (labels) throws(EvokeError) in try LabelSet.defaults(labels) }
        switch arguments.text(.scoring) {
        case nil:
            guard scale == nil, bias == nil else {
                throw UsageError("Say which way of scoring, with --scoring.", of: "models labels")
            }
            scoring = nil
        case "own"?:
            guard scale == nil, bias == nil else {
                throw UsageError("'--scoring own' takes neither --scale nor --bias.", of: "models labels")
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
