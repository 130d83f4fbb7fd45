import EvokeSystem
package import EvokeValues

/// Which of a graph's inputs and outputs is which, determined by shape and type, or by name if those are ambiguous.
struct GraphRoles {
    let file: DiskPath
    let graph: ONNXGraph

    init(_ file: DiskPath) throws(EvokeError) {
        self.file = file
        graph = try ONNXGraph(file)
        if let fault = graph.fault {
            throw failure(
                "its operator \(fault) is computed incorrectly by OpenVINO, so results would be wrong",
                remedy:
                    "Use another variant, or export it without that operator. Quantized graphs must be in 8-bit QDQ "
                    + "format.")
        }
    }

    /// Rejects graphs whose vectors would be random or differ from what the graph declares.
    private func refuseOtherVectors() throws(EvokeError) {
        if let dice = graph.dice {
            throw failure(
                "its operator '\(dice)' is random, so its vectors would change each time",
                remedy: "Export it for inference, not for training.")
        }
        if graph.roundsTo16Bits {
            throw failure(
                "its operator 'QuantizeLinear' rounds to 16 bits, which OpenVINO skips, so its vectors would "
                    + "be wrong", remedy: "Use another variant, or quantize it to 8 bits.")
        }
    }

    struct Picture {
        let name: String
        let type: ElementType
        let takesBatches: Bool
        /// Nil unless the graph fixes it.
        let size: PixelSize?
    }

    func picture() throws(EvokeError) -> Picture {
        try refuseOtherVectors()
        guard let input = graph.inputs.first, graph.inputs.count == 1 else { throw notOnePicture() }
        if let shape = input.shape, shape.count == 4, shape[3] == 3, shape[1] != 3 {
            throw failure(
                "its input '\(input.name)' takes channels last (NHWC), but Evoke provides channels first (NCHW)",
                remedy: "Export it with channels first, as [batch, 3, height, width]; tf2onnx does so with "
                    + "'--inputs-as-nchw \(input.name)'.")
        }
        guard let type = input.type, type.isFloating, let shape = input.shape, shape.count == 4,
            shape[1] == 3 || shape[1] == nil
        else {
            throw failure("its input '\(input.name)' is not a floating-point picture with three channels")
        }
        guard shape[0] == nil || shape[0] == 1 else {
            throw failure("its input '\(input.name)' takes \(shape[0] ?? 0) pictures at a time, not one")
        }
        var size: PixelSize?
        if let height = shape[2], let width = shape[3] { size = PixelSize(width: width, height: height) }
        return Picture(name: input.name, type: type, takesBatches: shape[0] == nil && graph.bearsCompany, size: size)
    }

    private func notOnePicture() -> EvokeError {
        let taken = "it takes \(Self.list(graph.inputs)), but should take only a picture"
        if graph.inputs.contains(where: { ["pixel_attention_mask", "spatial_shapes"].contains($0.name) }) {
            return failure("\(taken): its pictures are cut into patches (NaFlex)", remedy: .noPatches)
        }
        if graph.inputs.contains(where: \.isTokens) {
            return failure("\(taken): it computes both sides at once", remedy: .exportTwoSides)
        }
        return failure(taken)
    }

    struct Words {
        var inputs: [ModelDescription.TokenInput] = []
        var takesBatches = true
        /// In tokens; nil unless the graph fixes it.
        var length: Int?
    }

    func words() throws(EvokeError) -> Words {
        try refuseOtherVectors()
        var words = Words(takesBatches: graph.bearsCompany)
        for input in graph.inputs {
            if input.isTruth {
                throw failure(
                    "its input '\(input.name)' is boolean, but Evoke provides integers (1 and 0)",
                    remedy: "Export it with that input as int64, which the graph can then cast.")
            }
            guard let type = input.type, type.holdsTokens, let shape = input.shape, shape.count == 2,
                shape[0] == nil || shape[0] == 1
            else { throw failure("its input '\(input.name)' is not a single row of token ids") }
            let role: ModelDescription.TokenInput.Role =
                switch input.name {
                case "attention_mask": .mask
                case "token_type_ids": .zeros
                case "position_ids": .positions
                default: .ids
                }
            words.inputs.append(ModelDescription.TokenInput(name: input.name, type: type, role: role))
            words.takesBatches = words.takesBatches && shape[0] == nil
            if let fixed = shape[1] {
                guard words.length == nil || words.length == fixed else {
                    throw failure("its inputs have different lengths")
                }
                words.length = fixed
            }
        }
        guard words.inputs.count(where: { $0.role == .ids }) == 1 else {
            throw failure("it takes \(Self.list(graph.inputs)), but should take a single text")
        }
        return words
    }

