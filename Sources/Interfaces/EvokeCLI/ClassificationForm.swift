import Evoke
import EvokeValues
import EvokeWebAPI

/// How classifications are printed: bars for people, tabs for pipes, JSON for programs.
struct ClassificationForm {
    private static let noneOfThese = "none of these"

    private let terminal: Terminal
    private let model: ModelID
    private let top: Int
    private let isJSON: Bool
    private let showsTimings: Bool
    private let isOneOfMany: Bool

    init(_ arguments: Arguments, _ terminal: Terminal, model: ModelID, top: Int) {
        self.terminal = terminal
        self.model = model
        self.top = top
        isJSON = arguments.has(.json)
        showsTimings = arguments.has(.timings)
        isOneOfMany = arguments.operands.count > 1
    }

    func print(_ photo: FilePath, _ classification: Classification, _ timings: Timings) throws {
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
