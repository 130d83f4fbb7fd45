import EvokeClient
import Testing

@testable import EvokeCLI

@Suite struct SearchResultPrinterTests {
    @Test func aPhotoIsFoundBySomething() {
        let rows: [(why: [(by: String, part: String, field: String?)], words: String)] = [
            ([], "-"), ([("filter", "date:2019", nil)], "-"), ([("meaning", "a dog", nil)], "seen"),
            ([("meaning", "a dog", nil), ("text", "dog", "folder"), ("text", "dog", "file")], "name, seen"),
            ([("text", "gate", "picture"), ("text", "gate", "keyword")], "text"),
            ([("text", "rome", "place"), ("filter", "person:anna", nil)], "place, person"),
            ([("filter", "place:Rome", nil)], "place"),
        ]
        for (why, words) in rows {
            let result = SearchAnswer.Result(
                id: 1, name: "a", path: "/a", version: "",
                why: why.map { SearchAnswer.Reason(by: $0.by, part: $0.part, field: $0.field) })
            #expect(result.foundBy == words, "\(why)")
        }
    }
}
