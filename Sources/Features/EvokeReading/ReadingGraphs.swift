package import EvokeEncoders
import EvokeModels
package import EvokeValues
import EvokeWorkers

/// The three graphs of PP-OCR: where there is text, whether a line is upside down, and what is written in it.
package final class ReadingGraphs: Sendable {
    package struct Files: Sendable {
        package let detector, turns, recognizer: FilePath

        package init(detector: FilePath, turns: FilePath, recognizer: FilePath) {
            (self.detector, self.turns, self.recognizer) = (detector, turns, recognizer)
        }
    }

    /// Each is compiled for one shape, when that is first needed.
    private final class Stage: Sendable {
        private struct State: Sendable {
            /// Those that were used last come last.
            var ready: [(shape: [Int], graph: ReadyGraph)] = []
        }

        private let file: FilePath
        private let runtime: any GraphRuntime
        private let settings: GraphSettings
        private let most: Int
        private let state = Locked(State())

        init(_ file: FilePath, on runtime: any GraphRuntime, _ settings: GraphSettings, atMost most: Int) {
            (self.file, self.runtime, self.settings, self.most) = (file, runtime, settings, most)
        }

        func run(_ numbers: [Float], shape: [Int]) throws -> GraphTensor {
            let ready = try state.withLock { state in
                if let known = state.ready.firstIndex(where: { $0.shape == shape }) {
                    state.ready.append(state.ready.remove(at: known))
                } else {
                    if state.ready.count >= most { state.ready.removeFirst() }
                    state.ready.append((shape, try compiled(for: shape)))
                }
                return state.ready[state.ready.count - 1].graph
            }
            let input = GraphInput(name: ready.input, type: .float32, shape: shape, values: .floats([numbers]))
            let answers = try ready.runnable.run([input], outputs: [ready.output])
            return answers[0]
        }

        private func compiled(for shape: [Int]) throws(EvokeError) -> ReadyGraph {
            let graph = try runtime.read(file)
            try graph.reshape([(0, shape)])
            guard let input = try graph.inputs().first, let output = try graph.outputs().first,
                input.type == .float32
            else { throw failure(file, "it does not take one picture in 32-bit floats") }
            return ReadyGraph(input: input.name, output: output.name, runnable: try graph.compiled(settings))
        }
    }

    private struct ReadyGraph: Sendable {
        let input, output: String
        let runnable: any RunnableGraph
    }

    /// Lines that are longer, for their height, are pressed together: a line of 40 times its height, or 100 letters.
    static let longestLine = 1_920
    private static let widths = [160, 320, 480, 640, 960, 1_280, longestLine]
    private static let turnWidth = 192
    /// Of the detector, each takes 100 MB.
    private static let mostShapes = 3

    private let glance, detector, turns, recognizer: Stage
    private let files: Files
    private let alphabet: [Character]
    private let knownDigests = Locked<[String]?>(nil)

    /// - Parameter streams: on how many lines it works at once.
    package init(_ files: Files, on runtime: any GraphRuntime, streams: Int) throws(EvokeError) {
        self.files = files
        for file in [files.detector, files.turns] { _ = try GraphFile(file) }
        guard let characters = try GraphFile(files.recognizer).notes["character"] else {
            throw failure(files.recognizer, "it does not say which characters it reads")
        }
        // One a line; a space goes without saying.
        alphabet = characters.split(separator: "\n", omittingEmptySubsequences: false).map { $0.first ?? " " } + [" "]
        // In bfloat16, seven of a hundred lines are read otherwise, and three where only the detector computes so. To see
        // whether there is text at all, it is good enough.
        let lines = GraphSettings(pace: .streams(streams), isHalf: false)
        let quick = GraphSettings(pace: .soonest, isHalf: try runtime.computes(at: .bfloat16))
        glance = Stage(files.detector, on: runtime, quick, atMost: Self.mostShapes)
        detector = Stage(
            files.detector, on: runtime, GraphSettings(pace: .soonest, isHalf: false), atMost: Self.mostShapes)
        turns = Stage(files.turns, on: runtime, lines, atMost: 1)
        recognizer = Stage(files.recognizer, on: runtime, lines, atMost: Self.widths.count)
    }

    /// What the graphs are. It is asked for often, and looked up once.
    func digests() throws(EvokeError) -> [String] {
        if let known = knownDigests.withLock({ $0 }) { return known }
        var digests: [String] = []
        for file in [files.detector, files.turns, files.recognizer] { digests.append(try FileDigest.sha256(of: file)) }
        knownDigests.withLock { [digests] in $0 = digests }
        return digests
    }

    /// The lines of text in a picture, the largest first.
    func lines(in picture: Pixels, atMost count: Int) throws -> [Rectangle] {
        // Most photos have no text, and show that in a small picture already.
        guard try map(of: picture, DetectorInput(atAGlance: picture.size), by: glance).mayHaveText else { return [] }
        let input = DetectorInput(picture.size)
        return try map(of: picture, input, by: detector).lines(atMost: count).map { $0.scaled(by: 1 / input.scale) }
    }

    private func map(of picture: Pixels, _ input: DetectorInput, by stage: Stage) throws -> TextMap {
        let (width, height) = (input.shape.width, input.shape.height)
        let answer = try stage.run(input.numbers(of: picture), shape: [1, 3, height, width])
        guard answer.count == width * height else {
            throw failure(
                files.detector, "it answers with \(answer.shape) where there are \(width) × \(height) pixels")
        }
        return TextMap(width: width, height: height, likelihoods: answer.floats)
    }

    /// How likely it is that the line is upside down.
    func upsideDown(_ line: LineCrop) throws -> Double {
        let answer = try turns.run(line.numbers(width: Self.turnWidth), shape: [1, 3, LineCrop.height, Self.turnWidth])
        guard answer.count == 2 else {
            throw failure(files.turns, "it answers with \(answer.shape), not with two numbers")
        }
        return Double(answer.floats[1])
    }

    func recognition(of line: LineCrop) throws -> Recognition {
        let width = Self.widths.first { $0 >= line.width } ?? Self.longestLine
        let answer = try recognizer.run(line.numbers(width: width), shape: [1, 3, LineCrop.height, width])
        guard answer.shape.last == alphabet.count + 1 else {
            throw failure(
                files.recognizer, "it tells \(answer.shape.last ?? 0) characters apart, and names \(alphabet.count)")
        }
        return Recognition(answer.floats, alphabet: alphabet)
    }
}

private func failure(_ file: FilePath, _ reason: String) -> EvokeError {
    EvokeError(
        .modelInvalid, doing: "read text with the graph", subject: file.display, reason: reason,
        remedy: "Set Evoke up again.")
}
