import EvokeModels
import Testing

/// What Python makes of the same texts.
@Suite struct TextCleaningTests {
    private static let text = " A_b-C,\t\u{1C}it's\u{3000}ΟΔΟΣ. İ \u{200B}¡Ǆ! - \n"

    @Test(arguments: [
        (TextCleaning.none, text),
        (.folded, "A_b-C, it's ΟΔΟΣ. İ \u{200B}¡Ǆ! -"),
        (.lowercase, " a_b-c,\t\u{1C}it's\u{3000}οδος. i\u{307} \u{200B}¡ǆ! - \n"),
        (.canonical, "abc its οδος i\u{307} \u{200B}¡ǆ "),
    ])
    func cleansAsPythonDoes(cleaning: TextCleaning, expected: String) {
        #expect(Array(cleaning.apply(to: Self.text).unicodeScalars) == Array(expected.unicodeScalars))
        #expect(cleaning.apply(to: "") == "")
    }

    @Test(arguments: [
        ("Σ", "σ"), ("ΑΣ", "ας"), ("ΑΣΑ", "ασα"), ("ΑΣ'", "ας'"), ("ΑΣ'Α", "ασ'α"), ("Α\u{301}Σ", "α\u{301}ς"),
        (".Σ", ".σ"),
        ("ΑΣΣ", "ασς"), ("ΑΣ Σ", "ας σ"),
    ])
    func aSigmaAtTheEndOfAWordHasItsOwnForm(text: String, expected: String) {
        #expect(TextCleaning.lowercase.apply(to: text) == expected)
    }
}
