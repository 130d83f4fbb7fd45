import EvokeValues

/// Cyrillic and Greek letters that the recognizer, which knows Latin, takes for similar ones.
enum Homoglyphs {
    private static let latin: [Character: String] = {
        let pairs: [(letters: String, latin: String)] = [
            ("абвгдежзиклмнопрстуфхцчшщъьэяєіїґў", "abbraek3nknmhonpctyφxnywwbb3aeiiry"),
            ("αβγδεζηικλμνξοπρσςτυφχψω", "abydeznikanveonpcctnφxww"),
            // Characters that are confused with each other.
            ("6ul1|498入", "bniiiyada"),
        ]
        var table: [Character: String] = ["ы": "bi", "ю": "io"]
        for pair in pairs { for (letter, look) in zip(pair.letters, pair.latin) { table[letter] = String(look) } }
        return table
    }()

    /// A text's characters by appearance, without spaces: characters that look alike are equal.
    static func characters(of text: String) -> [Character] {
        text.filter { !$0.isWhitespace }.flatMap { character -> [Character] in
            character.plain.flatMap { Array(latin[$0] ?? String($0)) }
        }
    }
}
