import Evoke
import EvokeSystem
import EvokeValues
import EvokeWebAPI

extension Option {
    static let labels = Option("--labels", .text("\"A, B\""), "Labels, separated by commas")
    static let labelsFile = Option(
        "--labels-file", .file("FILE"), "Read labels from a file, one a line ('-': standard input)")
    static let template = Option(
        "--template", .text("T"), "A sentence with {} for the label; repeat to average several", mayRepeat: true)
    static let noneOfThese = Option("--none", "Allow \"none of these\" as an answer")
    static let scale = Option("--scale", .text("S"), "Factor for cosines (default: the model's own)")
    static let timings = Option("--timings", "Show the time for loading and for each photo")
    static let topLabels = Option("--top", .text("N"), "Show at most N labels per photo (default: 5)")
}

extension Command {
    static let photoClassify = Command(
        name: "photo classify",
        summary: "Classify photos with your own labels",
        operands: "PHOTO...",
        operandKind: .files,
        options: [
            .library, .model, .variant, .precision, .labels, .labelsFile, .template, .noneOfThese, .scale, .topLabels,
            .timings, .json,
        ],
        details: [
            "Without --labels, uses the labels set for the library, then those set for the model ('evoke models "
                + "labels'), then the model's own. CLIP models give shares that add up to 1; SigLIP models give each "
                + "label a probability of its own.",
            "Shares always add up to 1, even if no label is right. With --none, photos that match no label are "
                + "reported as \"none of these\".",
        ],
        examples: [
            "evoke photo classify --labels \"beach, forest, city\" ~/Pictures/*.jpg",
            "evoke photo classify --labels \"cat, dog\" --template \"a photo of a {}\" --none pet.jpg",
        ],
        run: { arguments, terminal in
            let photos = try arguments.operands(1..., or: "Give at least one photo file.")
            let given = try givenLabels(arguments)
            let top = try arguments.count(.topLabels, default: 5)
            let scale = try arguments.scale()
            let choice = try arguments.model() ?? ModelChoice(Engine.defaultModel, precision: arguments.precision())
            let engine = try await Engine.open(
                choice, configuration: LibraryConfiguration(library: arguments.path(.library)))
            keepAliveUntilExit(engine)
            terminal.reportSetback(of: engine)
            guard let words = try given ?? engine.defaultLabels() else {
                throw UsageError(
                    "The model '\(engine.modelID.name)' has no labels. Give some with --labels, or set them with 'evoke "
                        + "models labels'.")
            }
            // Loads both encoders at once, if the text encoder is needed at all.
            async let imageSide = engine.imageEncoder()
            let started = ContinuousClock.now
            let labels = try await engine.labels(
                words, templates: arguments.texts(.template), includingNone: arguments.has(.noneOfThese), scale: scale)
            let labeling = ContinuousClock.now - started
            _ = try await imageSide
            var timings = Timings(loading: await engine.loadTimes(), labels: labeling)

            let form = ClassificationPrinter(arguments, terminal, model: engine.modelID, top: top)
            var (done, failed) = (0, 0)
            for photo in photos {
                do {
                    let embedding = try await timings.measure(photo.display) { try await engine.embed(photo: photo) }
                    try form.print(photo, labels.classify(embedding), timings)
                    done += 1
                } catch let error as EvokeError where error.kind != .modelInvalid {
                    terminal.report(error)
                    failed += 1
                }
            }
            if arguments.has(.timings), !arguments.has(.json) {
                for (part, time) in timings.parts { terminal.message("\(part): \(Format.duration(time))") }
            }
            return .of(done: done, failed: failed)
        })

    private static func givenLabels(_ arguments: Arguments) throws -> [String]? {
        guard !arguments.has(.labels) || !arguments.has(.labelsFile) else {
            throw UsageError("Choose one of --labels and --labels-file.")
        }
        if let file = arguments.path(.labelsFile) { return try arguments.labels(in: file) }
        return arguments.labelList()
    }
}

extension Arguments {
    func texts(_ option: Option) -> [String] {
        options.filter { $0.name == option.name }.map { String(decoding: $0.value.bytes, as: UTF8.self) }
    }

    func labelList() -> [String]? {
        text(.labels)?.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }

    /// One a line; '-' stands for standard input.
    func labels(in file: DiskPath) throws(EvokeError) -> [String] {
        LabelFile.labels(in: try FileSystem.readNamed(file, most: FileSystem.mostBytesOfText))
    }

    fileprivate func scale() throws(UsageError) -> Float? {
        guard let text = text(.scale) else { return nil }
        guard let scale = Float(text), scale.isFinite, scale > 0 else {
            throw UsageError("'--scale' needs a number above 0, not '\(text)'.")
        }
        return scale
    }
}

/// Times for loading, then for each photo.
struct Timings {
    private(set) var parts: [(part: String, time: Duration)] = []

    /// - Parameter labels: time to encode the labels, with loading the text encoder if needed.
    init(loading times: LoadTimes, labels: Duration) {
        let parts = [
            ("model", times.model), ("text side", times.text), ("tokenizer", times.tokenizer),
            ("image side", times.image), ("total", times.total), ("labels", labels),
        ]
        self.parts = parts.compactMap { part, time in time.map { (part, $0) } }
    }

    mutating func measure<Value>(_ part: String, _ body: () async throws -> Value) async rethrows -> Value {
        let clock = ContinuousClock()
        let started = clock.now
        let value = try await body()
        parts.append((part, clock.now - started))
        return value
    }
}

/// Prints classifications: bars on a terminal, tabs in a pipe, or JSON.
struct ClassificationPrinter {
    private static let noneOfThese = "none of these"

    private let terminal: Terminal
    private let model: ModelID
    private let top: Int
    private let isJSON: Bool
    private let showsTimings: Bool
    private let isOneOfMany: Bool

    init(_ arguments: Arguments, _ terminal: Terminal, model: ModelID, top: Int) {
        (self.terminal, self.model, self.top) = (terminal, model, top)
        isJSON = arguments.has(.json)
        showsTimings = arguments.has(.timings)
        isOneOfMany = arguments.operands.count > 1
    }

    func print(_ photo: DiskPath, _ classification: Classification, _ timings: Timings) throws {
        if isJSON {
            try terminal.print(
                JSONText.of(
                    PictureLabelsAnswer(
                        classification, top: top, by: model, of: photo, timings: showsTimings ? timings.parts : nil)))
            return
        }
        let scores = classification.scores.prefix(top)
        if terminal.resultsAreShown {
            if isOneOfMany { try terminal.print(terminal.bold(photo.display)) }
            let bars = ScoreBars(names: scores.map(name), terminal)
            for score in scores { try terminal.print(bars.row(name(score), score.score)) }
            if !classification.fits { try terminal.print("None of the labels matches.") }
            if isOneOfMany { try terminal.print("") }
        } else {
            for score in scores {
                try terminal.print("\(SearchResultPrinter.decimals(score.score))\t\(name(score))\t\(photo.display)")
            }
        }
    }

    private func name(_ score: Classification.Score) -> String { score.label ?? Self.noneOfThese }
}