    /// The output that holds the vector, and its width if the graph declares it.
    func vector(_ name: String? = nil) throws(EvokeError) -> (name: String, type: ElementType, width: Int?) {
        let vectors = graph.outputs.filter { $0.type?.isFloating == true && ($0.shape ?? [nil, nil]).count == 2 }
        let known =
            name.map { [$0] }
            ?? ["image_embeds", "text_embeds", "embedding", "pooler_output", "sentence_embedding", "output"]
        let chosen =
            known.lazy.compactMap { name in vectors.first { $0.name == name } }.first
            ?? (name == nil && vectors.count == 1 ? vectors[0] : nil)
        guard let chosen, let type = chosen.type else {
            if let name { throw failure("it has no output '\(name)' that is a vector") }
            throw failure("it returns \(Self.list(graph.outputs)), and it is not clear which is the vector")
        }
        return (chosen.name, type, chosen.shape?.last ?? nil)
    }

    /// The graph's external weight files.
    func weights() throws(EvokeError) -> [DiskPath] {
        guard let folder = file.parent else { return [] }
        var files: [DiskPath] = []
        for name in graph.weightFiles {
            let parts = name.split(separator: "/", omittingEmptySubsequences: false)
            guard !name.isEmpty, !parts.contains(where: { $0.isEmpty || $0 == ".." }) else {
                throw failure("it refers to weights in '\(name)', outside its folder")
            }
            let path = folder.appending(name)
            guard FileSystem.isFile(path) else {
                throw failure("its weight file '\(name)' is missing")
            }
            files.append(path)
        }
        return files
    }

    private func failure(_ reason: String, remedy: String = .mendTheFile) -> EvokeError {
        .invalidModel(file, reason, remedy: remedy)
    }

    private static func list(_ ports: [ONNXGraph.Port]) -> String {
        ports.isEmpty ? "nothing" : ports.map { "'\($0.name)'" }.joined(separator: " and ")
    }
}

/// A standalone graph in a supported format, checked wherever its reader would trust the file blindly.
package struct GraphFile: Sendable {
    package let path: DiskPath
    /// Set for TensorFlow Lite graphs.
    package let lite: TFLiteGraph?

    /// Metadata that an ONNX graph's author added, by key; empty for other formats.
    package let metadata: [String: String]

    package init(_ path: DiskPath) throws(EvokeError) {
        // A device is endless, and a pipe may never deliver anything.
        guard try FileSystem.status(of: path, doing: "read the graph").isFile else {
            throw EvokeError(
                .unsupported, doing: "read the graph", subject: path.display, reason: "it is not a file",
                remedy: "Give the path of a graph file.")
        }
        self.path = path
        switch path.suffix {
        case "tflite": (lite, metadata) = (try TFLiteGraph(path), [:])
        case "onnx":
            let roles = try GraphRoles(path)
            _ = try roles.weights()
            (lite, metadata) = (nil, roles.graph.metadata)
        case "xml":
            (lite, metadata) = (nil, [:])
            let start = try FileSystem.read(path).prefix(1 << 10)
            guard start.firstRange(of: Array("<net".utf8)) != nil else {
                throw .invalidModel(path, "it is not an OpenVINO graph")
            }
        default:
            throw EvokeError(
                .unsupported, doing: "read the graph", subject: path.display,
                reason: "its name does not end in .tflite, .onnx, or .xml (OpenVINO)",
                remedy: "Use a graph in one of these formats.")
        }
    }
}
