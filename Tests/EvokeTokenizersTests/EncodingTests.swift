import EvokeTokenizers
import Foundation
import Testing

@Suite struct EncodingTests {
    private let tokenizer: Tokenizer

    init() throws {
        tokenizer = try Tokenizer(contentsOf: Fixtures.url("small.json").path)
    }

    @Test func aLongTextIsCutAndKeepsItsClosingToken() {
        let whole = tokenizer.encode("the old lighthouse at dusk")
        #expect(whole.count > 8)
        for length in 2..<whole.count {
            #expect(tokenizer.encode("the old lighthouse at dusk", maxLength: length) == whole.prefix(length - 1) + [2])
        }
        #expect(tokenizer.encode("the old lighthouse at dusk", maxLength: whole.count) == whole)
        #expect(tokenizer.encode("the old lighthouse at dusk", maxLength: 1000) == whole)
    }

    @Test func aLengthTooSmallForTheSpecialTokensIsKeptToAllTheSame() {
        #expect(tokenizer.encode("dusk", maxLength: 2) == [0, 2])
        #expect(tokenizer.encode("dusk", maxLength: 1) == [2])
        #expect(tokenizer.encode("dusk", maxLength: 0) == [])
        #expect(tokenizer.encode("dusk", maxLength: -1) == [])
    }

    @Test(arguments: ["a", "x", " ", "\u{301}", "漢", "<", "🇫", "\u{200D}", "e\u{301}\u{316}"])
    func aLongRunOfOneThingTakesTimeInProportion(unit: String) throws {
        // Long enough for anything quadratic to miss the time limit.
        let ids = tokenizer.encode(String(repeating: unit, count: 100_000 / unit.utf8.count))
        #expect(ids.first == 0)
        #expect(ids.last == 2)
    }

    @Test func manyTasksEncodeAtOnce() async {
        let texts = (0..<40).map { "Two dogs are chasing \($0) red balls across the wet grass" }
        let expected = texts.map { tokenizer.encode($0) }
        await withTaskGroup(of: [[Int32]].self) { [tokenizer] group in
            for _ in 0..<16 {
                group.addTask { texts.map { tokenizer.encode($0) } }
            }
            for await ids in group { #expect(ids == expected) }
        }
    }
}
