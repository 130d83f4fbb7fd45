import EvokeCVectorKernels
import EvokeSystem
import EvokeValues

/// The inner loops for this processor.
// Sendable because it is a table of functions that never changes.
struct Kernels: @unchecked Sendable {
    let functions: UnsafePointer<EvokeKernels>

    /// The fastest, or the one set in the environment.
    static func chosen() throws(EvokeError) -> Kernels {
        if let functions = evoke_kernels() { return Kernels(functions: functions) }
        throw EvokeError(
            .wrongUsage, doing: "search with the kernel",
            subject: Environment.variable("EVOKE_KERNEL")?.display ?? "",
            reason: "it is set in EVOKE_KERNEL, but this processor does not support it",
            remedy: "Unset EVOKE_KERNEL, or set it to avx512, avx2, neon, or portable.")
    }

    static func named(_ name: String) -> Kernels? { evoke_kernels_named(name).map(Kernels.init) }

    var name: String { String(cString: functions.pointee.name) }

    func dot(_ query: [Float], _ rows: UnsafePointer<UInt16>, _ count: Int, _ scores: UnsafeMutablePointer<Float>) {
        functions.pointee.dot_f16(query, rows, count, query.count, scores)
    }

    /// For a multiple of 64 values; results may differ between machines.
    static func dot(_ values: [Float], _ others: UnsafePointer<Float>) -> Float {
        values.withUnsafeBytes { values in
            let others = UnsafeRawPointer(others)
            var sums = SIMD16<Float>()
            for offset in stride(from: 0, to: values.count, by: 64) {
                sums +=
                    values.loadUnaligned(fromByteOffset: offset, as: SIMD16<Float>.self)
                    * others.loadUnaligned(fromByteOffset: offset, as: SIMD16<Float>.self)
            }
            return sums.sum()
        }
    }
}

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
