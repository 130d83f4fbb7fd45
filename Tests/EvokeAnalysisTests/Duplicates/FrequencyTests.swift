import EvokePorts
import EvokeValues
import Testing

@testable import EvokeAnalysis

@Suite struct FrequencyTests {
    @Test func thereAreSixtyFourAndEachIsThereOnce() {
        #expect(Frequencies.all.count == 64 && Set(Frequencies.all).count == 64)
    }

    @Test(arguments: Turn.all)
    func theSignsOfATurnedLookAreItsSignsTurned(_ turn: Turn) throws {
        let fingerprint = try #require(MadeUp.fingerprint(3))
        let turned = try #require(
            PhotoFingerprint(
                light: turn.square(fingerprint.light, side: PhotoFingerprint.side), tint: fingerprint.tint, sharpness: 0
            )
        )
        let signs = FingerprintSignature(of: fingerprint).signs[0]
        #expect(
            turn.signs(signs) == FingerprintSignature(of: turned).signs[0]
                && turn.back.signs(turn.signs(signs)) == signs)
        #expect(
            turn.back.square(turn.square(fingerprint.light, side: PhotoFingerprint.side), side: PhotoFingerprint.side)
                == fingerprint.light)
    }

    /// The signs of waves that a symmetrical picture has none of are noise.
    @Test(arguments: Turn.all)
    func aSymmetricalLookHasTheSameSignsUnderNoise(_ turn: Turn) throws {
        let whole = try #require(MadeUp.fingerprint(5))
        let light = whole.light.indices.map { place in
            let (row, column) = (place / PhotoFingerprint.side, place % PhotoFingerprint.side)
            let mirrored = row * PhotoFingerprint.side + min(column, PhotoFingerprint.side - 1 - column)
            return whole.light[mirrored]
        }
        let noisy = light.indices.map { $0 % 7 == 0 ? light[$0] &+ 1 : light[$0] }
        let fingerprint = try #require(PhotoFingerprint(light: light, tint: whole.tint, sharpness: 0))
        let turned = try #require(
            PhotoFingerprint(light: turn.square(noisy, side: PhotoFingerprint.side), tint: whole.tint, sharpness: 0))
        let (signs, others) = (
            FingerprintSignature(of: fingerprint).signs[0], FingerprintSignature(of: turned).signs[0]
        )
        let nearest = Turn.all.map { ($0.signs(signs) ^ others).nonzeroBitCount }.min()
        #expect(try #require(nearest) <= 2)
    }
}
