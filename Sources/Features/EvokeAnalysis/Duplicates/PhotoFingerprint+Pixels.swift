package import EvokePorts
package import EvokeValues

extension PhotoFingerprint {
    /// - Parameter pixels: a photo's thumbnail, upright.
    package init?(of pixels: Pixels) {
        let size = pixels.size
        guard !pixels.hasAlpha else { return nil }
        let planes = Self.channels(of: pixels, side: Self.side)
        let light = Self.light(planes)
        var tint: [Int8] = []
        for (channel, weight) in [(2, Float(0.564)), (0, Float(0.713))] {
            tint += Self.cells(light.indices.map { (planes[channel][$0] - light[$0]) * weight })
        }
        self.init(
            light: light.map { UInt8(nearest: $0) }, tint: tint,
            sharpness: Self.sharpness(pixels.bytes, size))
    }

    /// The brightness of a picture's pixels, scaled to a square with that side.
    static func light(of pixels: Pixels, side: Int) -> [Float] { light(channels(of: pixels, side: side)) }

    private static func light(_ planes: [[Float]]) -> [Float] {
        planes[0].indices.map { 0.299 * planes[0][$0] + 0.587 * planes[1][$0] + 0.114 * planes[2][$0] }
    }

    private static func channels(of pixels: Pixels, side: Int) -> [[Float]] {
        let (columns, rows) = (
            Resampling(from: pixels.size.width, to: side), Resampling(from: pixels.size.height, to: side)
        )
        return (0..<3).map { scaled(pixels.bytes, $0, pixels.size, columns, rows) }
    }

    private static func scaled(
        _ bytes: [UInt8], _ channel: Int, _ size: PixelSize, _ columns: Resampling, _ rows: Resampling
    ) -> [Float] {
        let side = columns.parts.count
        var across = [Float](repeating: 0, count: side * size.height)
        for row in 0..<size.height {
            for (column, part) in columns.parts.enumerated() {
                var sum: Float = 0
                for (place, weight) in part.weights.enumerated() {
                    sum += weight * Float(bytes[3 * (row * size.width + part.first + place) + channel])
                }
                across[row * side + column] = sum
            }
        }
        var scaled = [Float](repeating: 0, count: side * side)
        for (row, part) in rows.parts.enumerated() {
            for (place, weight) in part.weights.enumerated() {
                let from = (part.first + place) * side
                for column in 0..<side { scaled[row * side + column] += weight * across[from + column] }
            }
        }
        return scaled
    }

    /// Averages over blocks of pixels.
    private static func cells(_ plane: [Float]) -> [Int8] {
        let step = side / tintSide
        return (0..<tintSide * tintSide).map { cell in
            var sum: Float = 0
            for place in 0..<step * step {
                let (row, column) = (cell / tintSide * step + place / step, cell % tintSide * step + place % step)
                sum += plane[row * side + column]
            }
            return Int8(nearest: sum / Float(step * step))
        }
    }

    /// The mean difference between green and the average of its four neighbors, in hundredths.
    private static func sharpness(_ bytes: [UInt8], _ size: PixelSize) -> UInt16 {
        guard size.width > 2, size.height > 2 else { return 0 }
        var sum = 0
        let line = 3 * size.width
        for row in 1..<size.height - 1 {
            for column in 1..<size.width - 1 {
                let place = row * line + 3 * column + 1
                let around = Int(bytes[place - 3]) + Int(bytes[place + 3]) + Int(bytes[place - line])
                sum += abs(4 * Int(bytes[place]) - around - Int(bytes[place + line]))
            }
        }
        return UInt16(min(25 * sum / ((size.width - 2) * (size.height - 2)), Int(UInt16.max)))
    }
}

/// Resamples a line of pixels to another length with a triangle filter.
private struct Resampling {
    struct Part {
        let first: Int
        let weights: [Float]
    }

    let parts: [Part]

    init(from source: Int, to target: Int) {
        let scale = Float(source) / Float(target)
        let reach = max(scale, 1)
        parts = (0..<target).map { place in
            let center = (Float(place) + 0.5) * scale
            let (first, last) = (max(0, Int(center - reach)), min(source, Int(center + reach) + 1))
            let weights = (first..<last).map { max(0, 1 - abs(Float($0) + 0.5 - center) / reach) }
            let sum = weights.reduce(0, +)
            return Part(first: first, weights: weights.map { $0 / sum })
        }
    }
}
