/// How two planes of one size fit: where the second lies in the first, and what is left when its lightness is fitted, too.
struct Alignment {
    let frame: Frame
    let side: Int
    /// What is left of each pixel of the second; 0 where the first has none, or one of both is burnt out or drowned.
    let rest: [Float]
    /// From 0 to 1: how much each pixel has to do with the fit.
    let weights: [Float]
    /// The first is so many times as light as the second, and so much lighter.
    let gain, offset: Float
    /// The correlation of both, of the pixels that both have.
    let correlation: Float
    /// The standard deviation of the first's pixels that lie in the second.
    let contrast: Float

    /// Of the pixels, so many have to be in both.
    private static let leastCommon: Float = 0.5
    /// Of the pixels, so many have to be neither burnt out nor drowned; else all count.
    private static let leastClear: Float = 0.15

    /// By least squares, step by step from a frame that is near; nil where that leads nowhere.
    ///
    /// - Parameter freedom: 1 for each number of the frame that may change.
    init?(_ first: Plane, _ second: Plane, from start: Frame, freedom: SIMD8<Float>, steps: Int) {
        var frame = start
        var work = Fit(first, second)
        for step in 0...steps {
            guard frame.isPlausible, work.look(through: frame), work.common >= Self.leastCommon else { return nil }
            if work.clear < Self.leastClear { work.takeAll() }
            work.fitLightness()
            guard step < steps else { break }
            // Where nothing says how, it stays.
            guard let change = work.step(freedom) else { break }
            frame.numbers += change
            var largest: Float = 0
            for place in 0..<6 { largest = max(largest, abs(change[place])) }
            if largest < 2e-4 {
                guard frame.isPlausible, work.look(through: frame), work.common >= Self.leastCommon else { return nil }
                if work.clear < Self.leastClear { work.takeAll() }
                work.fitLightness()
                break
            }
        }
        (self.frame, side, rest, weights) = (frame, first.side, work.rests, work.weights)
        (gain, offset) = (work.gain, work.offset)
        (correlation, contrast) = work.correlationAndContrast
    }
}

/// One step after the other of an alignment.
private struct Fit {
    private let first: Plane
    private let second: Plane
    private let across: [Float]
    private let down: [Float]
    /// The first as it is seen through the frame, with its slopes.
    private var seen: [Float]
    private var slopesAcross: [Float]
    private var slopesDown: [Float]
    private var isCommon: [Bool]
    private(set) var weights: [Float]
    private(set) var gain: Float = 1
    private(set) var offset: Float = 0
    private(set) var common: Float = 0
    private(set) var clear: Float = 0

    init(_ first: Plane, _ second: Plane) {
        (self.first, self.second) = (first, second)
        let side = first.side
        var (across, down) = (first.values, first.values)
        for row in 0..<side {
            for column in 0..<side {
                let place = row * side + column
                let (left, right) = (max(column - 1, 0), min(column + 1, side - 1))
                let (above, below) = (max(row - 1, 0), min(row + 1, side - 1))
                // Slopes per half of the side, as frames count.
                let half = Float(side) / 2
                across[place] =
                    (first.values[row * side + right] - first.values[row * side + left]) / Float(right - left) * half
                down[place] =
                    (first.values[below * side + column] - first.values[above * side + column]) / Float(below - above)
                    * half
            }
        }
        (self.across, self.down) = (across, down)
        let none = [Float](repeating: 0, count: side * side)
        (seen, slopesAcross, slopesDown, weights) = (none, none, none, none)
        isCommon = [Bool](repeating: false, count: side * side)
    }

    /// False where nothing is common.
    mutating func look(through frame: Frame) -> Bool {
        let (side, numbers) = (first.side, frame.numbers)
        let (scale, end) = (Float(side) / 2, Float(side - 1))
        var (inBoth, unspoilt) = (0, 0)
        for row in 0..<side {
            let y = (Float(row) + 0.5) / scale - 1
            for column in 0..<side {
                let (x, place) = ((Float(column) + 0.5) / scale - 1, row * side + column)
                let right = (numbers[0] + numbers[1] * x + numbers[2] * y + 1) * scale - 0.5
                let below = (numbers[3] + numbers[4] * x + numbers[5] * y + 1) * scale - 0.5
                guard right >= 0, right <= end, below >= 0, below <= end else {
                    (isCommon[place], weights[place], seen[place]) = (false, 0, 0)
                    continue
                }
                let (left, above) = (min(Int(right), side - 2), min(Int(below), side - 2))
                let (shareRight, shareBelow) = (right - Float(left), below - Float(above))
                let corner = above * side + left
                func between(_ values: [Float]) -> Float {
                    let upper = values[corner] + (values[corner + 1] - values[corner]) * shareRight
                    let lower =
                        values[corner + side] + (values[corner + side + 1] - values[corner + side]) * shareRight
                    return upper + (lower - upper) * shareBelow
                }
                let value = between(first.values)
                (seen[place], slopesAcross[place], slopesDown[place]) = (value, between(across), between(down))
                isCommon[place] = true
                inBoth += 1
                let isClear = Self.clearLights.contains(value) && Self.clearLights.contains(second.values[place])
                weights[place] = isClear ? 1 : 0
                if isClear { unspoilt += 1 }
            }
        }
        common = Float(inBoth) / Float(side * side)
        clear = Float(unspoilt) / Float(side * side)
        return inBoth > 0
    }

