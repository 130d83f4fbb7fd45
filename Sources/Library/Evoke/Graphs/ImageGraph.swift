import EvokeModels
import EvokeSystem
public import EvokeValues
import EvokeWorkers

/// A graph that classifies pictures, with the names of its classes.
public struct ImageGraph: Sendable {
    /// How well a class fits a photo.
    public struct Score: Sendable, Hashable {
        /// The name of the class.
        public let label: String
        /// The label's index in the list, from 0.
        public let index: Int
        /// From 0 to 1. Whether all add up to 1 or each stands for itself depends on the graph.
        public let probability: Float
    }

    /// The graph's file.
    public var file: FilePath { interpreter.file }
    private let interpreter: ModelInterpreter
    private let picture: PictureInput
    private let output: GraphPort
    private let labels: [String]
    private let decoder: any ImageDecoding

    /// Why the newest graph is not in use; nil if it is.
    public internal(set) var setback: EvokeError?

    /// Throws `EvokeError`: of the kind `wrongUsage` for labels or pixels that do not fit the graph, `unsupported` for
    /// a graph that does not take a picture.
    public static func open(
        _ file: FilePath, labels: [String], pixels: GraphPixels = GraphPixels()
    ) async throws -> ImageGraph {
        try pixels.check()
        return try ImageGraph(await ModelInterpreter.open(file), labels, pixels)
    }

    init(_ interpreter: ModelInterpreter, _ labels: [String], _ pixels: GraphPixels) throws(EvokeError) {
        self.interpreter = interpreter
        self.labels = labels
        guard let input = interpreter.inputs.first, interpreter.inputs.count == 1 else {
            let count = interpreter.inputs.count
            throw Self.failure(interpreter.file, "it takes \(count) inputs, but only a picture was expected")
        }
        do {
            picture = try PictureInput(input, pixels)
        } catch {
            throw Self.failure(interpreter.file, error.reason, error.remedy)
        }
        output = try Self.output(of: interpreter, labels)
        let executor = BlockingExecutor(width: 2)
        decoder = PhotoReaders(executor: executor, inFull: true).decoder
    }

    /// The classes that fit the photo, likeliest first.
    ///
    /// Throws `EvokeError` for a photo that cannot be read, or if the graph fails. A canceled task gets
    /// `CancellationError` at once.
    public func classify(_ photo: FilePath) async throws -> [Score] {
        let image = try await decoder.decode(photo, for: picture.image)
        let answers = try await interpreter.run([picture.port.name: picture.tensor(of: image.tensor)])
        guard var values = answers[output.name]?.floats, values.allSatisfy(\.isFinite) else {
            throw EvokeError(
                .inference, doing: "run the graph", subject: interpreter.file.display,
                reason: "its output '\(output.name)' for this photo has values that are not numbers",
                remedies: [.chooseOption(.range)])
        }
        try Self.check(values.count, labels, interpreter.file)
        if let own = output.quantization { values = values.map { own.scale * ($0 - Float(own.zeroPoint)) } }
        return Self.probabilities(of: values).enumerated().map {
            Score(label: labels[$0.offset], index: $0.offset, probability: $0.element)
        }.sorted { ($1.probability, $0.index) < ($0.probability, $1.index) }
    }

    /// Values between 0 and 1 are probabilities already: of one class among all if they add up to 1, otherwise of each
    /// class by itself. To other values, softmax is applied.
    static func probabilities(of values: [Float]) -> [Float] {
        if values.allSatisfy({ (0...1).contains($0) }) { return values }
        let largest = values.max() ?? 0
        let powers = values.map { Mathematics.exp($0 - largest) }
        let sum = powers.reduce(0, +)
        return powers.map { $0 / sum }
    }

    /// The output with a number per class: the only one, or the one with as many numbers as there are labels.
    private static func output(of interpreter: ModelInterpreter, _ labels: [String]) throws(EvokeError) -> GraphPort {
        let lists = interpreter.outputs.filter { port in
            port.shape.map { $0.count { $0 != 1 } <= 1 } ?? true
        }
        guard let list = lists.count == 1 ? lists[0] : lists.first(where: { $0.classCount == labels.count }) else {
            let outputs = interpreter.outputs.map { "'\($0.name)' (\($0.form))" }.joined(separator: ", ")
            throw failure(interpreter.file, "none of its outputs is a list of \(labels.count) classes: \(outputs)")
        }
        if let count = list.classCount { try check(count, labels, interpreter.file) }
        return list
    }

    private static func check(_ classes: Int, _ labels: [String], _ file: FilePath) throws(EvokeError) {
        guard classes == labels.count else {
            throw EvokeError(
                .wrongUsage, doing: "name the classes of", subject: file.display,
                reason: "it has \(classes) classes, but there are \(labels.count) labels",
                remedy: "Give the labels that belong to the graph, one per line.")
        }
    }

    private static func failure(
        _ file: FilePath, _ reason: String, _ remedy: Remedy = .inspectModel
    ) -> EvokeError {
        EvokeError(
            .unsupported, doing: "classify with", subject: file.display, reason: reason,
            remedies: [remedy])
    }
}

extension GraphPort {
    /// The number of its elements, if fixed.
    fileprivate var classCount: Int? {
        guard let shape, !shape.contains(nil) else { return nil }
        return shape.compactMap { $0 }.reduce(1, *)
    }
}
