import EvokeSystem
package import EvokeValues

/// An ONNX graph in one piece: with external weights inlined, and with convolutions rewritten for speed in OpenVINO
/// (`ChannelMultipliers`). Describes it as a sequence of ranges of files.
///
/// Walks the same messages as `ONNXGraph`; numbers are field numbers from onnx.proto.
package struct InlinedGraph {
    /// The limit of protocol buffers, the format of ONNX files.
    static let largest = Int(Int32.max)

    private enum Piece {
        case bytes([UInt8])
        case part(of: DiskPath, Range<Int>)
    }

    private enum Message {
        case model, graph, node, attribute, tensor

        func inner(_ field: Int) -> Message? {
            switch (self, field) {
            case (.model, 7), (.attribute, 6), (.attribute, 11): .graph
            case (.graph, 1): .node
            case (.node, 5): .attribute
            case (.graph, 5), (.attribute, 5), (.attribute, 10): .tensor
            default: nil
            }
        }
    }

    private struct Draft {
        var pieces: [Piece] = []
        var count = 0
        var isChanged = false
        /// The bytes that precede it in its message.
        var before: [UInt8] = []

        mutating func add(_ piece: Piece) {
            switch piece {
            case .bytes(let bytes): count += bytes.count
            case .part(let file, let range):
                count += range.count
                if case .part(file, let last)? = pieces.last, last.upperBound == range.lowerBound {
                    pieces[pieces.count - 1] = .part(of: file, last.lowerBound..<range.upperBound)
                    return
                }
            }
            pieces.append(piece)
        }

        mutating func add(_ field: Int, _ inner: Draft) {
            if !inner.before.isEmpty { add(.bytes(inner.before)) }
            add(.bytes(ProtocolBuffer.head(field, count: inner.count)))
            for piece in inner.pieces { add(piece) }
            isChanged = true
        }
    }

    private let file: DiskPath
    private let bytes: GraphBytes
    private var whole = Draft()
    private var multipliers: ChannelMultipliers

    /// Whether any convolution was rewritten for speed.
    package var isQuicker: Bool { multipliers.found > 0 }

    package init(_ file: DiskPath) throws(EvokeError) {
        self.file = file
        bytes = try GraphBytes(file)
        multipliers = ChannelMultipliers(shapes: try ONNXGraph(file).weightShapes)
        whole = try draft(.model, until: bytes.count, depth: 0)
        guard whole.count <= Self.largest else {
            throw EvokeError(
                .unsupported, doing: "encrypt the model", subject: file.display,
                reason: "with its external weights it exceeds the 2 GB that one file can hold, and external "
                    + "weights can only be read from disk",
                remedies: [.leaveOutOption(.encryption), .advice("Or add a smaller variant of the model.")])
        }
    }

    package func write(_ add: (ArraySlice<UInt8>) throws(EvokeError) -> Void) throws(EvokeError) {
        for piece in whole.pieces {
            switch piece {
            case .bytes(let bytes): try add(bytes[...])
            case .part(let file, let range): try copy(file, range, add)
            }
        }
    }

    private static let atOnce = 1 << 18

    private func copy(
        _ file: DiskPath, _ range: Range<Int>, _ add: (ArraySlice<UInt8>) throws(EvokeError) -> Void
    ) throws(EvokeError) {
        let weights = try OpenFile(file, doing: "read the weights")
        var place = range.lowerBound
        while place < range.upperBound {
            let bytes = try weights.bytes(min(Self.atOnce, range.upperBound - place), at: place)
            guard !bytes.isEmpty else { throw .invalidModel(file, "it is truncated") }
            try add(bytes[...])
            place += bytes.count
        }
    }

    private mutating func draft(_ message: Message, until end: Int, depth: Int) throws(EvokeError) -> Draft {
        guard depth < 64 else { throw bytes.damage() }
        // The weights of subgraphs have their own names.
        if message == .node, depth == 2, let node = try quicker(until: end) { return node }
        var draft = Draft()
        var tensor = ExternalTensor()
        while bytes.position < end {
            let start = bytes.position
            let field = try bytes.field(within: end)
            switch field.kind {
            case .number:
                let value = try bytes.number()
                if message == .tensor, field.number == 14 { tensor.isExternal = value == 1 }
            case .bytes:
                if let inner = message.inner(field.number) {
                    let inner = try self.draft(inner, until: field.end, depth: depth + 1)
                    if inner.isChanged {
                        draft.add(field.number, inner)
                        continue
                    }
                } else if message == .tensor, field.number == 13 {
                    try tensor.read(bytes, until: field.end)
                }
            case .fixed: break
            }
            try bytes.skip(to: field.end, within: end)
            // The location of the data and the data itself are rewritten.
            if message == .tensor, [9, 13, 14].contains(field.number) {
                tensor.left.append(start..<bytes.position)
            } else {
                draft.add(.part(of: file, start..<bytes.position))
            }
        }
        guard message == .tensor else { return draft }
        if tensor.isExternal {
            let (weights, range) = try tensor.weights(of: file)
            var data = Draft()
            data.add(.part(of: weights, range))
            draft.add(9, data)
        } else {
            for range in tensor.left { draft.add(.part(of: file, range)) }
        }
        return draft
    }

    /// Returns the node that begins here if it is a convolution with a faster form; otherwise reads nothing.
    private mutating func quicker(until end: Int) throws(EvokeError) -> Draft? {
        let start = bytes.position
        let node = try ConvolutionNode(bytes, until: end)
        guard let quicker = multipliers.quicker(node) else {
            bytes.goBack(to: start)
            return nil
        }
        var draft = Draft(before: quicker.before)
        for range in node.kept { draft.add(.part(of: file, range)) }
        draft.add(.bytes(quicker.fields))
        draft.isChanged = true
        return draft
    }
}

