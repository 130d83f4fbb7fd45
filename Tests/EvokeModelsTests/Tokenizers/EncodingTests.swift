import EvokeModels
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
        for length in [whole.count, 1_000] {
            #expect(tokenizer.encode("the old lighthouse at dusk", maxLength: length) == whole)
        }
    }

    @Test func aLengthTooSmallForTheSpecialTokensIsKeptToAllTheSame() {
        let cut = [2, 1, 0, -1].map { tokenizer.encode("dusk", maxLength: $0) }
        #expect(cut == [[0, 2], [2], [], []])
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
