public import EvokeModels
import EvokePorts
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

    package var file: DiskPath { interpreter.file }
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
        _ file: DiskPath, labels: [String], pixels: GraphPixels = GraphPixels()
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
    public func classify(_ photo: DiskPath) async throws -> [Score] {
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

    private static func check(_ classes: Int, _ labels: [String], _ file: DiskPath) throws(EvokeError) {
        guard classes == labels.count else {
            throw EvokeError(
                .wrongUsage, doing: "name the classes of", subject: file.display,
                reason: "it has \(classes) classes, but there are \(labels.count) labels",
                remedy: "Give the labels that belong to the graph, one per line.")
        }
    }

    private static func failure(_ file: DiskPath, _ reason: String, _ remedy: Remedy = .inspectModel) -> EvokeError {
        EvokeError(.unsupported, doing: "classify with", subject: file.display, reason: reason, remedies: [remedy])
    }
}

extension GraphPort {
    /// The number of its elements, if fixed.
    fileprivate var classCount: Int? {
        guard let shape, !shape.contains(nil) else { return nil }
        return shape.compactMap { $0 }.reduce(1, *)
    }
}

/// A graph that was opened as its publisher described it.
struct OpenGraph: Sendable {
    let interpreter: ModelInterpreter
    /// Nil for a graph's file without further description.
    let model: GraphModel?
    /// Why the newest version is not in use; nil if it is.
    var setback: EvokeError?

    /// By a name in the model store, the path of a folder, or that of a graph's file.
    static func open(_ nameOrPath: String, configuration: LibraryConfiguration) async throws -> OpenGraph {
        if ModelStore.isPath(nameOrPath), FileSystem.isFile(DiskPath(nameOrPath)) {
            return OpenGraph(interpreter: try await .open(DiskPath(nameOrPath)), model: nil)
        }
        let modelStore = ModelStore(configuration)
        var (graph, setback) = try await modelStore.firstThatWorks(of: modelStore.find(nameOrPath), as: nameOrPath) {
            version in
            try await open(modelStore.graph(version, as: nameOrPath))
        } answer: { graph in
            try await graph.answerOnce()
        }
        graph.setback = setback
        return graph
    }

    private static func open(_ model: GraphModel) async throws -> OpenGraph {
        func formats(_ ports: [GraphDescription.Port]) -> [GraphFormat] {
            ports.map { GraphFormat($0.name, $0.type, shape: $0.shape) }
        }
        let interpreter = try await ModelInterpreter.open(
            model.file, inputs: formats(model.description.inputs), outputs: formats(model.description.outputs))
        return OpenGraph(interpreter: interpreter, model: model)
    }

    func images() throws(EvokeError) -> ImageGraph {
        guard let model, let labels = model.labels else {
            throw EvokeError(
                .unsupported, doing: "classify with", subject: interpreter.file.display,
                reason: "its classes have no names",
                remedies: [
                    .chooseOption(.labels),
                    .advice("Or name them in a graph.json next to it (docs/guide/080_models.md)."),
                ])
        }
        do {
            var graph = try ImageGraph(
                interpreter, LabelFile.labels(in: FileSystem.read(labels, most: FileSystem.mostBytesOfText)),
                GraphPixels(model.description.picture))
            graph.setback = setback
            return graph
        } catch  where error.kind == .wrongUsage {
            // The labels are the publisher's.
            throw error.with(kind: .modelInvalid)
        }
    }

    /// Checks that it accepts its declared inputs and outputs numbers; if it has labels, one number per label.
    func answerOnce() async throws {
        if model?.labels != nil { _ = try images() }
        var inputs: [String: GraphTensor] = [:]
        for port in interpreter.inputs {
            // Only its users know a suitable size for a free dimension.
            guard let type = port.type, let shape = port.shape, !shape.contains(nil) else { return }
            inputs[port.name] = try zeroes(type, shape.compactMap { $0 })
        }
        for (name, answer) in try await interpreter.run(inputs) where !answer.floats.allSatisfy(\.isFinite) {
            throw EvokeError(
                .inference, doing: "try the graph", subject: interpreter.file.display,
                reason: "its output '\(name)' has values that are not numbers", remedy: "Ask its publisher.")
        }
    }

