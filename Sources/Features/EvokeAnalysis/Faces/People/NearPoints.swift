/// The center of some faces, and their spread: the mean square distance between two such points is the sum of their
/// powers minus twice the product of their centers.
struct FacePoint: Sendable {
    var middle: [Float]
    /// The mean squared length of its vectors.
    var power: Float
    var count: Int

    init(_ vector: [Float]) {
        (middle, power, count) = (vector, dot(vector, vector), 1)
    }

    mutating func add(_ other: FacePoint) {
        let share = Float(other.count) / Float(count + other.count)
        for place in middle.indices { middle[place] += share * (other.middle[place] - middle[place]) }
        power += share * (other.power - power)
        count += other.count
    }

    /// The mean square of all distances between their faces.
    func distance(to other: FacePoint) -> Float { max(0, power + other.power - 2 * dot(middle, other.middle)) }
}

/// Points in slots. Eight are stored side by side along the leading axes, so that one pass finds candidates; only for
/// these are full distances computed.
struct NearPoints: Sendable {
    /// The number of points to search for at once.
    static let together = 4
    private static let lanes = 8
    /// A bound on rounding errors of distances.
    private static let slack: Float = 1e-4

    private let axes: LeadingAxes
    private var width: Int { axes.count }
    /// Along the leading axes.
    private var coordinates: [SIMD8<Float>] = []
    /// Along these axes; infinite for empty slots.
    private var leadingPowers: [SIMD8<Float>] = []
    /// Point by point, all coordinates of each.
    private var middles: [Float] = []
    private var powers: [Float] = []

    init(_ points: [FacePoint] = [], along axes: LeadingAxes) {
        self.axes = axes
        for (slot, point) in points.enumerated() { put(point, at: slot) }
    }

    /// - Parameter point: nil empties the slot.
    mutating func put(_ point: FacePoint?, at slot: Int) {
        let (block, lane) = slot.quotientAndRemainder(dividingBy: Self.lanes)
        while leadingPowers.count <= block {
            leadingPowers.append(SIMD8(repeating: .infinity))
            coordinates.append(contentsOf: repeatElement(.zero, count: width))
            middles.append(contentsOf: repeatElement(0, count: Self.lanes * axes.dimensions))
            powers.append(contentsOf: repeatElement(0, count: Self.lanes))
        }
        guard let point else {
            leadingPowers[block][lane] = .infinity
            return
        }
        let leading = axes(point)
        leadingPowers[block][lane] = leading.power
        for axis in 0..<width { coordinates[block * width + axis][lane] = leading.coordinates[axis] }
        for (place, number) in point.middle.enumerated() { middles[slot * axes.dimensions + place] = number }
        powers[slot] = point.power
    }

    /// Calls `body` with each slot below `end` whose squared distance to a point is less than its limit, which `body`
    /// may lower, and with that distance.
    ///
    /// - Parameter points: at most `together`, each with its own end of the slots.
    func search(
        _ points: [(point: FacePoint, end: Int)], limit: Float,
        _ body: (_ point: Int, _ slot: Int, _ distance: Float, _ limit: inout Float) -> Void
    ) {
        var limits = [Float](repeating: limit, count: Self.together)
        var wanted = [SIMD8<Float>](repeating: .zero, count: Self.together * width)
        // An empty slot is far from everything.
        var own = [Float](repeating: .infinity, count: Self.together)
        for (place, (point, _)) in points.enumerated() {
            let leading = axes(point)
            own[place] = leading.power - Self.slack
            for axis in 0..<width {
                wanted[Self.together * axis + place] = SIMD8(repeating: leading.coordinates[axis])
            }
        }
        let blocks = min(leadingPowers.count, ((points.map(\.end).max() ?? 0) + Self.lanes - 1) / Self.lanes)
        limits.withUnsafeMutableBufferPointer { limits in
            middles.withUnsafeBufferPointer { middles in
                func tell(_ place: Int, _ distances: SIMD8<Float>, _ block: Int) {
                    guard Self.isBelow(distances, limits[place]) else { return }
                    for lane in 0..<Self.lanes where distances[lane] < limits[place] {
                        let slot = block * Self.lanes + lane
                        guard slot < points[place].end else { return }
                        let other = UnsafeBufferPointer(
                            rebasing: middles[slot * axes.dimensions..<(slot + 1) * axes.dimensions])
                        let product = points[place].point.middle.withUnsafeBufferPointer { dot($0, other) }
                        let distance = max(0, points[place].point.power + powers[slot] - 2 * product)
                        if distance < limits[place] { body(place, slot, distance, &limits[place]) }
                    }
                }
                pass(over: blocks, wanted, own, tell)
            }
        }
    }

    /// Calls back with distances along the leading axes, block by block, from each of the requested points.
    @inline(__always) private func pass(
        over blocks: Int, _ wanted: [SIMD8<Float>], _ own: [Float],
        _ tell: (_ point: Int, _ distances: SIMD8<Float>, _ block: Int) -> Void
    ) {
        coordinates.withUnsafeBufferPointer { rows in
            leadingPowers.withUnsafeBufferPointer { powers in
                wanted.withUnsafeBufferPointer { wanted in
                    for block in 0..<blocks {
                        var (first, second) = (SIMD8<Float>(), SIMD8<Float>())
                        var (third, fourth) = (SIMD8<Float>(), SIMD8<Float>())
                        // Cannot fail: neither blocks nor requested points are empty.
                        var row = rows.baseAddress! + block * width
                        var values = wanted.baseAddress!
                        for _ in 0..<width {
                            first += row[0] * values[0]
                            second += row[0] * values[1]
                            third += row[0] * values[2]
                            fourth += row[0] * values[3]
                            row += 1
                            values += Self.together
                        }
                        tell(0, powers[block] + own[0] - 2 * first, block)
                        tell(1, powers[block] + own[1] - 2 * second, block)
                        tell(2, powers[block] + own[2] - 2 * third, block)
                        tell(3, powers[block] + own[3] - 2 * fourth, block)
                    }
                }
            }
        }
    }

    /// Whether one of them is, from the signs of differences: comparing lane by lane takes longer than everything else.
    @inline(__always) private static func isBelow(_ distances: SIMD8<Float>, _ limit: Float) -> Bool {
        let signs = unsafeBitCast(distances - limit, to: SIMD4<UInt64>.self)
        return (signs[0] | signs[1] | signs[2] | signs[3]) & 0x8000_0000_8000_0000 != 0
    }
}

/// A few axes along which vectors vary most. Distances along them never exceed full ones, so most pairs can be ruled
/// out with a quarter of the work. Any axes give correct results; good ones are fast.
struct LeadingAxes: Sendable {
    static let most = 32
    /// Fewer don't represent later ones, and need no speedup.
    static let leastVectors = 1_000
    private static let mostVectors = 4_096
    private static let rounds = 8

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
