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
