package import EvokeValues

/// What trying a graph showed when it was compiled.
package struct GraphFindings: Equatable, Sendable {
    /// The probe that the graph accepted.
    package let probe: UInt8
    package let answer: Embedding
    /// Whether a vector is the same in a batch as it is alone.
    package let bearsCompany: Bool

    init(probe: UInt8, answer: Embedding, bearsCompany: Bool) {
        self.probe = probe
        self.answer = answer
        self.bearsCompany = bearsCompany
    }

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
