package import EvokeValues

/// A graph by itself that takes one tensor of 32-bit floats and gives one or more, to be ready for inputs of one shape.
package struct ShapedGraph: Sendable {
    package let file: FilePath
    /// Of what is in the file.
    package let digest: String
    /// Of its input; dimensions that differ from one input to the next are nil, and each takes a little time then.
    package let shape: [Int?]
    package let outputs: [String]
    package let settings: GraphSettings

    /// - Parameter outputs: how many it has.
    package init(_ file: FilePath, digest: String, shape: [Int?], outputs: Int = 1, settings: GraphSettings) {
        (self.file, self.digest, self.shape, self.settings) = (file, digest, shape, settings)
        self.outputs = Self.outputs(outputs)
    }

    /// What its ports are called, once it is ready, whatever the file calls them.
    package static let input = "input"
    package static let output = "output"
    static func outputs(_ count: Int) -> [String] { (0..<count).map { $0 == 0 ? output : "\(output) \($0 + 1)" } }

    /// How long a dimension that may differ is in what it is tried with.
    private static let probeLength = 64
    /// In so many parts its answer is compared.
    private static let parts = 256

    /// Gives the graph its shape, and makes sure that it is of the kind.
    package func shape(_ graph: any UncompiledGraph) throws(EvokeError) {
        try graph.reshape([(0, shape)])
        let (inputs, outputs) = (try graph.inputs(), try graph.outputs())
        guard inputs.count == 1, outputs.count == self.outputs.count,
            (inputs + outputs).allSatisfy({ $0.type == .float32 })
        else {
            let wanted = self.outputs.count == 1 ? "one tensor" : "\(self.outputs.count) tensors"
            throw EvokeError(
                .modelInvalid, doing: "use the graph", subject: file.display,
                reason: "it does not make \(wanted) of 32-bit floats of one other", remedy: "Get the model again.")
        }
        guard try FileDigest.sha256(of: file) == digest else {
            throw EvokeError(
                .modelInvalid, doing: "load the graph", subject: file.display,
                reason: "it was replaced while it was loaded", remedy: "Try again.")
        }
    }

    /// What it answers to a made-up input; nil where that is all zero or no number, which cannot be compared.
    package func findings(of runnable: some RunnableGraph) throws(EvokeError) -> GraphFindings? {
        try answer(of: runnable).map { GraphFindings(probe: 0, answer: $0, bearsCompany: false) }
    }

    package func isConfirmed(_ findings: GraphFindings, by runnable: some RunnableGraph) -> Bool {
        // What fails confirms nothing.
        guard let answer = try? answer(of: runnable) else { return false }
        return GraphTrial.isSame(answer, findings.answer)
    }

    private func answer(of runnable: some RunnableGraph) throws(EvokeError) -> Embedding? {
        let shape = shape.map { $0 ?? Self.probeLength }
        // Neither plain nor in order: the fractions of the multiples of an irrational number.
        let numbers = (0..<shape.reduce(1, *)).map { place in
            // Cannot fail: it is cut off.
            let fraction = Float(UInt32(truncatingIfNeeded: place &* 2_654_435_769) >> 8) / Float(1 << 24)
            return 2 * fraction - 1
        }
        let input = GraphInput(name: Self.input, type: .float32, shape: shape, values: .floats([numbers]))
        let answer = try runnable.run([input], outputs: outputs).flatMap(\.floats)
        let count = min(Self.parts, answer.count)
        let means = (0..<count).map { part in
            let places = part * answer.count / count..<(part + 1) * answer.count / count
            return answer[places].reduce(0, +) / Float(places.count)
        }
        return Embedding(normalizing: means, fingerprint: GraphTrial.fingerprint)
    }
}
