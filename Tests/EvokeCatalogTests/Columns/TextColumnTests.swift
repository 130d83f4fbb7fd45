import EvokeTestSupport
import EvokeValues
import Testing

@testable import EvokeCatalog

/// Texts are searched in one go, and each stays its photo's own.
@Suite struct TextColumnTests {
    @Test func textsThatWereReplacedAreNotFound() {
        var column = column(["Roma", nil, "Napoli"])
        #expect(column.photos(with: "ROMA") == PhotoSet([PhotoID(0)]))
        column.set("Milano", of: 0)
        column.set("Roma", of: 1)
        column.set(nil, of: 2)
        #expect(column.photos(with: "roma") == PhotoSet([PhotoID(1)]))
        #expect(column.photos(with: "mil") == PhotoSet([PhotoID(0)]))
        #expect(column.photos(with: "napoli").isEmpty)
        #expect(column.photos(like: WildcardPattern("*o*")!) == PhotoSet([PhotoID(0), PhotoID(1)]))
    }

    /// Each photo that has any text has the empty one in it, and nothing goes from one text into the next.
    @Test func textsHaveEnds() {
        let column = column(["ab", "cd", "", nil])
        #expect(column.photos(with: "").count == 3)
        #expect(column.photos(with: "bc").isEmpty && column.photos(with: "b\0c").isEmpty)
        #expect(column.photos(with: "cd") == PhotoSet([PhotoID(1)]))
    }

    @Test func textsAreComparedByTheirBytes() {
        let column = column(["a", "AB", "b", "ä", nil, "海"])
        #expect(column.order(0, 1).isBefore && column.order(2, 1).isAfter && column.order(5, 2).isAfter)
        for (photo, other) in [(0, 3), (0, 0), (0, 4), (4, 0)] {
            let order = column.order(photo, other)
            #expect(!order.isBefore && !order.isAfter, "\(photo) \(other)")
        }
    }

    @Test(arguments: [
        ("*", ""), ("*", "x"), ("?", "海"), ("*.jpg", "A.JPG"), ("img_*", "IMG_1"), ("a?c", "abc"), ("a*c", "ac"),
        ("a*b*c", "axxbbyc"), ("*a*", "bab"), ("?*?", "ab"), ("*ab", "aab"), ("a*?", "ab"),
    ])
    func patternsFit(pattern: String, text: String) throws {
        #expect(column([text]).photos(like: try #require(WildcardPattern(pattern))).count == 1)
    }

    @Test(arguments: [
        ("?", ""), ("?", "ab"), ("a?c", "ac"), ("ab*ba", "aba"), ("*.jpg", "a.jpg2"), ("a*b*c", "acb"), ("a*", "ba"),
        ("?*?", "a"), ("*a?", "a"),
    ])
    func patternsDoNotFit(pattern: String, text: String) throws {
        #expect(column([text]).photos(like: try #require(WildcardPattern(pattern))).isEmpty)
    }

    /// All patterns beside a matcher that tries everything, over few letters, so that many texts fit.
    @Test func patternsFitAsTheyAreMeant() throws {
        var random = SeededGenerator(seed: 4_711)
        let letters = ["a", "b", "ä", "海", "1", "."]
        func text(_ letters: [String], _ counts: ClosedRange<Int>) -> String {
            (0..<Int.random(in: counts, using: &random)).map { _ in letters.randomElement(using: &random)! }.joined()
        }
        for _ in 0..<300 {
            let (pattern, texts) = (
                text(letters + ["*", "*", "?"], 1...7), (0..<12).map { _ in text(letters, 0...24) }
            )
            guard let wildcards = WildcardPattern(pattern) else { continue }
            let fitting = texts.indices.filter {
                fits(Array(texts[$0].folded.unicodeScalars)[...], Array(pattern.folded.unicodeScalars)[...])
            }
            let found = column(texts).photos(like: wildcards)
            #expect(found == PhotoSet(fitting.map { PhotoID(Int64($0)) }), "\(pattern) in \(texts)")
        }
    }

    private func fits(_ text: ArraySlice<Unicode.Scalar>, _ pattern: ArraySlice<Unicode.Scalar>) -> Bool {
        guard let sign = pattern.first else { return text.isEmpty }
        if sign == "*" {
            return fits(text, pattern.dropFirst()) || !text.isEmpty && fits(text.dropFirst(), pattern)
        }
        return (text.first == sign || sign == "?" && !text.isEmpty) && fits(text.dropFirst(), pattern.dropFirst())
    }

    @Test func withoutAStarItIsNoPattern() {
        #expect(WildcardPattern("a.jpg") == nil && WildcardPattern("") == nil)
    }

    private func column(_ texts: [String?]) -> TextColumn {
        var column = TextColumn(photos: texts.count)
        for (photo, text) in texts.enumerated() { column.set(text, of: photo) }
        return column
    }
}
