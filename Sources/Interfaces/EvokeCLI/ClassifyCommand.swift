import Evoke
import EvokeSystem
import EvokeValues

extension Option {
    static let labels = Option("--labels", .text("\"A, B\""), "Labels, separated by commas")
    static let labelsFile = Option("--labels-file", .file("FILE"), "Labels, one a line ('-': standard input)")
    static let template = Option(
        "--template", .text("T"), "A sentence with {} for the label; several are averaged", mayRepeat: true)
    static let noneOfThese = Option("--none", .flag, "Let \"none of these\" be an answer, too")
    static let scale = Option("--scale", .text("S"), "What cosines are multiplied by (default: the model's own)")
    static let timings = Option(
        "--timings", .flag, "Show how long each part took to load, all of them together, and each photo")
    static let topLabels = Option("--top", .text("N"), "How many labels to show for each photo (default: 5)")
}

extension Command {
    static let classify = Command(
        name: "classify",
        summary: "Sort photos by labels of your own",
        operands: "PHOTO...",
        operandKind: .files,
        options: [
            .library, .model, .variant, .precision, .labels, .labelsFile, .template, .noneOfThese, .scale, .topLabels,
            .timings, .json,
        ],
        details: [
            "Without labels, those are used that are set for the library, else for the model ('evoke models labels'), "
                + "else the model's own. Scores are what was set, else what the model's family defines: shares of 1 among "
                + "the labels for CLIP, a probability for each label by itself for SigLIP.",
            "Shares of 1 make some label look right even when none is. With --none, a label has to fit better than "
                + "words that fit any photo.",
        ],
        examples: [
            "evoke classify --labels \"beach, forest, city\" ~/Pictures/*.jpg",
            "evoke classify --labels \"cat, dog\" --template \"a photo of a {}\" --none pet.jpg",
        ],
        run: { arguments, terminal in
            guard !arguments.operands.isEmpty else { throw UsageError("Name photos.", of: "classify") }
            let given = try givenLabels(arguments)
            let top = try arguments.count(.topLabels, default: 5)
            let scale = try arguments.scale()
            let choice = try arguments.model() ?? ModelChoice(Engine.defaultModel, precision: arguments.precision())
            let engine = try await Engine.open(choice, places: LibraryConfiguration(library: arguments.path(.library)))
            keepUntilTheEnd(engine)
            terminal.say(setbackOf: engine)
            guard let words = try given ?? engine.defaultLabels() else {
                throw UsageError(
                    "The model '\(engine.modelID.name)' has no labels of its own. Give some with --labels, or set some "
                        + "for good with 'evoke models labels'.", of: "classify")
            }
            // Both sides load at the same time, where the text side is needed at all.
            async let imageSide = engine.imageEncoder()
            let started = ContinuousClock.now
            let labels = try await engine.labels(
                words, templates: arguments.texts(.template), includingNone: arguments.has(.noneOfThese), scale: scale)
            let labelling = ContinuousClock.now - started
            _ = try await imageSide
            var timings = Timings(loading: await engine.loadTimes(), labels: labelling)

            let form = ClassificationForm(arguments, terminal, model: engine.modelID, top: top)
            var (done, failed) = (0, 0)
            for photo in arguments.operands {
                do {
                    let embedding = try await timings.measure(photo.display) { try await engine.embed(photo: photo) }
                    try form.print(photo, labels.classify(embedding), timings)
                    done += 1
                } catch let error as EvokeError where error.kind != .modelInvalid {
                    terminal.say(error: error)
                    failed += 1
                }
            }
            if arguments.has(.timings), !arguments.has(.json) {
                for (part, time) in timings.parts { terminal.say("\(part): \(Amount.ofTime(time))") }
            }
            return .of(done: done, failed: failed)
        })

    private static func givenLabels(_ arguments: Arguments) throws -> [String]? {
        guard !arguments.has(.labels) || !arguments.has(.labelsFile) else {
            throw UsageError("Choose one of --labels and --labels-file.", of: "classify")
        }
        if let file = arguments.path(.labelsFile) { return try arguments.labels(in: file) }
        return arguments.labelList()
    }
}

extension Arguments {
    func texts(_ option: Option) -> [String] {
        options.filter { $0.name == option.name }.map { String(decoding: $0.value.bytes, as: UTF8.self) }
    }

    /// Those of `--labels`.
    func labelList() -> [String]? {
        text(.labels)?.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }

    /// One a line; '-' stands for standard input.
    func labels(in file: FilePath) throws(EvokeError) -> [String] {
        LabelFile.labels(in: try FileSystem.readNamed(file, most: FileSystem.mostBytesOfText))
    }

    fileprivate func scale() throws(UsageError) -> Float? {
        guard let text = text(.scale) else { return nil }
        guard let scale = Float(text), scale.isFinite, scale > 0 else {
            throw UsageError("The option '--scale' needs a number above 0, not '\(text)'.", of: "classify")
        }
        return scale
    }
}

/// How long each part took to load, and then each photo, in order.
struct Timings {
    private(set) var parts: [(part: String, time: Duration)] = []

    /// - Parameter labels: until their vectors were there, with the text side where it had to be loaded for them.
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
