/// A point or vector in a picture: x from the left, y from the top.
typealias PlanePoint = SIMD2<Double>

extension PlanePoint {
    var length: Double { (self * self).sum().squareRoot() }
}

/// A similarity transform: from the pixels of a square that a graph sees to those of the picture it is cropped from.
struct Similarity: Hashable {
    /// The vector in the picture of one step to the right in the square.
    private let right: PlanePoint
    private let origin: PlanePoint

    private init(right: PlanePoint, origin: PlanePoint) { (self.right, self.origin) = (right, origin) }

    /// - Parameters:
    ///   - side: of the square, in its own pixels.
    ///   - middle: its center in the picture.
    ///   - width: its width in the picture.
    ///   - direction: of its rows in the picture; any nonzero length.
    init(side: Double, middle: PlanePoint, width: Double, direction: PlanePoint = PlanePoint(1, 0)) {
        let right = direction / direction.length * width / side
        self.init(right: right, origin: middle - Self.turned(PlanePoint(side, side) / 2, right))
    }

    /// The least-squares transform from the first points to the others; the first must not all be the same.
    init(from points: [PlanePoint], to others: [PlanePoint]) {
        let count = Double(points.count)
        let (middle, other) = (points.reduce(.zero, +) / count, others.reduce(.zero, +) / count)
        var (right, sum) = (PlanePoint.zero, 0.0)
        for (from, to) in zip(points, others) {
            let (a, b) = (from - middle, to - other)
            right += PlanePoint((a * b).sum(), a.x * b.y - a.y * b.x)
            sum += (a * a).sum()
        }
        right /= sum
        self.init(right: right, origin: other - Self.turned(middle, right))
    }

    /// The length of the square's pixels in the picture.
    var scale: Double { right.length }

    func callAsFunction(_ point: PlanePoint) -> PlanePoint { Self.turned(point, right) + origin }

    /// The same for a picture scaled by `factor`.
    func scaled(by factor: Double) -> Similarity { Similarity(right: right * factor, origin: origin * factor) }

    private static func turned(_ point: PlanePoint, _ right: PlanePoint) -> PlanePoint {
        PlanePoint(point.x * right.x - point.y * right.y, point.x * right.y + point.y * right.x)
    }
}
