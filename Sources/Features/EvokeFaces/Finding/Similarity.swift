/// A point of a picture, or a way in it: from the left, and from the top.
typealias Point = SIMD2<Double>

extension Point {
    var length: Double { (self * self).sum().squareRoot() }
}

/// Turns, scales and moves: from the pixels of a square that a graph sees to those of the picture that it is cut from.
struct Similarity: Hashable {
    /// A step to the right in the square, in the picture.
    private let right: Point
    private let origin: Point

    private init(right: Point, origin: Point) { (self.right, self.origin) = (right, origin) }

    /// - Parameters:
    ///   - side: of the square, in its own pixels.
    ///   - middle: where its middle is in the picture.
    ///   - width: how wide it is there.
    ///   - direction: of its rows there, of any length but none.
    init(side: Double, middle: Point, width: Double, direction: Point = Point(1, 0)) {
        let right = direction / direction.length * width / side
        self.init(right: right, origin: middle - Self.turned(Point(side, side) / 2, right))
    }

    /// What brings the first points as near to the others as can be, by the squares of their distances; the first are
    /// not all the same.
    init(from points: [Point], to others: [Point]) {
        let count = Double(points.count)
        let (middle, other) = (points.reduce(.zero, +) / count, others.reduce(.zero, +) / count)
        var (right, sum) = (Point.zero, 0.0)
        for (from, to) in zip(points, others) {
            let (a, b) = (from - middle, to - other)
            right += Point((a * b).sum(), a.x * b.y - a.y * b.x)
            sum += (a * a).sum()
        }
        right /= sum
        self.init(right: right, origin: other - Self.turned(middle, right))
    }

    /// How long a pixel of the square is in the picture.
    var scale: Double { right.length }

    func callAsFunction(_ point: Point) -> Point { Self.turned(point, right) + origin }

    /// Into a picture of so many times the width and height.
    func scaled(by factor: Double) -> Similarity { Similarity(right: right * factor, origin: origin * factor) }

    private static func turned(_ point: Point, _ right: Point) -> Point {
        Point(point.x * right.x - point.y * right.y, point.x * right.y + point.y * right.x)
    }
}
