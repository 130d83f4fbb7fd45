import EvokeValues

/// One input or output of a graph.
public struct GraphPort: Hashable, Sendable {
    /// The graph's own name for it, fit for display; made up where it has none.
    public let name: String
    /// nil for a type that is not computed with here.
    public let type: ElementType?
    /// nil for a dimension that is free; no list at all where not even their number is fixed.
    public let shape: [Int?]?
    /// What its whole numbers stand for, where the graph says so.
    public let quantization: TFLiteGraph.Quantization?

    package init(name: String, type: ElementType?, shape: [Int?]?, quantization: TFLiteGraph.Quantization? = nil) {
        self.name = name
        self.type = type
        self.shape = shape
        self.quantization = quantization
    }

    /// For people: "float32 [1, 3, ?, ?]".
    public var form: String { Self.form(type, shape) }

    static func form(_ type: ElementType?, _ shape: [Int?]?) -> String {
        let dimensions = shape.map { "[" + $0.map { $0.map(String.init) ?? "?" }.joined(separator: ", ") + "]" }
        return "\(type?.rawValue ?? "of a type not known here") \(dimensions ?? "[...]")"
    }
}

/// What a program takes an input or output of a graph to be.
public struct GraphFormat: Hashable, Sendable {
    /// The port's own name, ``GraphPort/name``.
    public let name: String
    /// The type of its numbers, to which nothing is converted.
    public let type: ElementType
    /// nil for a dimension that may be anything.
    public let shape: [Int?]

    /// What a program takes the port of that name to be.
    ///
    /// - Parameter shape: whole numbers from 0 on, and nil. Whoever opens a graph as that checks it.
    public init(_ name: String, _ type: ElementType, shape: [Int?]) {
        self.name = name
        self.type = type
        self.shape = shape
    }

    /// Whether a port is that, or can become it: what is free in either fits.
    func fits(_ port: GraphPort) -> Bool {
        guard port.type == type else { return false }
        guard let actual = port.shape else { return true }
        return actual.count == shape.count && zip(actual, shape).allSatisfy { $0 == nil || $1 == nil || $0 == $1 }
    }
}

extension [GraphFormat] {
    /// Says which of them no port fits.
    func check(against ports: [GraphPort], kind: String, of file: FilePath) throws(EvokeError) {
        for format in self {
            if let odd = format.shape.lazy.compactMap({ $0 }).first(where: { !(0...Int(Int32.max)).contains($0) }) {
                throw EvokeError(
                    .wrongUsage, doing: "use the graph", subject: file.display,
                    reason: "\(odd) was given as a dimension of '\(format.name)'",
                    remedy: "Give a whole number from 0 on, or nil for one that may be anything.")
            }
            let wanted = GraphPort.form(format.type, format.shape)
            guard let port = ports.first(where: { $0.name == format.name }) else {
                let names = ports.map { "'\($0.name)'" }.joined(separator: ", ")
                throw Self.failure(file, "it has no \(kind) '\(format.name)', only \(names)")
            }
            guard format.fits(port) else {
                throw Self.failure(file, "its \(kind) '\(port.name)' is \(port.form), and \(wanted) was expected")
            }
        }
    }

    private static func failure(_ file: FilePath, _ reason: String) -> EvokeError {
        EvokeError(
            .modelInvalid, doing: "use the graph", subject: file.display, reason: reason,
            remedies: [.inspectModel])
    }
}
