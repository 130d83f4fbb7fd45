import Evoke
import EvokeValues
import EvokeWebAPI

/// How classifications are printed: bars for people, tabs for pipes, JSON for programs.
struct ClassificationForm {
    private static let noneOfThese = "none of these"

    private let terminal: Terminal
    private let model: String
    private let top: Int
    private let isJSON: Bool
    private let showsTimings: Bool
    private let isOneOfMany: Bool

    init(_ arguments: Arguments, _ terminal: Terminal, model: String, top: Int) {
        self.terminal = terminal
        self.model = model
        self.top = top
        isJSON = arguments.has(.json)
        showsTimings = arguments.has(.timings)
        isOneOfMany = arguments.operands.count > 1
    }

    func print(_ photo: FilePath, _ classification: Classification, _ timings: Timings) throws {
        let scores = classification.scores.prefix(top)
        if isJSON {
            let parts = showsTimings ? timings.parts : []
            try terminal.print(
                JSONText.of(ClassificationJSON(photo, model, Array(scores), classification.fits, parts)))
        } else if terminal.resultsAreShown {
            if isOneOfMany { try terminal.print(terminal.bold(photo.display)) }
            let bars = ScoreBars(names: scores.map(name), terminal)
            for score in scores { try terminal.print(bars.row(name(score), score.score)) }
            if !classification.fits { try terminal.print("None of the labels fits this photo.") }
            if isOneOfMany { try terminal.print("") }
        } else {
            for score in scores {
                try terminal.print("\(ResultForm.decimals(score.score))\t\(name(score))\t\(photo.display)")
            }
        }
    }

    private func name(_ score: Classification.Score) -> String { score.label ?? Self.noneOfThese }
}

/// The contract of `classify --json`.
private struct ClassificationJSON: Encodable {
    struct Result: Encodable {
        /// null for "none of these".
        let label: String?
        let score: Float
        let cosine: Float

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(label, forKey: .label)
            try container.encode(score, forKey: .score)
            try container.encode(cosine, forKey: .cosine)
        }

        enum CodingKeys: String, CodingKey { case label, score, cosine }
    }

    struct Timing: Encodable {
        let part: String
        let ms: Double
    }

    let input: String
    let inputBase64: String?
    let model: String
    let results: [Result]
    /// Whether any label fits better than "none of these"; true where that was not asked.
    let fits: Bool
    let timings: [Timing]?

    init(
        _ photo: FilePath, _ model: String, _ scores: [Classification.Score], _ fits: Bool,
        _ timings: [(part: String, time: Duration)]
    ) {
        input = JSONText.path(photo)
        inputBase64 = JSONText.base64(photo)
        self.model = model
        results = scores.map { Result(label: $0.label, score: $0.score, cosine: $0.cosine) }
        self.fits = fits
        self.timings =
            timings.isEmpty
            ? nil : timings.map { Timing(part: $0.part, ms: JSONText.milliseconds($0.time)) }
    }
}