    /// What is lighter is burnt out, what is darker has drowned.
    private static let clearLights: ClosedRange<Float> = 4...249

    mutating func takeAll() {
        for place in weights.indices { weights[place] = isCommon[place] ? 1 : 0 }
    }

    /// What is far off, such as a line of text, weighs less in the second fit.
    mutating func fitLightness() {
        fitOnce()
        var (sum, squares): (Float, Float) = (0, 0)
        for place in weights.indices where weights[place] > 0 {
            let rest = seen[place] - gain * second.values[place] - offset
            sum += weights[place]
            squares += weights[place] * rest * rest
        }
        let usual = (squares / max(sum, 1)).squareRoot() + 0.5
        for place in weights.indices where weights[place] > 0 {
            let far = (seen[place] - gain * second.values[place] - offset) / (2 * usual)
            weights[place] /= 1 + far * far
        }
        fitOnce()
    }

    private mutating func fitOnce() {
        var (sum, firsts, seconds): (Float, Float, Float) = (0, 0, 0)
        for place in weights.indices {
            sum += weights[place]
            firsts += weights[place] * seen[place]
            seconds += weights[place] * second.values[place]
        }
        let (first, other) = (firsts / max(sum, 1e-6), seconds / max(sum, 1e-6))
        var (products, squares): (Float, Float) = (0, 1e-6)
        for place in weights.indices {
            let distance = second.values[place] - other
            products += weights[place] * distance * (seen[place] - first)
            squares += weights[place] * distance * distance
        }
        gain = products / squares
        offset = first - gain * other
    }

    /// How the frame has to change, by Gauss and Newton; nil where nothing says so.
    func step(_ freedom: SIMD8<Float>) -> SIMD8<Float>? {
        var rows = [SIMD8<Float>](repeating: .zero, count: 8)
        var right = SIMD8<Float>.zero
        let (side, mean) = (first.side, second.values.reduce(0, +) / Float(second.values.count))
        for row in 0..<side {
            let y = (Float(row) + 0.5) * 2 / Float(side) - 1
            for column in 0..<side {
                let place = row * side + column
                let weight = weights[place]
                guard weight > 0 else { continue }
                let x = (Float(column) + 0.5) * 2 / Float(side) - 1
                let (across, down, value) = (slopesAcross[place], slopesDown[place], second.values[place])
                let slope =
                    SIMD8<Float>(across, across * x, across * y, down, down * x, down * y, mean - value, -1) * freedom
                let weighed = slope * weight
                for number in 0..<8 { rows[number] += weighed[number] * slope }
                right -= weighed * (seen[place] - gain * value - offset)
            }
        }
        var trace: Float = 0
        for number in 0..<6 { trace += rows[number][number] }
        for number in 0..<6 { rows[number][number] += 1e-4 * trace / freedom.sum() + (freedom[number] == 0 ? 1 : 0) }
        guard var change = Self.solve(rows, right) else { return nil }
        (change[6], change[7]) = (0, 0)
        return change
    }

    /// By Gauss's elimination.
    private static func solve(_ rows: [SIMD8<Float>], _ right: SIMD8<Float>) -> SIMD8<Float>? {
        var (rows, right) = (rows, right)
        for pivot in 0..<8 {
            guard let best = (pivot..<8).max(by: { abs(rows[$0][pivot]) < abs(rows[$1][pivot]) }),
                abs(rows[best][pivot]) > 1e-6
            else { return nil }
            rows.swapAt(pivot, best)
            (right[pivot], right[best]) = (right[best], right[pivot])
            for row in 0..<8 where row != pivot {
                let factor = rows[row][pivot] / rows[pivot][pivot]
                rows[row] -= factor * rows[pivot]
                right[row] -= factor * right[pivot]
            }
        }
        var solution = SIMD8<Float>.zero
        for number in 0..<8 { solution[number] = right[number] / rows[number][number] }
        return solution
    }

    var rests: [Float] {
        weights.indices.map { place in
            guard isCommon[place] else { return 0 }
            let (one, other) = (seen[place], second.values[place])
            // One is burnt out, and the other is nearly.
            if (one > 248 && other > 225) || (other > 248 && one > 225) { return 0 }
            return one - gain * other - offset
        }
    }

    var correlationAndContrast: (Float, Float) {
        var (count, firsts, seconds): (Float, Float, Float) = (0, 0, 0)
        for place in weights.indices where isCommon[place] {
            count += 1
            firsts += seen[place]
            seconds += second.values[place]
        }
        let (first, other) = (firsts / max(count, 1), seconds / max(count, 1))
        var (products, squares, others): (Float, Float, Float) = (0, 0, 0)
        for place in weights.indices where isCommon[place] {
            let (one, two) = (seen[place] - first, second.values[place] - other)
            products += one * two
            squares += one * one
            others += two * two
        }
        return (products / ((squares * others).squareRoot() + 1e-6), (squares / max(count, 1)).squareRoot())
    }
}