/// Where a tensor's external data is.
private struct ExternalTensor {
    var isExternal = false
    /// The fields to drop because they describe the location.
    var left: [Range<Int>] = []
    private var words: [String: String] = [:]

    mutating func read(_ bytes: GraphBytes, until end: Int) throws(EvokeError) {
        var (key, value) = ("", "")
        while bytes.position < end {
            let field = try bytes.field(within: end)
            guard field.kind == .bytes else { throw bytes.damage() }
            let text = try bytes.text(until: field.end)
            if field.number == 1 { key = text } else if field.number == 2 { value = text }
        }
        words[key] = value
    }

    func weights(of graph: DiskPath) throws(EvokeError) -> (DiskPath, Range<Int>) {
        guard let location = words["location"], let folder = graph.parent else {
            throw .invalidModel(graph, "the location of its weights is missing")
        }
        let file = folder.appending(location)
        let size = Int(FileSystem.size(of: file))
        guard let offset = Int(words["offset"] ?? "0"), (0...size).contains(offset),
            let count = Int(words["length"] ?? "\(size - offset)"), (0...size - offset).contains(count)
        else { throw .invalidModel(file, "it has fewer weights than the graph needs") }
        return (file, offset..<offset + count)
    }
}

/// Depthwise convolutions that make several output channels of each input channel, as in MobileCLIP.
///
/// OpenVINO runs these as grouped convolutions, far slower than those with one output channel per input channel. So
/// each input channel is repeated as often as it is used, which gives the same result.
struct ChannelMultipliers {
    /// No network has more; a damaged file may claim any number.
    private static let mostChannels = 1 << 16

    /// The shapes of weights, by name.
    let shapes: [String: [Int]]
    private(set) var found = 0

    /// Returns the nodes to insert before the convolution, and the fields that replace those it doesn't keep; nil if it
    /// is not such a convolution.
    mutating func quicker(_ node: ConvolutionNode) -> (before: [UInt8], fields: [UInt8])? {
        guard node.kind == "Conv", node.inputs.count > 1, node.groups > 1, let shape = shapes[node.inputs[1]],
            shape.count > 2, shape[1] == 1, shape[0] > node.groups, shape[0] <= Self.mostChannels,
            shape[0] % node.groups == 0
        else { return nil }
        found += 1
        let channels = (0..<shape[0]).map { $0 * node.groups / shape[0] }
        let (places, repeated) = ("evoke/\(found)/channels", "evoke/\(found)/repeated")
        return (
            Self.tensor(places, channels) + Self.gather(node.inputs[0], places, into: repeated),
            ([repeated] + node.inputs.dropFirst()).flatMap { ProtocolBuffer.text(1, $0) }
                + Self.attribute("group", shape[0])
        )
    }

    /// A tensor, as a field of a graph.
    private static func tensor(_ name: String, _ numbers: [Int]) -> [UInt8] {
        let bytes = numbers.flatMap { number in withUnsafeBytes(of: Int64(number).littleEndian) { Array($0) } }
        let int64 = 7
        return ProtocolBuffer.bytes(
            5,
            ProtocolBuffer.number(1, numbers.count) + ProtocolBuffer.number(2, int64) + ProtocolBuffer.text(8, name)
                + ProtocolBuffer.bytes(9, bytes))
    }

    /// A Gather node, as a field of a graph.
    private static func gather(_ input: String, _ places: String, into output: String) -> [UInt8] {
        ProtocolBuffer.bytes(
            1,
            ProtocolBuffer.text(1, input) + ProtocolBuffer.text(1, places) + ProtocolBuffer.text(2, output)
                + ProtocolBuffer.text(4, "Gather") + attribute("axis", 1))
    }

    /// An attribute, as a field of a node.
    private static func attribute(_ name: String, _ value: Int) -> [UInt8] {
        let int = 2
        return ProtocolBuffer.bytes(
            5, ProtocolBuffer.text(1, name) + ProtocolBuffer.number(3, value) + ProtocolBuffer.number(20, int))
    }
}

/// What a node declares that may be a convolution.
struct ConvolutionNode {
    private(set) var kind = ""
    private(set) var inputs: [String] = []
    private(set) var groups = 1
    /// Its fields except inputs and groups.
    private(set) var kept: [Range<Int>] = []

    init(_ bytes: GraphBytes, until end: Int) throws(EvokeError) {
        while bytes.position < end {
            let start = bytes.position
            let field = try bytes.field(within: end)
            switch field.number {
            case 1: inputs.append(try bytes.text(until: field.end))
            case 4: kind = try bytes.text(until: field.end)
            case 5:
                if let groups = try Self.groups(bytes, until: field.end) {
                    self.groups = groups
                    continue
                }
            default: break
            }
            try bytes.skip(to: field.end, within: end)
            if field.number != 1 { kept.append(start..<field.end) }
        }
    }

    /// Returns an attribute's value if it is the number of groups.
    private static func groups(_ bytes: GraphBytes, until end: Int) throws(EvokeError) -> Int? {
        var (name, value): (String, Int?) = ("", nil)
        while bytes.position < end {
            let field = try bytes.field(within: end)
            if field.number == 1 {
                name = try bytes.text(until: field.end)
            } else if field.number == 3 {
                value = Int(exactly: try bytes.number())
            }
            try bytes.skip(to: field.end, within: end)
        }
        return name == "group" ? value : nil
    }
}
