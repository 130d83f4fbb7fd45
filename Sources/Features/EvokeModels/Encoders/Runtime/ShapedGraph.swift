package import EvokeValues

/// A standalone graph with one float32 input and one or more outputs, prepared for inputs of one shape.
package struct ShapedGraph: Sendable {
    package let file: FilePath
    /// The digest of the file's contents.
    package let digest: String
    /// The input's shape; nil dimensions vary from one input to the next, each at a small cost.
    package let shape: [Int?]
    package let outputs: [String]
    package let settings: GraphSettings

    /// - Parameter outputs: the number of outputs.
    package init(_ file: FilePath, digest: String, shape: [Int?], outputs: Int = 1, settings: GraphSettings) {
        (self.file, self.digest, self.shape, self.settings) = (file, digest, shape, settings)
        self.outputs = Self.outputs(outputs)
    }

    /// Once it is ready, its ports have these names, whatever the file calls them.
    package static let input = "input"
    package static let output = "output"
    static func outputs(_ count: Int) -> [String] { (0..<count).map { $0 == 0 ? output : "\(output) \($0 + 1)" } }

    /// The length used in trials for a dimension that varies.
    private static let probeLength = 64
    /// The number of parts in which answers are compared.
    private static let parts = 256

    /// Sets the graph's shape and checks that its ports match.
    package func shape(_ graph: any UncompiledGraph) throws(EvokeError) {
        try graph.reshape([(0, shape)])
        let (inputs, outputs) = (try graph.inputs(), try graph.outputs())
        guard inputs.count == 1, outputs.count == self.outputs.count,
            (inputs + outputs).allSatisfy({ $0.type == .float32 })
        else {
            let wanted = self.outputs.count == 1 ? "one tensor" : "\(self.outputs.count) tensors"
            throw EvokeError(
                .modelInvalid, doing: "use the graph", subject: file.display,
                reason: "it does not turn one 32-bit float tensor into \(wanted) of the same type",
                remedy: "Download the model again.")
        }
        guard try FileDigest.sha256(of: file) == digest else {
            throw EvokeError(
                .modelInvalid, doing: "load the graph", subject: file.display,
                reason: "it was replaced while loading", remedy: "Try again.")
        }
    }

    /// The answer to a synthetic input; nil if it is all zeros or not finite, which cannot be compared.
    package func findings(of runnable: some RunnableGraph) throws(EvokeError) -> GraphFindings? {
        try answer(of: runnable).map { GraphFindings(probe: 0, answer: $0, bearsCompany: false) }
    }

    package func isConfirmed(_ findings: GraphFindings, by runnable: some RunnableGraph) -> Bool {
        // A failed run confirms nothing.
        guard let answer = try? answer(of: runnable) else { return false }
        return GraphTrial.isSame(answer, findings.answer)
    }

    private func answer(of runnable: some RunnableGraph) throws(EvokeError) -> Embedding? {
        let shape = shape.map { $0 ?? Self.probeLength }
        // Neither uniform nor ordered: the fractional parts of multiples of an irrational number.
        let numbers = (0..<shape.reduce(1, *)).map { place in
            // Cannot fail: the value is truncated.
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
