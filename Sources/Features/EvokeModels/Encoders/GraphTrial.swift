package import EvokeValues

/// What was found out about a graph when it was compiled.
package struct GraphFindings: Equatable, Sendable {
    /// Which of the probes it took.
    package let probe: UInt8
    /// The vector that it gave.
    package let answer: Embedding
    /// Whether a vector is the same in company as it is alone.
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

/// What a graph is tried with: made-up pictures or texts, by their numbers. Runtimes keep what it finds, and throw that
/// away when graphs are tried in another way (`GraphOrder.format`).
package struct GraphTrial: Sendable {
    typealias Probe = @Sendable (_ numbers: [Int]) -> [GraphInput]

    /// What was made of a probe is compared with others of its kind, and with no photo's vector.
    static let fingerprint = "probe"

    /// A kept graph that computes something else is further away than this, and one that only rounds otherwise is not.
    private static let sameness: Float = 0.999

    /// The cheapest first; not every graph takes each.
    let probes: [Probe]
    /// Whether the graph says that it takes several at once.
    let isOfBatches: Bool
    /// The cosine between a vector that was made alone and one that was made in company, where company changes nothing.
    let sameInCompany: Float

    /// - Parameter compile: gives the graph anew: a run that fails may have spoilt it.
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
            // Both ways, since of two the one with the smaller numbers is changed by the other.
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
            // What fails confirms nothing.
            let numbers = try? runnable.vectors(of: graph, from: probes[Int(findings.probe)]([0])),
            let answer = Self.vectors(numbers, 1)?[0]
        else { return false }
        return Self.isSame(answer, findings.answer)
    }

    /// Whether a kept graph that gives one answer computes what gave the other.
    static func isSame(_ one: Embedding, _ other: Embedding) -> Bool { isSame(one, other, sameness) }

    private static func isSame(_ one: Embedding, _ other: Embedding, _ cosine: Float) -> Bool {
        one.dimensions == other.dimensions && one.dot(other) >= cosine
    }

    /// Nil where there is not a vector for each.
    private static func vectors(_ numbers: [Float], _ count: Int) -> [Embedding]? {
        let width = numbers.count / count
        guard width > 0, numbers.count == count * width else { return nil }
        let vectors = (0..<count).compactMap { place in
            Embedding(normalizing: Array(numbers[place * width..<(place + 1) * width]), fingerprint: fingerprint)
        }
        return vectors.count == count ? vectors : nil
    }
}
