import EvokeValues
import Testing

@testable import EvokeCopies

@Suite struct FrequencyTests {
    @Test func thereAreSixtyFourAndEachIsThereOnce() {
        #expect(Frequencies.all.count == 64)
        #expect(Set(Frequencies.all).count == 64)
    }

    @Test(arguments: Turn.all)
    func theSignsOfATurnedLookAreItsSignsTurned(_ turn: Turn) throws {
        let look = try #require(MadeUp.look(3))
        let turned = try #require(
            PhotoLook(light: turn.square(look.light, side: PhotoLook.side), tint: look.tint, sharpness: 0))
        let signs = LookSignature(of: look).signs[0]
        #expect(turn.signs(signs) == LookSignature(of: turned).signs[0])
        #expect(turn.back.signs(turn.signs(signs)) == signs)
        #expect(turn.back.square(turn.square(look.light, side: PhotoLook.side), side: PhotoLook.side) == look.light)
    }
}
