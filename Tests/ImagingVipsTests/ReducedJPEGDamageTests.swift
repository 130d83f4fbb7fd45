import EvokeSystem
import EvokeTestSupport
import Testing

@testable import ImagingVips

@Suite struct ReducedJPEGDamageTests {
    /// Cut short, flipped, or with bytes of its neighbours in them: it is decoded or left alone, and never more than
    /// what is there is read. AddressSanitizer watches.
    @Test func survivesDamage() throws {
        var generator = SeededGenerator(seed: TestSeed.value)
        for name in ["420", "422-optimised", "420-restarts"] {
            let jpeg = try FileSystem.read(ReducedJPEGTests.fixture(name))
            let whole = try PhotoFile(ReducedJPEGTests.fixture(name)).open()
            for end in stride(from: 0, to: jpeg.count, by: max(1, jpeg.count / 300)) {
                #expect(ReducedJPEG.picture(Array(jpeg[..<end]), of: whole, shrunkBy: 4) == nil)
            }
            for round in 0..<3_000 {
                var damaged = jpeg
                // Headers are a small part of a file and the larger part of its dangers.
                let end = round.isMultiple(of: 2) ? min(700, jpeg.count) : jpeg.count
                for _ in 0..<Int.random(in: 1...4, using: &generator) {
                    damaged[Int.random(in: 2..<end, using: &generator)] = UInt8.random(in: 0...255, using: &generator)
                }
                _ = ReducedJPEG.picture(damaged, of: whole, shrunkBy: round.isMultiple(of: 3) ? 8 : 4)
            }
        }
    }
}
