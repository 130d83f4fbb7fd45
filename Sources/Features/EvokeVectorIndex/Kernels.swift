import EvokeCVectorKernels
import EvokeSystem
import EvokeValues

/// The inner loops for this processor.
// Sendable because it is a table of functions that never changes.
struct Kernels: @unchecked Sendable {
    let functions: UnsafePointer<EvokeKernels>

    /// The fastest, or the one that the environment asks for.
    static func chosen() throws(EvokeError) -> Kernels {
        if let functions = evoke_kernels() { return Kernels(functions: functions) }
        throw EvokeError(
            .wrongUsage, doing: "search with the kernel",
            subject: Environment.variable("EVOKE_KERNEL")?.display ?? "",
            reason: "EVOKE_KERNEL asks for it, and it cannot run on this processor",
            remedy: "Unset EVOKE_KERNEL, or set it to avx512, avx2, neon or portable.")
    }

    static func named(_ name: String) -> Kernels? { evoke_kernels_named(name).map(Kernels.init) }

    var name: String { String(cString: functions.pointee.name) }

    func dot(_ query: [Float], _ rows: UnsafePointer<UInt16>, _ count: Int, _ scores: UnsafeMutablePointer<Float>) {
        functions.pointee.dot_f16(query, rows, count, query.count, scores)
    }

    /// Of a multiple of 64 values, for what need not be the same on every machine.
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
