import EvokeCVectorKernels
import EvokeValues

/// A query in the forms that both passes read.
struct PreparedQuery: Sendable {
    /// The margin for a row's true score above its sign-bit estimate, in standard deviations; one in a thousand exceeds
    /// it.
    static let usualCaution: Float = 3
    /// One in three million exceeds this.
    static let greatCaution: Float = 5
    /// The deviation of an estimate is this times the row's factor and the query's length. It follows from the angle
    /// between sign bits and values, which hardly varies once vectors are rotated: √((π/2 − 1) · 2/π) for the sign
    /// bits, plus a little for the query's quantization.
    private static let deviation: Float = 0.612
    /// The optimal step between sixteen levels for normally distributed values, such as rotated ones.
    private static let stepOfLevels: Float = 0.335
    /// The margin for rounding errors of codes, in standard deviations of a step; added to a score by codes to exceed
    /// the true score.
    private static let stepsOfDoubt: Float = 1.25
    private static let mostOfAWord: Float = 2_047

    let values: [Float]
    let rotated: [Float]
    /// The sums for each value of each half byte of a row's sign bits.
    let table: [UInt8]
    let words: [Int16]
    let wordStep: Float
    /// The maximum error of a score by codes, per unit of the row's scale.
    let doubt: Float
    let step: Float
    let reach: Float

    init(_ values: [Float], rotation: Rotation, kernels: Kernels, caution: Float = usualCaution) {
        self.values = values
        rotated = rotation(values, kernels)
        var (squares, top) = (Float(0), Float(0))
        for value in rotated {
            squares += value * value
            top = max(top, abs(value))
        }
        let length = squares.squareRoot()
        let step = max(Self.stepOfLevels * length / Float(rotation.width).squareRoot(), .leastNormalMagnitude)
        table = Self.table(rotated, step)
        self.step = step
        reach = step * Float(EVOKE_TOP_LEVEL) / 2 * Float(rotation.width) + caution * Self.deviation * length
        let wordStep = max(top / Self.mostOfAWord, .leastNormalMagnitude)
        words = rotated.map { Int16(nearest: $0 / wordStep) }
        self.wordStep = wordStep
        doubt = Self.stepsOfDoubt * length
    }

    private static func table(_ values: [Float], _ step: Float) -> [UInt8] {
        let most = Float(EVOKE_TOP_LEVEL)
        return [UInt8](unsafeUninitializedCapacity: 4 * values.count) { table, count in
            for start in stride(from: 0, to: values.count, by: 4) {
                let sums = UnsafeMutableBufferPointer(rebasing: table[(4 * start)..<(4 * start + 16)])
                sums[0] = 0
                for place in 0..<4 {
                    let level = UInt8(
                        nearest: min((values[start + place] / step + (most + 1) / 2).rounded(.down), most))
                    // Treats the bit as the highest so far: adds its contribution to all sums below it.
                    for bits in 0..<(1 << place) {
                        sums[bits + (1 << place)] = sums[bits] + UInt8(EVOKE_TOP_LEVEL) - level
                        sums[bits] += level
                    }
                }
            }
            count = 4 * values.count
        }
    }
}
