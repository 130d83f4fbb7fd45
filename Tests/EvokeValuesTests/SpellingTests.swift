import EvokeValues
import Testing

@Suite struct SpellingTests {
    @Test func measuresSpelling() {
        func distance(_ a: String, _ b: String) -> Int { Spelling.distance(Array(a.utf8), Array(b.utf8)) }
        #expect(distance("", "abc") == 3 && distance("abc", "abc") == 0 && distance("top", "tpo") == 1)
        #expect(distance("kitten", "sitting") == 3)
    }

    @Test func guessesWhatWasMeant() {
        #expect(Spelling.nearest(to: "dat", among: ["date", "place"]) == "date")
        #expect(Spelling.nearest(to: "zebra", among: ["date", "place"]) == nil)
    }
}
