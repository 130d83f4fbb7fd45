import EvokeCResampling
import EvokeValues

/// For one side of a photo that is scaled: the input pixels of each output pixel, and their weights.
///
/// The weights equal Pillow's, bit for bit, because the authors of models prepared their photos with it.
struct Taps {
    /// The range of input pixels that are used; `starts` is relative to it.
    let needed: Range<Int>
    let starts: [Int32]
    let counts: [Int32]
    let weights: [Int32]
    /// The distance between the weights of two output pixels.
    let room: Int

    /// The largest number of input pixels of an output pixel.
    var longest: Int { Int(counts.max() ?? 0) }

    /// - Parameters:
    ///   - length: the number of input pixels.
    ///   - span: the exact length, before the decoder rounded it up when it scaled the photo down.
    ///   - cut: the wanted part of the `scaled` pixels.
    ///   - mirrored: whether the input is read from its end; outputs come in the order in which they are read.
    init(
        length: Int, span: Double, scaled: Int, cut: Range<Int>, kernel: ImageInput.Kernel, mirrored: Bool
    ) {
        let scale = span / Double(scaled)
        let stretch = max(scale, 1)
        let support = kernel.support * stretch
        room = Int(nearest: support.rounded(.up)) * 2 + 1

        var starts: [Int] = []
        var counts: [Int32] = []
        var weights = [Int32](repeating: 0, count: room * cut.count)
        var exact = [Double](repeating: 0, count: room)
        for (place, output) in (mirrored ? Array(cut.reversed()) : Array(cut)).enumerated() {
            let center = (Double(output) + 0.5) * scale
            // Cannot fail: no side of a picture, or of its scaled size, comes near 2^40.
            let first = max(0, Int(center - support + 0.5))
            // Cannot fail: the same.
            let end = min(length, Int(center + support + 0.5))
            var sum = 0.0
            for pixel in first..<end {
                let weight = kernel.weight((Double(pixel) - center + 0.5) * (1 / stretch))
                exact[pixel - first] = weight
                sum += weight
            }
            for tap in 0..<(end - first) {
                let weight = exact[tap] / sum * Double(1 << EVOKE_WEIGHT_BITS)
                let from = mirrored ? end - first - 1 - tap : tap
                // Cannot fail: the weights are shares of a sum of at least one weight.
                weights[place * room + from] = Int32(weight + (weight < 0 ? -0.5 : 0.5))
            }
            starts.append(mirrored ? length - end : first)
            counts.append(Int32(end - first))
        }
        let first = starts[0]
        needed = first..<(starts[starts.count - 1] + Int(counts[counts.count - 1]))
        self.starts = starts.map { Int32($0 - first) }
        self.counts = counts
        self.weights = weights
    }

    func withTaps<Result>(_ body: (EvokeTaps) -> Result) -> Result {
        starts.withUnsafeBufferPointer { starts in
            counts.withUnsafeBufferPointer { counts in
                weights.withUnsafeBufferPointer { weights in
                    body(
                        EvokeTaps(
                            starts: starts.baseAddress, counts: counts.baseAddress, weights: weights.baseAddress,
                            room: room, outputs: starts.count))
                }
            }
        }
    }
}

extension ImageInput.Kernel {
    fileprivate var support: Double {
        switch self {
        case .bilinear: 1
        case .bicubic: 2
        }
    }

    fileprivate func weight(_ distance: Double) -> Double {
        let x = abs(distance)
        switch self {
        case .bilinear:
            return x < 1 ? 1 - x : 0
        case .bicubic:
            let a = -0.5
            if x < 1 { return ((a + 2) * x - (a + 3)) * x * x + 1 }
            return x < 2 ? (((x - 5) * x + 8) * x - 4) * a : 0
        }
    }
}
