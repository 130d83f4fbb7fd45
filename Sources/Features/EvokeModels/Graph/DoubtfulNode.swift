import EvokeValues

/// A node whose kind OpenVINO silently computes incorrectly in some forms. These were found by running operators
/// through both OpenVINO and ONNX Runtime.
struct DoubtfulNode {
    private let kind: String
    private let inputs: [String]
    /// Attributes that are integers or strings; others are "0", which some writers omit.
    private let attributes: [String: String]

    /// By kind: attributes, and the values that are computed correctly if the attribute is present. Other values are
    /// ignored.
    private static let heeded: [String: [(attribute: String, values: [String])]] = [
        "Attention": [("left_window_size", ["-1"]), ("right_window_size", ["-1"])],
        "FusedGemm": [("activation", ["Relu", "LeakyRelu"])],
        "GRU": [("layout", ["0"])],
        "LSTM": [("layout", ["0"])],
        "RNN": [("layout", ["0"])],
        "Resize": [("antialias", ["0"]), ("exclude_outside", ["0"]), ("keep_aspect_ratio_policy", ["stretch"])],
        "RoiAlign": [("mode", ["avg"])],
        "SpaceToDepth": [("mode", ["DCR"])],
    ]

    static func holds(_ kind: String) -> Bool {
        isRounded(kind) || kind == "QuantizeLinear" || heeded[kind] != nil
    }

    /// Whether inputs and outputs are quantized. Two of these kinds are ONNX's, the rest are ONNX Runtime's own.
    private static func isRounded(_ kind: String) -> Bool {
        kind.hasPrefix("QLinear") && !["QLinearMatMul", "QLinearConv"].contains(kind)
    }

    init(_ bytes: GraphBytes, until end: Int) throws(EvokeError) {
        var (kind, inputs): (String, [String]) = ("", [])
        var attributes: [String: String] = [:]
        while bytes.position < end {
            let field = try bytes.field(within: end)
            switch field.number {
            case 1: inputs.append(try bytes.text(until: field.end))
            case 4: kind = try bytes.text(until: field.end)
            case 5:
                let (name, value) = try Self.attribute(bytes, until: field.end)
                attributes[name] = value
            default: break
            }
            try bytes.skip(to: field.end, within: end)
        }
        (self.kind, self.inputs, self.attributes) = (kind, inputs, attributes)
    }

    private static func attribute(_ bytes: GraphBytes, until end: Int) throws(EvokeError) -> (String, String) {
        var (name, value) = ("", "0")
        while bytes.position < end {
            let field = try bytes.field(within: end)
            switch (field.number, field.kind) {
            case (1, .bytes): name = try bytes.text(until: field.end)
            case (3, .number): value = "\(Int(truncatingIfNeeded: try bytes.number()))"
            case (4, .bytes): value = try bytes.text(until: field.end)
            default: break
            }
            try bytes.skip(to: field.end, within: end)
        }
        return (name, value)
    }

    /// The operator and what about it is computed incorrectly; nil if this form is correct.
    var fault: String? {
        if Self.isRounded(kind) { return "'\(kind)'" }
        // ONNX Runtime's own operator, for which it is ignored. ONNX's operator of the same name respects it.
        if kind == "Attention", attributes["num_heads"] != nil, attributes["scale"] != nil {
            return "'Attention' with 'scale'"
        }
        let other = Self.heeded[kind]?.first { attribute, values in
            attributes[attribute].map { !values.contains($0) } ?? false
        }
        return other.map { "'\(kind)' with '\($0.attribute)'" }
    }

    /// The zero point of a quantizing node; its type is the output's type.
    var zeroPoint: String? { kind == "QuantizeLinear" && inputs.count > 2 ? inputs[2] : nil }

    /// Whether it declares 16-bit integer output itself.
    var roundsTo16Bits: Bool { kind == "QuantizeLinear" && ["4", "5"].contains(attributes["output_dtype"]) }
}
