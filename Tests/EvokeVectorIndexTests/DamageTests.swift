import EvokeSystem
import EvokeTestSupport
import EvokeValues
import Testing

@testable import EvokeVectorIndex

/// Long rounds of damage to an index's file: never a crash, never a wrong answer.
@Suite struct DamageTests {
    private let file: AnsweringFile

    init() async throws { file = try await AnsweringFile() }

    /// Wherever a bit is flipped, it is found, or lies where nothing is kept.
    @Test func flippedBits() async throws {
        var random = SeededGenerator(seed: TestSeed.value &+ 41)
        var found = 0
        let layout = IndexLayout(dimensions: 24)
        let areas = [
            0..<512, 8_192..<8_256, layout.signs..<layout.signs + 64 * layout.signBytes * 30,
            layout.factors..<layout.factors + 2 * 2_176, layout.ids..<layout.ids + 8 * 2_190,
            layout.groupChecks..<layout.groupChecks + 8 * 30, layout.center..<layout.center + 4 * layout.width,
            layout.removals..<layout.removals + 8, layout.codes..<layout.codes + 2_190 * layout.bytesOfCodes,
            layout.halfFloats..<layout.halfFloats + 2_190 * 48,
        ]
        for (number, area) in areas.enumerated() {
            for _ in 0..<12 {
                var bytes = file.whole
                let place = (number < 2 ? 0 : IndexLayout.headerBytes) + Int.random(in: area, using: &random)
                bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
                try FileSystem.replace(file.test.path, with: bytes)
                // A commit that is damaged gives way to the one before it.
                if let fault = await file.fault() {
                    found += fault == .missing ? 0 : 1
                } else {
                    #expect(number < 2, "\(place)")
                }
            }
        }
        #expect(found >= 96)
    }

    /// Random damage in header and blocks: an answer is right, or there is none.
    @Test func fuzzing() async throws {
        var random = SeededGenerator(seed: TestSeed.value &+ 51)
        var survived = 0
        for round in 0..<600 {
            var bytes = random.damaged(file.whole, round: round)
            if round.isMultiple(of: 3) { bytes.replaceSubrange(0..<8, with: file.whole[0..<8]) }
            try FileSystem.replace(file.test.path, with: bytes)
            do {
                let index = try await file.test.open()
                let found = try await index.search(file.queries, top: 10)
                if index.commit.generation == 2 { #expect(found == file.answers, "round \(round)") }
                survived += 1
            } catch is IndexFault {
                continue
            }
        }
        #expect(survived < 500)
    }
}
