import EvokeCVectorKernels
import EvokeTestSupport
import Testing

@testable import EvokeVectorIndex

/// Each kernel that runs on this machine gives what the portable one gives, to the bit.
@Suite struct KernelTests {
    private static let names = ["avx512", "avx2", "neon"].filter { Kernels.named($0) != nil }
    private static let widths = [64, 128, 384, 512, 768, 1_152, 4_096]
    private let plain = Kernels.named("portable")!.functions.pointee

    @Test func theFastestIsTaken() throws {
        #expect(try Kernels.chosen().name == (Self.names.first ?? "portable"))
        #expect(Kernels.named("nonesuch") == nil)
    }

    @Test(arguments: names, widths) func countsBits(name: String, width: Int) throws {
        let kernel = try #require(Kernels.named(name)).functions.pointee
        var random = SeededGenerator(seed: UInt64(width))
        let groups = 5
        let bits = (0..<groups * 64 * width / 8).map { _ in UInt8.random(in: .min ... .max, using: &random) }
        let query = PreparedQuery(
            (0..<width).map { _ in Float.random(in: -1...1, using: &random) },
            rotation: Rotation(width: width, seed: 1), kernels: Kernels(functions: evoke_kernels_named(name)!))
        let allowed: [UInt64] = [.max, 0, 1, 1 << 63, random.next()]
        var (fast, slow) = ([UInt16](repeating: 7, count: groups * 64), [UInt16](repeating: 7, count: groups * 64))
        kernel.count_bits(query.table, bits, width / 8, allowed, groups, &fast)
        plain.count_bits(query.table, bits, width / 8, allowed, groups, &slow)
        #expect(fast == slow)
        #expect(fast[64..<128].allSatisfy { $0 == 7 }, "what is not allowed is not looked at")

        let factors = (0..<groups * 64).map { _ in UInt16(Float.random(in: 0...0.1, using: &random).bitPattern >> 16) }
        var (best, expected) = ([Float](repeating: 0, count: groups), [Float](repeating: 0, count: groups))
        kernel.best_of_groups(fast, factors, allowed, groups, 0.25, query.reach, query.step, &best)
        plain.best_of_groups(slow, factors, allowed, groups, 0.25, query.reach, query.step, &expected)
        #expect(best == expected && best[1] == -.infinity)
        for group in 0..<groups {
            let counts = Array(fast[group * 64..<group * 64 + 64])
            let worth = Array(factors[group * 64..<group * 64 + 64])
            for limit in [-Float.infinity, 0.2, best[group], .infinity] {
                let rows = kernel.rows_above(counts, worth, 0.25, query.reach, query.step, limit)
                #expect(rows == plain.rows_above(counts, worth, 0.25, query.reach, query.step, limit))
                if limit == best[group], allowed[group] == .max { #expect(rows.nonzeroBitCount >= 1) }
            }
        }
    }

    /// The counts are what they are said to be.
    @Test func thePortableKernelCounts() {
        var random = SeededGenerator(seed: 3)
        let levels = (0..<64).map { _ in UInt8.random(in: 0...15, using: &random) }
        let rows = (0..<64).map { _ in random.next() }
        let table = (0..<16).flatMap { quarter in
            (0..<16).map { value in
                (0..<4).reduce(UInt8(0)) { sum, bit in
                    let level = levels[4 * quarter + bit]
                    return sum + (value >> bit & 1 == 1 ? 15 - level : level)
                }
            }
        }
        let bits = (0..<8).flatMap { byte in rows.map { UInt8(truncatingIfNeeded: $0 >> UInt64(8 * byte)) } }
        var counts = [UInt16](repeating: 0, count: 64)
        plain.count_bits(table, bits, 8, [.max], 1, &counts)
        for (row, count) in zip(rows, counts) {
            let expected = levels.enumerated().reduce(0) { sum, next in
                sum + (row >> UInt64(next.offset) & 1 == 1 ? 15 - Int(next.element) : Int(next.element))
            }
            #expect(Int(count) == expected)
        }
    }

    @Test(arguments: names, widths) func multipliesBytes(name: String, width: Int) throws {
        let kernel = try #require(Kernels.named(name)).functions.pointee
        var random = SeededGenerator(seed: UInt64(width))
        for extremes in [false, true] {
            let query = (0..<width).map { _ in extremes ? 2_047 : Int16.random(in: -2_047...2_047, using: &random) }
            let rows = (0..<21 * width).map { _ in extremes ? -127 : Int8.random(in: -127...127, using: &random) }
            rows.withUnsafeBufferPointer { rows in
                let pointers = (0..<21).map { rows.baseAddress! + $0 * width }
                var (fast, slow) = ([Int32](repeating: 0, count: 21), [Int32](repeating: 0, count: 21))
                kernel.dot_i8(query, pointers, 21, width, &fast)
                plain.dot_i8(query, pointers, 21, width, &slow)
                #expect(fast == slow)
                if extremes { #expect(slow[0] == -2_047 * 127 * Int32(width)) }
            }
        }
    }

    @Test(arguments: names, [1, 7, 8, 15, 16, 17, 31, 32, 100, 512, 1_152, 1_280])
    func multipliesHalves(name: String, dimensions: Int) throws {
        let kernel = try #require(Kernels.named(name)).functions.pointee
        var random = SeededGenerator(seed: UInt64(dimensions))
        let rows = (0..<5 * dimensions).map { _ in Float16(Float.random(in: -1...1, using: &random)).bitPattern }
        let query = (0..<dimensions).map { _ in Float.random(in: -1...1, using: &random) }
        var (fast, slow) = ([Float](repeating: 0, count: 5), [Float](repeating: 0, count: 5))
        kernel.dot_f16(query, rows, 5, dimensions, &fast)
        plain.dot_f16(query, rows, 5, dimensions, &slow)
        #expect(fast.map(\.bitPattern) == slow.map(\.bitPattern))
        let exact = zip(query, rows).reduce(0.0) { $0 + Double($1.0) * Double(Float16(bitPattern: $1.1)) }
        #expect(abs(Double(fast[0]) - exact) < 1e-4)
    }

    @Test(arguments: names, [1, 63, 64, 384, 512, 1_000, 1_152, 4_096])
    func encodes(name: String, dimensions: Int) throws {
        let kernel = try #require(Kernels.named(name)).functions.pointee
        let width = IndexLayout(dimensions: dimensions).width
        let rotation = Rotation(width: width, seed: 9)
        var random = SeededGenerator(seed: UInt64(dimensions))
        let row = (0..<dimensions).map { _ in Float16(Float.random(in: -1...1, using: &random)).bitPattern }
        let center = (0..<width).map { _ in Float.random(in: -0.1...0.1, using: &random) }
        func encoded(_ kernel: EvokeKernels) -> ([UInt8], [Int8], Float, Float, [Float], [Float]) {
            var (bits, codes) = ([UInt8](repeating: 0, count: width / 8), [Int8](repeating: 0, count: width))
            var (scale, factor, mean) = (Float(0), Float(0), [Float](repeating: 0, count: dimensions))
            kernel.encode(row, dimensions, width, rotation.signs, center, &bits, &codes, &scale, &factor)
            kernel.mean(row, 1, dimensions, &mean)
            var turned = mean + [Float](repeating: 0, count: width - dimensions)
            kernel.rotate(rotation.signs, width, &turned)
            return (bits, codes, scale, factor, mean, turned)
        }
        let (fast, slow) = (encoded(kernel), encoded(plain))
        #expect(fast.0 == slow.0 && fast.1 == slow.1 && fast.2 == slow.2 && fast.3 == slow.3)
        #expect(fast.4 == slow.4 && fast.5 == slow.5)

        // Lengths stay, and the codes give the values again.
        let values = row.map { Float(Float16(bitPattern: $0)) }
        #expect(slow.4 == values)
        let (before, after) = (values.reduce(0) { $0 + $1 * $1 }, slow.5.reduce(0) { $0 + $1 * $1 })
        #expect(abs(before - after) <= 1e-4 * before)
        for (place, code) in slow.1.enumerated() {
            #expect(abs(Float(code) * slow.2 + center[place] - slow.5[place]) <= 0.51 * slow.2 + 1e-5)
            #expect((slow.0[place / 8] >> UInt8(place % 8) & 1 == 1) == (slow.5[place] > center[place]))
        }
    }

    @Test func thePortableKernelReadsEveryKindOfHalf() {
        let halfFloats: [Float16] = [0, -0.0, 1, -2.5, .leastNonzeroMagnitude, .leastNormalMagnitude, 65_504]
        for half in halfFloats {
            var score: Float = 0
            plain.dot_f16([1], [half.bitPattern], 1, 1, &score)
            #expect(score == Float(half))
        }
    }
}
