import EvokeSystem

/// A rectangle, possibly rotated.
struct Rectangle: Hashable {
    let middle: PlanePoint
    /// The direction of its width, as a unit vector.
    let along: PlanePoint
    let width, height: Double

    /// Starting from the origin of both sides, along the width first.
    var corners: [PlanePoint] {
        [(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)].map { point($0.0 * width, $0.1 * height) }
    }

    /// The point at these distances from the center, along and across.
    func point(_ across: Double, _ down: Double) -> PlanePoint {
        PlanePoint(middle.x + across * along.x - down * along.y, middle.y + across * along.y + down * along.x)
    }

    func contains(_ point: PlanePoint) -> Bool {
        let (x, y) = (point.x - middle.x, point.y - middle.y)
        return abs(x * along.x + y * along.y) <= width / 2 && abs(y * along.x - x * along.y) <= height / 2
    }

    func grown(by distance: Double) -> Rectangle {
        Rectangle(middle: middle, along: along, width: width + 2 * distance, height: height + 2 * distance)
    }

    /// The same rectangle rotated by 90°: across becomes down.
    var turnedLeft: Rectangle {
        Rectangle(middle: middle, along: PlanePoint(along.y, -along.x), width: height, height: width)
    }

    var turnedRight: Rectangle { turnedLeft.upsideDown }

    var upsideDown: Rectangle {
        Rectangle(middle: middle, along: PlanePoint(-along.x, -along.y), width: width, height: height)
    }

    /// With the width as the side that points most to the right.
    var upright: Rectangle {
        [self, turnedLeft, upsideDown, turnedRight].max { $0.along.x < $1.along.x } ?? self
    }

    func scaled(by factor: Double) -> Rectangle {
        Rectangle(middle: middle * factor, along: along, width: width * factor, height: height * factor)
    }

    func moved(across: Double, down: Double) -> Rectangle {
        Rectangle(middle: middle + PlanePoint(across, down), along: along, width: width, height: height)
    }
}

extension Rectangle {
    /// The smallest rectangle around the corners of a convex hull; one of its sides is on a side of the hull.
    init?(around hull: [PlanePoint]) {
        var best: Rectangle?
        for (index, start) in hull.enumerated() {
            let end = hull[(index + 1) % hull.count]
            let rectangle = Rectangle(around: hull, along: (end - start).direction)
            if best.map({ rectangle.width * rectangle.height < $0.width * $0.height }) ?? true { best = rectangle }
        }
        guard let best else { return nil }
        self = best.upright
    }

    private init(around points: [PlanePoint], along: PlanePoint) {
        var (left, right) = (Double.infinity, -Double.infinity)
        var (top, bottom) = (left, right)
        for point in points {
            let (across, down) = (point.x * along.x + point.y * along.y, point.y * along.x - point.x * along.y)
            (left, right) = (min(left, across), max(right, across))
            (top, bottom) = (min(top, down), max(bottom, down))
        }
        let (across, down) = ((left + right) / 2, (top + bottom) / 2)
        self.init(
            middle: PlanePoint(across * along.x - down * along.y, across * along.y + down * along.x), along: along,
            width: right - left, height: bottom - top)
    }
}

/// The corners of the convex hull in order (Andrew's monotone chain).
func convexHull(of points: [PlanePoint]) -> [PlanePoint] {
    let sorted = points.sorted { ($0.x, $0.y) < ($1.x, $1.y) }
    guard sorted.count > 2 else { return sorted }
    func chain(_ points: some Sequence<PlanePoint>) -> [PlanePoint] {
        var chain: [PlanePoint] = []
        for point in points {
            while chain.count >= 2, turn(chain[chain.count - 2], chain[chain.count - 1], point) <= 0 {
                chain.removeLast()
            }
            chain.append(point)
        }
        return chain.dropLast()
    }
    return chain(sorted) + chain(sorted.reversed())
}

private func turn(_ a: PlanePoint, _ b: PlanePoint, _ c: PlanePoint) -> Double {
    (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)
}
