/// The middle of some faces, and how far these are from it: the mean square of the distances between two such points is
/// the sum of their powers less twice the product of their middles.
struct FacePoint: Sendable {
    var middle: [Float]
    /// The mean square of the lengths of its vectors.
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

    /// The mean square of all distances between theirs.
    func distance(to other: FacePoint) -> Float { max(0, power + other.power - 2 * dot(middle, other.middle)) }
}

/// A point along the leading axes alone. Its distances are never more than whole ones.
struct LeadingPoint: Sendable {
    let coordinates: [Float]
    let power: Float

    init(_ point: FacePoint, _ axes: LeadingAxes) {
        coordinates = axes(point.middle)
        // What the point lies off these axes is left out, and what its faces are apart is not.
        power = point.power - max(0, dot(point.middle, point.middle) - dot(coordinates, coordinates))
    }
}

/// Points in slots, eight side by side, so that one pass finds what may be near.
struct NearPoints: Sendable {
    /// So many are looked for at once.
    static let together = 4
    private static let lanes = 8
    /// What rounding may make of a distance.
    private static let slack: Float = 1e-4

    private let width: Int
    private var coordinates: [SIMD8<Float>] = []
    /// Infinite where there is no point.
    private var powers: [SIMD8<Float>] = []

    init(width: Int) { self.width = width }

    init(_ points: [LeadingPoint], width: Int) {
        self.width = width
        for (slot, point) in points.enumerated() { put(point, at: slot) }
    }

    /// - Parameter point: nil empties the slot.
    mutating func put(_ point: LeadingPoint?, at slot: Int) {
        let (block, lane) = slot.quotientAndRemainder(dividingBy: Self.lanes)
        while powers.count <= block {
            powers.append(SIMD8(repeating: .infinity))
            coordinates.append(contentsOf: repeatElement(.zero, count: width))
        }
        powers[block][lane] = point?.power ?? .infinity
        guard let point else { return }
        for axis in 0..<width { coordinates[block * width + axis][lane] = point.coordinates[axis] }
    }

    /// Tells each slot below `end` that may be nearer to a point than the square of its limit, which `body` may lower.
    ///
    /// - Parameter points: at most `together`, each with the first slot that does not count.
    func search(
        _ points: [(point: LeadingPoint, end: Int)], limit: Float,
        _ body: (_ point: Int, _ slot: Int, _ limit: inout Float) -> Void
    ) {
        var limits = [Float](repeating: limit, count: Self.together)
        var wanted = [SIMD8<Float>](repeating: .zero, count: Self.together * width)
        // A place without a point is far from everything.
        var own = [Float](repeating: .infinity, count: Self.together)
        for (place, (point, _)) in points.enumerated() {
            own[place] = point.power - Self.slack
            for axis in 0..<width {
                wanted[Self.together * axis + place] = SIMD8(repeating: point.coordinates[axis])
            }
        }
        let blocks = min(powers.count, ((points.map(\.end).max() ?? 0) + Self.lanes - 1) / Self.lanes)
        coordinates.withUnsafeBufferPointer { rows in
            powers.withUnsafeBufferPointer { powers in
                wanted.withUnsafeBufferPointer { wanted in
                    limits.withUnsafeMutableBufferPointer { limits in
                        func tell(_ place: Int, _ product: SIMD8<Float>, _ block: Int) {
                            let distances = powers[block] + own[place] - 2 * product
                            guard Self.isBelow(distances, limits[place]) else { return }
                            for lane in 0..<Self.lanes where distances[lane] < limits[place] {
                                let slot = block * Self.lanes + lane
                                if slot < points[place].end { body(place, slot, &limits[place]) }
                            }
                        }
                        for block in 0..<blocks {
                            var (first, second) = (SIMD8<Float>(), SIMD8<Float>())
                            var (third, fourth) = (SIMD8<Float>(), SIMD8<Float>())
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
                            tell(0, first, block)
                            tell(1, second, block)
                            tell(2, third, block)
                            tell(3, fourth, block)
                        }
                    }
                }
            }
        }
    }

    /// Whether one of them is: by the signs of the differences, since comparing lane by lane takes longer than all else.
    @inline(__always) private static func isBelow(_ distances: SIMD8<Float>, _ limit: Float) -> Bool {
        let signs = unsafeBitCast(distances - limit, to: SIMD4<UInt64>.self)
        return (signs[0] | signs[1] | signs[2] | signs[3]) & 0x8000_0000_8000_0000 != 0
    }
}
