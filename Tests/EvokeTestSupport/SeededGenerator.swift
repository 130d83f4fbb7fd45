/// The same numbers for the same seed.
public struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    public init(seed: UInt64) {
        state = seed
    }

    public mutating func next() -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return state ^ (state >> 29)
    }

    /// Some of the bytes changed, most of them near the start, where the structure is; now and then cut or repeated.
    public mutating func damaged(_ whole: [UInt8], round: Int) -> [UInt8] {
        var bytes = whole
        for _ in 0...(round % 8) {
            let reach = Bool.random(using: &self) ? bytes.count : max(1, bytes.count / 8)
            let place = Int.random(in: 0..<reach, using: &self)
            bytes[place] = [0, 0xFF, 0x7F, 0x80, UInt8.random(in: .min ... .max, using: &self)].randomElement(
                using: &self)!
        }
        if round % 5 == 3 { bytes = Array(bytes.prefix(Int.random(in: 1...bytes.count, using: &self))) }
        if round % 5 == 4 { bytes += bytes.suffix(Int.random(in: 0..<bytes.count, using: &self)) }
        return bytes
    }
}
