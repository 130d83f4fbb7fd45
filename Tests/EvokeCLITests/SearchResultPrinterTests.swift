import EvokeClient
import EvokeValues
import Testing

@testable import EvokeCLI

@Suite struct SearchResultPrinterTests {
    @Test func aPhotoIsFoundBySomething() {
        let rows: [(why: [(SearchReason.Way, part: String, SearchReason.Field?)], words: String)] = [
            ([], "-"), ([(.filter, "date:2019", nil)], "-"), ([(.meaning, "a dog", nil)], "seen"),
            ([(.meaning, "a dog", nil), (.text, "dog", .folder), (.text, "dog", .file)], "name, seen"),
            ([(.text, "gate", .picture), (.text, "gate", .keyword)], "text"),
            ([(.text, "rome", .place), (.filter, "person:anna", nil)], "place, person"),
            ([(.filter, "place:Rome", nil)], "place"),
        ]
        let card = PhotoCard(
            id: PhotoID(1), path: DiskPath("/a"), stamp: FileStamp(size: 1, modifiedNanoseconds: 1, inode: 1),
            content: nil, size: nil, taken: nil)
        for (why, words) in rows {
            let reasons = why.map { SearchReason($0.0, $0.part, in: $0.2) }
            let hit = SearchHit(rank: 1, score: nil, card: card, reasons: reasons)
            #expect(SearchAnswer.Result(card, hit).foundBy == words, "\(why)")
        }
    }
}
