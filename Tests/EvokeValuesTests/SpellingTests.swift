import EvokeValues
import Testing

@Suite struct SpellingTests {
    @Test(arguments: [("", "abc", 3), ("abc", "abc", 0), ("top", "tpo", 1), ("kitten", "sitting", 3)])
    func measuresSpelling(one: String, other: String, distance: Int) {
        #expect(Spelling.distance(Array(one.utf8), Array(other.utf8)) == distance)
    }

    @Test func guessesWhatWasMeant() {
        #expect(Spelling.nearest(to: "dat", among: ["date", "place"]) == "date")
        #expect(Spelling.nearest(to: "zebra", among: ["date", "place"]) == nil)
    }
}
