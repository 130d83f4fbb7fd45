/// A plane prepared for alignment.
struct Relief: Sendable {
    let side: Int
    /// For each pixel: brightness, slopes across and down per half of the side (the unit of frames), and 1.
    let pixels: [SIMD4<Float>]

    init(_ plane: Plane) {
        let (side, values) = (plane.side, plane.values)
        let half = Float(side) / 2
        self.side = side
        pixels = values.indices.map { place in
            let (row, column) = (place / side, place % side)
            let (left, right) = (column > 0 ? place - 1 : place, column < side - 1 ? place + 1 : place)
            let (above, below) = (row > 0 ? place - side : place, row < side - 1 ? place + side : place)
            let across = (values[right] - values[left]) / Float(right - left) * half
            let down = (values[below] - values[above]) / Float((below - above) / side) * half
            return SIMD4(values[place], across, down, 1)
        }
    }
}

/// Iterates an alignment in the memory it is given, eight pixels at a time.
struct Fit {
    /// The number of values per pixel.
    static let layers = 5
    private typealias Eight = SIMD8<Float>

    let side: Int
    private let first: UnsafeBufferPointer<SIMD4<Float>>
    private let second: UnsafeBufferPointer<Float>
    /// The first seen through the frame, with its slopes; 0 outside of it.
    private let seen, slopesAcross, slopesDown: UnsafeMutableBufferPointer<Float>
    /// 1 for each pixel that both have.
    private let inBoth: UnsafeMutableBufferPointer<Float>
    let weights: UnsafeMutableBufferPointer<Float>
    /// The mean of the second.
    private let mean: Float
    private(set) var gain: Float = 1
    private(set) var offset: Float = 0
    private(set) var common: Float = 0
    private(set) var clear: Float = 0

    /// - Parameter memory: room for `layers` values per pixel.
    init(
        _ first: UnsafeBufferPointer<SIMD4<Float>>, _ second: UnsafeBufferPointer<Float>, side: Int,
        _ memory: UnsafeMutableBufferPointer<Float>
    ) {
        (self.first, self.second, self.side) = (first, second, side)
        let count = second.count
        func layer(_ number: Int) -> UnsafeMutableBufferPointer<Float> {
            UnsafeMutableBufferPointer(rebasing: memory[number * count..<(number + 1) * count])
        }
        (seen, slopesAcross, slopesDown, inBoth, weights) = (layer(0), layer(1), layer(2), layer(3), layer(4))
        mean = second.reduce(0, +) / Float(count)
    }

    /// Pixels beyond these limits are clipped.
    private static let darkest: Float = 4
    private static let lightest: Float = 249

    /// Returns false if there is no overlap.
    mutating func measure(through frame: Frame) -> Bool {
        let (numbers, side, scale, end) = (frame.numbers, side, Float(side) / 2, Float(side - 1))
        let (first, second, seen, inBoth, weights) = (first, second, seen, inBoth, weights)
        let (slopesAcross, slopesDown) = (slopesAcross, slopesDown)
        var (shared, unspoilt): (Float, Float) = (0, 0)
        for row in 0..<side {
            let y = (Float(row) + 0.5) / scale - 1
            let startRight = (numbers[0] - numbers[1] + numbers[2] * y + 1) * scale - 0.5
            let startBelow = (numbers[3] - numbers[4] + numbers[5] * y + 1) * scale - 0.5
            for column in 0..<side {
                let (along, place) = (Float(column) + 0.5, row &* side &+ column)
                let (right, below) = (startRight + numbers[1] * along, startBelow + numbers[4] * along)
                guard right >= 0, right <= end, below >= 0, below <= end else {
                    (seen[place], slopesAcross[place], slopesDown[place]) = (0, 0, 0)
                    (inBoth[place], weights[place]) = (0, 0)
                    continue
                }
                let (left, above) = (min(Int(right), side &- 2), min(Int(below), side &- 2))
                let (shareRight, corner) = (right - Float(left), above &* side &+ left)
                let upper = first[corner] + (first[corner &+ 1] - first[corner]) * shareRight
                let under = corner &+ side
                let lower = first[under] + (first[under &+ 1] - first[under]) * shareRight
                let pixel = upper + (lower - upper) * (below - Float(above))
                (seen[place], slopesAcross[place], slopesDown[place]) = (pixel.x, pixel.y, pixel.z)
                let other = second[place]
                let isClear = min(pixel.x, other) >= Self.darkest && max(pixel.x, other) <= Self.lightest
                (inBoth[place], weights[place]) = (1, isClear ? 1 : 0)
                shared += 1
                unspoilt += isClear ? 1 : 0
            }
        }
        common = shared / Float(side * side)
        clear = unspoilt / Float(side * side)
        return shared > 0
    }

    mutating func takeAll() { _ = weights.update(fromContentsOf: inBoth) }

    /// Outliers, such as a line of text, get less weight in the second fit.
    mutating func fitLightness() {
        fitOnce()
        var (sum, squares) = (Eight.zero, Eight.zero)
        for place in stride(from: 0, to: second.count, by: 8) {
            let (weight, rest) = (eight(weights, place), rest(place))
            sum += weight
            squares += weight * rest * rest
        }
        let usual = (squares.sum() / max(sum.sum(), 1)).squareRoot() + 0.5
        let scale = 1 / (2 * usual)
        for place in stride(from: 0, to: second.count, by: 8) {
            let far = rest(place) * scale
            put(eight(weights, place) / (1 + far * far), place)
        }
        fitOnce()
    }

