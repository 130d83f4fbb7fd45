import EvokeValues

/// A look's lightness as numbers: as it is, at half its size, and at a quarter.
struct LookPlanes: Sendable {
    /// The smallest first.
    let planes: [Plane]

    init(_ look: PhotoLook, _ turn: Turn = .none) {
        let whole = Plane(turn.square(look.light, side: PhotoLook.side).map { Float($0) }, side: PhotoLook.side)
        let half = whole.halved
        planes = [half.halved, half, whole]
    }
}

/// A square of numbers.
struct Plane: Sendable {
    let side: Int
    let values: [Float]

    init(_ values: [Float], side: Int) {
        (self.values, self.side) = (values, side)
    }

    /// Means of four.
    var halved: Plane {
        let half = side / 2
        return Plane(
            (0..<half * half).map { place in
                let first = 2 * (place / half) * side + 2 * (place % half)
                return (values[first] + values[first + 1] + values[first + side] + values[first + side + 1]) / 4
            }, side: half)
    }

    /// The standard deviation.
    var contrast: Float {
        let mean = values.reduce(0, +) / Float(values.count)
        return (values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Float(values.count)).squareRoot()
    }

    /// Of each pixel, what it comes to with those beside it in its row; 0 where they are not all there.
    func overLines(reach: Int, _ join: (Float, Float) -> Float) -> Plane {
        var joined = [Float](repeating: 0, count: side * side)
        for row in 0..<side {
            for column in reach..<side - reach {
                let place = row * side + column
                var value = values[place - reach]
                for near in place - reach + 1...place + reach { value = join(value, values[near]) }
                joined[place] = value
            }
        }
        return Plane(joined, side: side)
    }

    func clamped(to range: ClosedRange<Float>) -> Plane {
        Plane(values.map { min(max($0, range.lowerBound), range.upperBound) }, side: side)
    }

    /// As it is seen through a frame; its edge goes on outside of it.
    func seen(through frame: Frame) -> Plane {
        let (numbers, scale, end) = (frame.numbers, Float(side) / 2, Float(side - 1))
        return Plane(
            (0..<side * side).map { place in
                let x = (Float(place % side) + 0.5) / scale - 1
                let y = (Float(place / side) + 0.5) / scale - 1
                let right = min(max((numbers[0] + numbers[1] * x + numbers[2] * y + 1) * scale - 0.5, 0), end)
                let below = min(max((numbers[3] + numbers[4] * x + numbers[5] * y + 1) * scale - 0.5, 0), end)
                let (left, above) = (min(Int(right), side - 2), min(Int(below), side - 2))
                let (shareRight, corner) = (right - Float(left), above * side + left)
                let upper = values[corner] + (values[corner + 1] - values[corner]) * shareRight
                let lower = values[corner + side] + (values[corner + side + 1] - values[corner + side]) * shareRight
                return upper + (lower - upper) * (below - Float(above))
            }, side: side)
    }

    /// Rows as columns.
    var turned: Plane {
        Plane(Turn(exchanges: true, turnsRows: false, turnsColumns: false).square(values, side: side), side: side)
    }
}
