import EvokeValues

/// One input or output of a graph.
public struct GraphPort: Hashable, Sendable {
    /// The graph's own name for it, safe to display; generated if it has none.
    public let name: String
    /// Nil for an unsupported type.
    public let type: ElementType?
    /// Nil for a free dimension; nil as a whole if even the number of dimensions is free.
    public let shape: [Int?]?
    /// What its integers stand for, if the graph says so.
    public let quantization: TFLiteGraph.Quantization?

    package init(name: String, type: ElementType?, shape: [Int?]?, quantization: TFLiteGraph.Quantization? = nil) {
        self.name = name
        self.type = type
        self.shape = shape
        self.quantization = quantization
    }

    /// For display: "float32 [1, 3, ?, ?]".
    public var form: String { Self.form(type, shape) }

    static func form(_ type: ElementType?, _ shape: [Int?]?) -> String {
        let dimensions = shape.map { "[" + $0.map { $0.map(String.init) ?? "?" }.joined(separator: ", ") + "]" }
        return "\(type?.rawValue ?? "of an unsupported type") \(dimensions ?? "[...]")"
    }
}

/// The format that a program expects of a graph's input or output.
public struct GraphFormat: Hashable, Sendable {
    /// The port's name, as in ``GraphPort/name``.
    public let name: String
    /// The element type; nothing is converted to it.
    public let type: ElementType
    /// Nil for a dimension of any size.
    public let shape: [Int?]

    /// The expected format of the named port.
    ///
    /// - Parameter shape: integers from 0 up, or nil. Checked when a graph is opened.
    public init(_ name: String, _ type: ElementType, shape: [Int?]) {
        self.name = name
        self.type = type
        self.shape = shape
    }

    /// Whether a port has this format or can take it: a dimension that is free on either side matches.
    func fits(_ port: GraphPort) -> Bool {
        guard port.type == type else { return false }
        guard let actual = port.shape else { return true }
        return actual.count == shape.count && zip(actual, shape).allSatisfy { $0 == nil || $1 == nil || $0 == $1 }
    }
}

extension [GraphFormat] {
    /// Throws an error that names the format that no port matches.
    func check(against ports: [GraphPort], kind: String, of file: FilePath) throws(EvokeError) {
        for format in self {
            if let odd = format.shape.lazy.compactMap({ $0 }).first(where: { !(0...Int(Int32.max)).contains($0) }) {
                throw EvokeError(
                    .wrongUsage, doing: "use the graph", subject: file.display,
                    reason: "\(odd) is not a valid dimension of '\(format.name)'",
                    remedy: "Use an integer from 0 up, or nil for any size.")
            }
            let wanted = GraphPort.form(format.type, format.shape)
            guard let port = ports.first(where: { $0.name == format.name }) else {
                let names = ports.map { "'\($0.name)'" }.joined(separator: ", ")
                throw Self.failure(file, "it has no \(kind) '\(format.name)', only \(names)")
            }
            guard format.fits(port) else {
                throw Self.failure(file, "its \(kind) '\(port.name)' is \(port.form), not \(wanted)")
            }
        }
    }

    private static func failure(_ file: FilePath, _ reason: String) -> EvokeError {
        EvokeError(
            .modelInvalid, doing: "use the graph", subject: file.display, reason: reason,
            remedies: [.inspectModel])
    }
}