    private mutating func fitOnce() {
        var (sum, firsts, seconds) = (Eight.zero, Eight.zero, Eight.zero)
        for place in stride(from: 0, to: second.count, by: 8) {
            let weight = eight(weights, place)
            sum += weight
            firsts += weight * eight(seen, place)
            seconds += weight * eight(second, place)
        }
        let total = max(sum.sum(), 1e-6)
        let (first, other) = (firsts.sum() / total, seconds.sum() / total)
        var (products, squares) = (Eight.zero, Eight.zero)
        for place in stride(from: 0, to: second.count, by: 8) {
            let distance = eight(second, place) - other
            let weighed = eight(weights, place) * distance
            products += weighed * (eight(seen, place) - first)
            squares += weighed * distance
        }
        gain = products.sum() / (squares.sum() + 1e-6)
        offset = first - gain * other
    }

    var rests: [Float] {
        (0..<second.count).map { place in
            guard inBoth[place] > 0 else { return 0 }
            let (one, other) = (seen[place], second[place])
            // One is clipped and the other nearly so.
            if (one > 248 && other > 225) || (other > 248 && one > 225) { return 0 }
            return one - gain * other - offset
        }
    }

    var correlationAndContrast: (Float, Float) {
        var (count, firsts, seconds) = (Eight.zero, Eight.zero, Eight.zero)
        for place in stride(from: 0, to: second.count, by: 8) {
            let both = eight(inBoth, place)
            count += both
            firsts += eight(seen, place)
            seconds += both * eight(second, place)
        }
        let total = max(count.sum(), 1)
        let (first, other) = (firsts.sum() / total, seconds.sum() / total)
        var (products, squares, others) = (Eight.zero, Eight.zero, Eight.zero)
        for place in stride(from: 0, to: second.count, by: 8) {
            let both = eight(inBoth, place)
            let (one, two) = (both * (eight(seen, place) - first), both * (eight(second, place) - other))
            products += one * two
            squares += one * one
            others += two * two
        }
        let spread = (squares.sum() * others.sum()).squareRoot()
        return (products.sum() / (spread + 1e-6), (squares.sum() / total).squareRoot())
    }

    @inline(__always)
    private func rest(_ place: Int) -> Eight { eight(seen, place) - gain * eight(second, place) - offset }

    @inline(__always)
    private func eight(_ numbers: UnsafeBufferPointer<Float>, _ place: Int) -> Eight {
        UnsafeRawBufferPointer(numbers).loadUnaligned(fromByteOffset: 4 * place, as: Eight.self)
    }

    @inline(__always)
    private func eight(_ numbers: UnsafeMutableBufferPointer<Float>, _ place: Int) -> Eight {
        UnsafeRawBufferPointer(numbers).loadUnaligned(fromByteOffset: 4 * place, as: Eight.self)
    }

    @inline(__always)
    private func put(_ weight: Eight, _ place: Int) {
        UnsafeMutableRawBufferPointer(weights).storeBytes(of: weight, toByteOffset: 4 * place, as: Eight.self)
    }
}

extension Fit {
    /// The Gauss-Newton step for the frame; nil if it is undetermined.
    func step(_ freedom: SIMD8<Float>) -> SIMD8<Float>? {
        var rows = [SIMD8<Float>](repeating: .zero, count: 8)
        var right = SIMD8<Float>.zero
        let free = (0..<8).filter { freedom[$0] != 0 }
        withUnsafeTemporaryAllocation(of: Eight.self, capacity: 9 + 8 * 9) { memory in
            memory.initialize(repeating: .zero)
            for place in stride(from: 0, to: second.count, by: 8) {
                slopes(at: place, memory)
                let weight = eight(weights, place)
                for (order, number) in free.enumerated() {
                    let (weighed, sums) = (weight * memory[number], 9 + 9 * number)
                    for other in free[order...] { memory[sums + other] += weighed * memory[other] }
                    memory[sums + 8] += weighed * memory[8]
                }
            }
            for number in free {
                for other in free {
                    rows[number][other] = memory[9 + 9 * min(number, other) + max(number, other)].sum()
                }
                right[number] = -memory[9 + 9 * number + 8].sum()
            }
        }
        var trace: Float = 0
        for number in 0..<6 { trace += rows[number][number] }
        for number in 0..<6 { rows[number][number] += 1e-4 * trace / freedom.sum() + (freedom[number] == 0 ? 1 : 0) }
        guard var change = Self.solve(rows, right) else { return nil }
        (change[6], change[7]) = (0, 0)
        return change
    }

    /// For eight pixels: the derivatives by each component of the frame and by brightness, then the residual.
    private func slopes(at place: Int, _ memory: UnsafeMutableBufferPointer<Eight>) {
        let step = 2 / Float(side)
        let x = Eight(0.5, 1.5, 2.5, 3.5, 4.5, 5.5, 6.5, 7.5) * step + (Float(place % side) * step - 1)
        let y = (Float(place / side) + 0.5) * step - 1
        let (across, down) = (eight(slopesAcross, place), eight(slopesDown, place))
        (memory[0], memory[1], memory[2]) = (across, across * x, across * y)
        (memory[3], memory[4], memory[5]) = (down, down * x, down * y)
        (memory[6], memory[7], memory[8]) = (mean - eight(second, place), Eight(repeating: -1), rest(place))
    }

    /// By Gaussian elimination.
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
}
