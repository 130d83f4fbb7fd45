import EvokeValues

/// A picture at full size, half size, quarter size, and so on, so that reducing averages all pixels that are covered.
struct Pyramid {
    /// Each is half the size of the previous one.
    let levels: [Level]

    /// - Parameter side: the longest side of the last level.
    init(_ picture: Pixels, downTo side: Int) {
        var levels = [Level(bytes: picture.bytes, width: picture.size.width, height: picture.size.height)]
        while let last = levels.last, max(last.width, last.height) > side { levels.append(last.half) }
        self.levels = levels
    }

    var size: PixelSize { PixelSize(width: levels[0].width, height: levels[0].height) }

    /// Red, green, and blue of a square of the picture, interleaved; black outside the picture.
    ///
    /// - Parameter divisor: the number of levels, of 256, per unit.
    func square(_ similarity: Similarity, side: Int, from black: Float = 0, over divisor: Float = 1) -> [Float] {
        let count = 3 * side * side
        return [Float](unsafeUninitializedCapacity: count) { numbers, filled in
            write(similarity, side: side, to: numbers, from: black, over: divisor)
            filled = count
        }
    }

    /// Writes the same to memory with room for that many values.
    func write(
        _ similarity: Similarity, side: Int, to numbers: UnsafeMutableBufferPointer<Float>, from black: Float,
        over divisor: Float
    ) {
        // If a pixel of the square covers less than two of a level, averages four samples.
        var place = 0
        var scaled = similarity
        while scaled.scale >= 2, place < levels.count - 1 {
            place += 1
            scaled = scaled.scaled(by: 0.5)
        }
        let level = levels[place]
        let parts = scaled.scale > 1 ? [0.25, 0.75] : [0.5]
        let share = 1 / (divisor * Float(parts.count * parts.count))
        level.bytes.withUnsafeBufferPointer { bytes in
            for row in 0..<side {
                for column in 0..<side {
                    var sum = SIMD4<Float>.zero
                    for y in parts {
                        for x in parts {
                            sum += level.color(at: scaled(PlanePoint(Double(column) + x, Double(row) + y)), in: bytes)
                        }
                    }
                    let start = 3 * (row * side + column)
                    for channel in 0..<3 { numbers[start + channel] = share * sum[channel] + black }
                }
            }
        }
    }

    /// A picture with three bytes per pixel.
    struct Level {
        let bytes: [UInt8]
        let width, height: Int

        /// Averages blocks of four pixels; an odd last row or column is dropped.
        fileprivate var half: Level {
            let (wide, high) = (max(1, width / 2), max(1, height / 2))
            let (right, below) = (width > 1 ? 3 : 0, height > 1 ? 3 * width : 0)
            let halved = [UInt8](unsafeUninitializedCapacity: 3 * wide * high) { target, filled in
                bytes.withUnsafeBufferPointer { bytes in
                    for row in 0..<high {
                        for column in 0..<wide {
                            let source = 3 * (2 * row * width + 2 * column)
                            for channel in source..<source + 3 {
                                let sum =
                                    UInt16(bytes[channel]) + UInt16(bytes[channel + right])
                                    + UInt16(bytes[channel + below]) + UInt16(bytes[channel + right + below])
                                // Cannot fail: it is the mean of four bytes.
                                target[3 * (row * wide + column) + channel - source] = UInt8((sum + 2) / 4)
                            }
                        }
                    }
                }
                filled = 3 * wide * high
            }
            return Level(bytes: halved, width: wide, height: high)
        }

        /// Interpolates between four pixels; black outside.
        fileprivate func color(at point: PlanePoint, in bytes: UnsafeBufferPointer<UInt8>) -> SIMD4<Float> {
            let place = point - 0.5
            guard place.x > -1, place.y > -1, place.x < Double(width), place.y < Double(height) else { return .zero }
            // Cannot fail: it is close to the picture.
            let (left, top) = (Int(place.x + 1) - 1, Int(place.y + 1) - 1)
            let (across, down) = (Float(place.x - Double(left)), Float(place.y - Double(top)))
            func pixel(at start: Int) -> SIMD4<Float> {
                SIMD4(Float(bytes[start]), Float(bytes[start + 1]), Float(bytes[start + 2]), 0)
            }
            if left >= 0, top >= 0, left < width - 1, top < height - 1 {
                let start = 3 * (top * width + left)
                let under = start + 3 * width
                let above = pixel(at: start) + (pixel(at: start + 3) - pixel(at: start)) * across
                let below = pixel(at: under) + (pixel(at: under + 3) - pixel(at: under)) * across
                return above + (below - above) * down
            }
            func pixel(_ x: Int, _ y: Int) -> SIMD4<Float> {
                guard x >= 0, y >= 0, x < width, y < height else { return .zero }
                return pixel(at: 3 * (y * width + x))
            }
            let above = pixel(left, top) * (1 - across) + pixel(left + 1, top) * across
            let below = pixel(left, top + 1) * (1 - across) + pixel(left + 1, top + 1) * across
            return above * (1 - down) + below * down
        }
    }
}

/// A point or vector in a picture: x from the left, y from the top.
typealias PlanePoint = SIMD2<Double>

extension PlanePoint {
    var length: Double { (self * self).sum().squareRoot() }
    /// As a unit vector, to the right if it has no length.
    var direction: PlanePoint { length > 0 ? self / length : PlanePoint(1, 0) }
}

/// A similarity transform: from the pixels of a square that a graph sees to those of the picture it is cropped from.
struct Similarity: Hashable {
    /// The vector in the picture of one step to the right in the square.
    private let right: PlanePoint
    private let origin: PlanePoint

    private init(right: PlanePoint, origin: PlanePoint) { (self.right, self.origin) = (right, origin) }

    /// - Parameters:
    ///   - side: in the square's own pixels; all others are in the picture's.
    ///   - direction: of its rows; any nonzero length.
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
