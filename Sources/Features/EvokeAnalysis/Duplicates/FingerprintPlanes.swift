import EvokePorts
import EvokeValues

/// A fingerprint's brightness as planes: at a quarter of its size, and at higher resolution on demand.
struct FingerprintPlanes: Sendable {
    private let light: [UInt8]
    private var turn = Turn.none
    private(set) var smallest: Plane

    init(_ fingerprint: PhotoFingerprint) {
        let (side, step) = (PhotoFingerprint.side, 4)
        light = fingerprint.light
        var sums = [Float](repeating: 0, count: side / step * (side / step))
        light.withUnsafeBufferPointer { light in
            for place in light.indices {
                sums[place / side / step * (side / step) + place % side / step] += Float(light[place])
            }
        }
        smallest = Plane(sums.map { $0 / Float(step * step) }, side: side / step)
    }

    func turned(by turn: Turn) -> FingerprintPlanes {
        guard turn != .none else { return self }
        var turned = self
        turned.turn = turn
        turned.smallest = Plane(turn.square(smallest.values, side: smallest.side), side: smallest.side)
        return turned
    }

    /// At half the fingerprint's size, and at full size.
    var closer: (half: Plane, whole: Plane) {
        let whole = Plane(
            turn.square(light, side: PhotoFingerprint.side).map { Float($0) }, side: PhotoFingerprint.side)
        return (whole.halved, whole)
    }
}

struct Plane: Sendable {
    let side: Int
    let values: [Float]

    init(_ values: [Float], side: Int) {
        (self.values, self.side) = (values, side)
    }

    /// Averages blocks of four.
    var halved: Plane {
        let half = side / 2
        return Plane(
            (0..<half * half).map { place in
                let first = 2 * (place / half) * side + 2 * (place % half)
                return (values[first] + values[first + 1] + values[first + side] + values[first + side + 1]) / 4
            }, side: half)
    }

    var mean: Float { values.reduce(0, +) / Float(values.count) }

    var contrast: Float {
        let mean = mean
        return (values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Float(values.count)).squareRoot()
    }

    /// Combines each pixel with its neighbors in the row; 0 if some of these are missing.
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

    /// The plane seen through a frame; its edge extends outward.
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

    /// Transposed.
    var turned: Plane { Plane(values.indices.map { values[$0 % side * side + $0 / side] }, side: side) }
}
