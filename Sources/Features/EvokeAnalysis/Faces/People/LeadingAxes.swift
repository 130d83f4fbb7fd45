/// A few axes along which vectors vary most. Distances along them never exceed full ones, so most pairs can be ruled
/// out with a quarter of the work. Any axes give correct results; good ones are fast.
struct LeadingAxes: Sendable {
    static let most = 32
    /// Fewer don't represent later ones, and need no speedup.
    static let leastVectors = 1_000
    private static let mostVectors = 4_096
    private static let rounds = 8

    /// Of the vectors.
    let dimensions: Int
    private let axes: [[Float]]
    var count: Int { axes.count }

    /// Uses the first coordinates.
    init(dimensions: Int) {
        self.dimensions = dimensions
        axes = (0..<min(Self.most, dimensions)).map { axis in (0..<dimensions).map { $0 == axis ? 1 : 0 } }
    }

    /// By orthogonal iteration over the covariance of the vectors.
    init(of vectors: [[Float]], dimensions: Int) {
        let step = max(1, vectors.count / Self.mostVectors)
        let sample = stride(from: 0, to: vectors.count, by: step).map { vectors[$0] }
        var mean = [Float](repeating: 0, count: dimensions)
        for vector in sample { mean.add(vector, times: 1 / Float(sample.count)) }
        let spread = sample.map { vector in zip(vector, mean).map { $0 - $1 } }
        var axes = LeadingAxes(dimensions: dimensions).axes
        for _ in 0..<Self.rounds {
            var next = [[Float]](repeating: [Float](repeating: 0, count: dimensions), count: axes.count)
            for vector in spread {
                for (place, axis) in axes.enumerated() { next[place].add(vector, times: dot(axis, vector)) }
            }
            axes = Self.orthonormal(next, else: axes)
        }
        (self.axes, self.dimensions) = (axes, dimensions)
    }

    /// The point's coordinates along these axes, and the part of its power along them.
    func callAsFunction(_ point: FacePoint) -> (coordinates: [Float], power: Float) {
        let coordinates = axes.map { dot($0, point.middle) }
        // Omits the point's distance from these axes, but not the spread of its faces.
        return (
            coordinates, point.power - max(0, dot(point.middle, point.middle) - dot(coordinates, coordinates))
        )
    }

    private static func orthonormal(_ vectors: [[Float]], else former: [[Float]]) -> [[Float]] {
        var made: [[Float]] = []
        for var vector in vectors {
            // Twice, to remove rounding errors.
            for _ in 0..<2 { for axis in made { vector.add(axis, times: -dot(axis, vector)) } }
            let length = dot(vector, vector).squareRoot()
            // The vectors may have fewer independent directions.
            guard length > 1e-6, length.isFinite else { return former }
            made.append(vector.map { $0 / length })
        }
        return made
    }
}

extension [Float] {
    mutating func add(_ other: [Float], times factor: Float) {
        for place in indices { self[place] += factor * other[place] }
    }
}

/// - Precondition: the vectors have the same length.
func dot(_ one: [Float], _ other: [Float]) -> Float {
    one.withUnsafeBufferPointer { one in other.withUnsafeBufferPointer { dot(one, $0) } }
}

func dot(_ one: UnsafeBufferPointer<Float>, _ other: UnsafeBufferPointer<Float>) -> Float {
    let (one, other, size) = (UnsafeRawBufferPointer(one), UnsafeRawBufferPointer(other), MemoryLayout<Float>.stride)
    let whole = one.count / (16 * size) * (16 * size)
    // Two sums, so that they can be computed in parallel.
    var (first, second) = (SIMD8<Float>(), SIMD8<Float>())
    for offset in stride(from: 0, to: whole, by: 16 * size) {
        first +=
            one.loadUnaligned(fromByteOffset: offset, as: SIMD8<Float>.self)
            * other.loadUnaligned(fromByteOffset: offset, as: SIMD8<Float>.self)
        second +=
            one.loadUnaligned(fromByteOffset: offset + 8 * size, as: SIMD8<Float>.self)
            * other.loadUnaligned(fromByteOffset: offset + 8 * size, as: SIMD8<Float>.self)
    }
    var sum = (first + second).sum()
    for offset in stride(from: whole, to: one.count, by: size) {
        sum += one.load(fromByteOffset: offset, as: Float.self) * other.load(fromByteOffset: offset, as: Float.self)
    }
    return sum
}
