/// A point of a picture, or a way in it: from the left, and from the top.
typealias PlanePoint = SIMD2<Double>

extension PlanePoint {
    var length: Double { (self * self).sum().squareRoot() }
}

/// Turns, scales and moves: from the pixels of a square that a graph sees to those of the picture that it is cut from.
struct Similarity: Hashable {
    /// A step to the right in the square, in the picture.
    private let right: PlanePoint
    private let origin: PlanePoint

    private init(right: PlanePoint, origin: PlanePoint) { (self.right, self.origin) = (right, origin) }

    /// - Parameters:
    ///   - side: of the square, in its own pixels.
    ///   - middle: where its middle is in the picture.
    ///   - width: how wide it is there.
    ///   - direction: of its rows there, of any length but none.
    init(side: Double, middle: PlanePoint, width: Double, direction: PlanePoint = PlanePoint(1, 0)) {
        let right = direction / direction.length * width / side
        self.init(right: right, origin: middle - Self.turned(PlanePoint(side, side) / 2, right))
    }

    /// What brings the first points as near to the others as can be, by the squares of their distances; the first are
    /// not all the same.
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

    /// How long a pixel of the square is in the picture.
    var scale: Double { right.length }

    func callAsFunction(_ point: PlanePoint) -> PlanePoint { Self.turned(point, right) + origin }

    /// Into a picture of so many times the width and height.
    func scaled(by factor: Double) -> Similarity { Similarity(right: right * factor, origin: origin * factor) }

    private static func turned(_ point: PlanePoint, _ right: PlanePoint) -> PlanePoint {
        PlanePoint(point.x * right.x - point.y * right.y, point.x * right.y + point.y * right.x)
    }
}
