import EvokeCVectorKernels

/// Rotates vectors to axes without a preferred direction, so that all values are equally informative.
struct Rotation: Sendable {
    let signs: [Float]
    let width: Int

    init(width: Int, seed: UInt64) {
        self.width = width
        var random = SplitMix(state: seed)
        signs = (0..<Int(EVOKE_ROUNDS) * width).map { _ in random.next() & 1 == 0 ? 1 : -1 }
    }

    func callAsFunction(_ values: [Float], _ kernels: Kernels) -> [Float] {
        var turned = values + [Float](repeating: 0, count: width - values.count)
        kernels.functions.pointee.rotate(signs, width, &turned)
        return turned
    }
}

/// Steele, Lea, and Flood's generator: the same signs on every machine.
private struct SplitMix {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
