import EvokeValues

/// Depthwise convolutions that make several output channels of each input channel, as in MobileCLIP.
///
/// OpenVINO runs these as grouped convolutions, far slower than those with one output channel per input channel. So
/// each input channel is repeated as often as it is used, which gives the same result.
struct ChannelMultipliers {
    /// No network has more; a damaged file may claim any number.
    private static let mostChannels = 1 << 16

    /// The shapes of weights, by name.
    private let shapes: [String: [Int]]
    private(set) var found = 0

    init(_ graph: ONNXGraph) {
        shapes = graph.weightShapes
    }

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
