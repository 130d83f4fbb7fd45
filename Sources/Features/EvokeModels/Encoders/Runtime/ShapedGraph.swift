package import EvokeValues
import EvokeWorkers

/// A standalone graph with one float32 input and one or more outputs, prepared for inputs of one shape.
package struct ShapedGraph: Sendable {
    package let file: DiskPath
    /// The digest of the file's contents.
    package let digest: String
    /// The input's shape; nil dimensions vary from one input to the next, each at a small cost.
    package let shape: [Int?]
    package let outputs: [String]
    package let settings: GraphSettings

    package init(_ file: DiskPath, digest: String, shape: [Int?], outputs: Int = 1, settings: GraphSettings) {
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

/// A standalone graph, compiled for each shape on first use.
package final class ShapedStage: Sendable {
    private let file: DiskPath
    private let runtime: any GraphRuntime
    private let folder: GraphFolder
    private let streams: Int
    private let isQuick: Bool
    private let common: [Int?]?
    private let most: Int
    private let outputs: [String]
    private let knownDigest = Locked<String?>(nil)
    /// Least recently used first.
    private let ready = Locked<[(shape: [Int?], graph: any RunnableGraph)]>([])

    /// - Parameters:
    ///   - streams: the number of inputs to process at once, with one thread each.
    ///   - isQuick: whether to use 16-bit floats if the machine supports them.
    ///   - common: if one graph is to serve inputs of several shapes, the dimensions they share; each run is then
    ///     somewhat slower.
    ///   - most: the number of shapes to keep in memory.
    package init(
        _ file: DiskPath, on runtime: any GraphRuntime, in folder: GraphFolder, streams: Int, isQuick: Bool = false,
        for common: [Int?]? = nil, atMost most: Int = 1, outputs: Int = 1
    ) {
        (self.file, self.runtime, self.folder) = (file, runtime, folder)
        (self.streams, self.isQuick, self.common, self.most) = (streams, isQuick, common, most)
        self.outputs = ShapedGraph.outputs(outputs)
    }

    /// Computed once, because it is asked for often.
    package func digest() throws(EvokeError) -> String {
        if let known = knownDigest.withLock({ $0 }) { return known }
        let digest = try DigestCache(folder.path).sha256(of: file)
        knownDigest.withLock { $0 = digest }
        return digest
    }

    package func run(_ numbers: [Float], shape: [Int]) throws -> [GraphTensor] {
        let shapes = common ?? shape
        let digest = try digest()
        let graph = try ready.withLock { ready in
            if let known = ready.firstIndex(where: { $0.shape == shapes }) {
                ready.append(ready.remove(at: known))
            } else {
                if ready.count >= most { ready.removeFirst() }
                let isHalf = isQuick ? try runtime.computes(at: .bfloat16) : false
                let settings = GraphSettings(pace: .streams(streams), isHalf: isHalf)
                let order = ShapedGraph(
                    file, digest: digest, shape: shapes, outputs: outputs.count, settings: settings)
                ready.append((shapes, try runtime.ready(order, in: folder)))
            }
            return ready[ready.count - 1].graph
        }
        let input = GraphInput(name: ShapedGraph.input, type: .float32, shape: shape, values: .floats([numbers]))
        return try graph.run([input], outputs: outputs)
    }
}

/// What trying a graph showed when it was compiled.
package struct GraphFindings: Equatable, Sendable {
    /// The probe that the graph accepted.
    package let probe: UInt8
    package let answer: Embedding
    /// Whether a vector is the same in a batch as it is alone.
    package let bearsCompany: Bool
}

extension GraphFindings {
    package init?(bytes: [UInt8]) {
        let width = MemoryLayout<Float>.size
        guard bytes.count > 2, (bytes.count - 2) % width == 0 else { return nil }
        let values = bytes.withUnsafeBytes { bytes in
            stride(from: 2, to: bytes.count, by: width).map { bytes.loadUnaligned(fromByteOffset: $0, as: Float.self) }
        }
        guard let answer = Embedding(normalizing: values, fingerprint: GraphTrial.fingerprint) else { return nil }
        self.init(probe: bytes[0], answer: answer, bearsCompany: bytes[1] == 1)
    }

    package var bytes: [UInt8] { [probe, bearsCompany ? 1 : 0] + answer.values.withUnsafeBytes { Array($0) } }
}

/// The inputs that a graph is tried with: synthetic pictures or texts, by number. Runtimes cache the findings, and
/// discard them when the trial changes (`GraphOrder.format`).
package struct GraphTrial: Sendable {
    typealias Probe = @Sendable (_ numbers: [Int]) -> [GraphInput]

    /// Vectors of probes are compared only with each other, never with a photo's.
    static let fingerprint = "probe"

    /// Lower cosines mean that a cached graph computes something else; rounding differences stay above this.
    private static let sameness: Float = 0.999

    /// Cheapest first; a graph may reject some of them.
    let probes: [Probe]
    /// Whether the graph declares that it takes several inputs at once.
    let isOfBatches: Bool
    /// The lowest cosine between a vector made alone and one made in a batch that counts as the same.
    let sameInCompany: Float

    /// - Parameter compile: returns a fresh graph, because a failed run may have left the old one unusable.
    package func findings<Runnable: RunnableGraph>(
        of graph: ModelDescription.Graph, _ runnable: inout Runnable, compile: () throws(EvokeError) -> Runnable
    ) throws(EvokeError) -> GraphFindings? {
        func vectors(_ inputs: [GraphInput], _ count: Int) throws(EvokeError) -> [Embedding]? {
            let numbers: [Float]
            do {
                numbers = try runnable.vectors(of: graph, from: inputs)
            } catch {
                runnable = try compile()
                return nil
            }
            return Self.vectors(numbers, count)
        }

        for (place, probe) in probes.enumerated() {
            guard let first = try vectors(probe([0]), 1)?[0] else { continue }
            var bearsCompany = false
            // Both orders, because the vector with the smaller values is the one that changes.
            if isOfBatches, let second = try vectors(probe([1]), 1)?[0], let both = try vectors(probe([0, 1]), 2) {
                bearsCompany =
                    Self.isSame(both[0], first, sameInCompany) && Self.isSame(both[1], second, sameInCompany)
            }
            return GraphFindings(probe: UInt8(place), answer: first, bearsCompany: bearsCompany)
        }
        return nil
    }

    package func isConfirmed(
        _ findings: GraphFindings, of graph: ModelDescription.Graph, by runnable: some RunnableGraph
    ) -> Bool {
        guard probes.indices.contains(Int(findings.probe)),
            // A failed run confirms nothing.
            let numbers = try? runnable.vectors(of: graph, from: probes[Int(findings.probe)]([0])),
            let answer = Self.vectors(numbers, 1)?[0]
        else { return false }
        return Self.isSame(answer, findings.answer)
    }

    /// Whether two answers come from the same computation.
    static func isSame(_ one: Embedding, _ other: Embedding) -> Bool { isSame(one, other, sameness) }

    private static func isSame(_ one: Embedding, _ other: Embedding, _ cosine: Float) -> Bool {
        one.dimensions == other.dimensions && one.dot(other) >= cosine
    }

    /// Nil unless there is one vector per input.
    private static func vectors(_ numbers: [Float], _ count: Int) -> [Embedding]? {
        let width = numbers.count / count
        guard width > 0, numbers.count == count * width else { return nil }
        let vectors = (0..<count).compactMap { place in
            Embedding(normalizing: Array(numbers[place * width..<(place + 1) * width]), fingerprint: fingerprint)
        }
        return vectors.count == count ? vectors : nil
    }
}
