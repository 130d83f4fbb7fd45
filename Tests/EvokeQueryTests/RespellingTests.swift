import Testing

@testable import EvokeQuery

/// Which words a mistyped one may have been, and which are only other forms of it.
@Suite struct RespellingTests {
    @Test(
        arguments: [
            ("girrafe", "giraffe"), ("elefant", "elepfant"), ("elphant", "elephant"), ("elephnat", "elephant"),
            ("baloon", "balloon"), ("ballon", "balloon"), ("hte beach", nil), ("parsi", "paris"),
            ("бербера", "бербеар"),
            ("шоссе", "шосе"), ("castles", nil), ("castle", nil), ("cats", nil), ("北京的照片", nil), ("", nil),
        ] as [(String, String?)])
    func others(word: String, other: String?) {
        let all = Respelling.all(of: word)
        #expect(other.map(all.contains) ?? (all.isEmpty || all.isDisjoint(with: ["castle", "castles", "cat"])))
        #expect(!all.contains(word))
    }

    @Test func anotherWordIsNoMistake() {
        #expect(!Respelling.isSure("beard", for: "board") && Respelling.isSure("girrafe", for: "giraffe"))
        #expect(Respelling.all(of: "sailing").isDisjoint(with: ["mailing", "ailing"]))
    }

    @Test func wordsOfTheLanguageAreKnown() {
        for word in ["between", "photos", "without", "ohne", "januar", "letzten", "ноябрь"] {
            #expect(ParsedQuery.knows(word), "\(word)")
        }
        for word in ["girrafe", "beach", "strand"] { #expect(!ParsedQuery.knows(word), "\(word)") }
    }
}