    private func zeroes(_ type: ElementType, _ shape: [Int]) throws(EvokeError) -> GraphTensor {
        var count = 1
        for size in shape {
            let (product, isTooLarge) = count.multipliedReportingOverflow(by: size)
            guard !isTooLarge, product <= Self.mostNumbers else {
                throw EvokeError(
                    .tooLarge, doing: "try the graph", subject: interpreter.file.display,
                    reason: "it takes more than \(Self.mostNumbers) numbers at once")
            }
            count = product
        }
        return [UInt8](repeating: 0, count: count * type.width).withUnsafeBytes { bytes in
            GraphTensor(shape: shape, type: type, copying: bytes.baseAddress, count: count)
        }
    }

    private static let mostNumbers = 1 << 28
}

extension GraphPixels {
    init(_ picture: GraphDescription.Picture?) {
        guard let picture else {
            self.init()
            return
        }
        let range: Range =
            if let mean = picture.mean, let std = picture.std {
                .normalized(mean: mean, std: std)
            } else {
                switch picture.range {
                case nil: .standard
                case [0, 1]: .zeroToOne
                case [-1, 1]: .minusOneToOne
                case [0, 255]: .zeroTo255
                case let ends?:
                    .normalized(
                        mean: Array(repeating: -ends[0] / (ends[1] - ends[0]), count: 3),
                        std: Array(repeating: 1 / (ends[1] - ends[0]), count: 3))
                }
            }
        let fit: ImageInput.Fit? =
            switch picture.resize ?? .shortest {
            case .shortest: picture.shortestSide.map { .shortest($0) }
            case .squash: .squash
            case .pad: .pad(255)
            }
        self.init(
            range: range, layout: picture.layout.flatMap { Layout(rawValue: $0.rawValue) },
            channels: picture.channels == .bgr ? .bgr : .rgb, fit: fit, kernel: picture.kernel ?? .bilinear)
    }
}

extension ModelInterpreter {
    /// Throws `EvokeError` for a file that is not a graph, cannot be run, or does not have the expected inputs and
    /// outputs.
    ///
    /// - Parameters:
    ///   - inputs: the expected inputs; those not named may be anything. A number fixes a dimension that the graph
    ///     leaves free. If the first of several dimensions is free and not given, it is 1.
    ///   - outputs: likewise.
    public static func open(
        _ file: DiskPath, inputs: [GraphFormat] = [], outputs: [GraphFormat] = []
    ) async throws -> ModelInterpreter {
        try await open(file, inputs: inputs, outputs: outputs, on: GraphRuntimes.own)
    }

    /// The inputs and outputs of a graph, without preparing it to run.
    public static func ports(of file: DiskPath) async throws -> (inputs: [GraphPort], outputs: [GraphPort]) {
        try await ports(of: file, on: GraphRuntimes.own)
    }
}

extension ModelStore {
    /// The newest version of a graph that bootstrap installs.
    ///
    /// - Parameter doing: what it is needed for, for the error.
    func graph(_ name: String, to doing: String) throws(EvokeError) -> GraphModel {
        guard let version = versions(of: name).first else {
            throw EvokeError(
                .modelMissing, doing: doing, subject: name,
                reason: "it is in none of \(folders.map(\.display).joined(separator: ", "))",
                remedies: [.advice("Run ./bootstrap to install it, or set EVOKE_MODELS to the folder that has it.")])
        }
        return try graph(version, as: name)
    }
}

extension [DiskPath] {
    /// Processes photos, some at once, and delivers the results in order, with an error for each photo that cannot be
    /// read.
    ///
    /// Throws what `deliver` throws, and `EvokeError` of the kind `modelInvalid` if a graph fails.
    func each<Answer: Sendable>(
        _ answer: @escaping @Sendable (DiskPath) async throws -> Answer,
        deliver: (DiskPath, Result<Answer, EvokeError>) async throws -> Void
    ) async throws {
        var next = makeIterator()
        try await OrderedPipeline(width: Machine.cores, slack: Machine.cores).run {
            next.next()
        } work: { photo in
            do {
                return (photo, Result<Answer, EvokeError>.success(try await answer(photo)))
            } catch let error as EvokeError where error.kind != .modelInvalid {
                return (photo, .failure(error))
            }
        } deliver: { photo, result in
            try await deliver(photo, result)
        }
    }
}
