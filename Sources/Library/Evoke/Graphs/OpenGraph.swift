import EvokeModels
import EvokeSystem
import EvokeValues
import EvokeWorkers

/// A graph that was opened as its publisher described it.
struct OpenGraph: Sendable {
    let interpreter: ModelInterpreter
    /// Nil for a graph's file without further description.
    let model: GraphModel?
    /// Why the newest version is not in use; nil if it is.
    var setback: EvokeError?

    /// By a name in the model store, the path of a folder, or that of a graph's file.
    static func open(_ nameOrPath: String, places: LibraryConfiguration) async throws -> OpenGraph {
        if ModelStore.isPath(nameOrPath), FileSystem.isFile(FilePath(nameOrPath)) {
            return OpenGraph(interpreter: try await .open(FilePath(nameOrPath)), model: nil)
        }
        let modelStore = ModelStore(places)
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

    /// As a classifier of pictures.
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
                .normalised(mean: mean, std: std)
            } else {
                switch picture.range {
                case nil: .standard
                case [0, 1]: .zeroToOne
                case [-1, 1]: .minusOneToOne
                case [0, 255]: .zeroTo255
                case let ends?:
                    .normalised(
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
